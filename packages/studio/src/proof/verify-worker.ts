// Verifies one proof, off the page's thread, and reports how far it is.
import { type Verified, verify } from 'plyades';

export type VerifyMessage =
  | { readonly status: 'running'; readonly positions: number }
  | { readonly status: 'done'; readonly verified: Verified }
  | { readonly status: 'failed'; readonly message: string };

/** Milliseconds between two reports. */
const REPORT_MS = 50;

const post = (message: VerifyMessage): void => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  let reportedAt = performance.now();
  const onProgress = (positions: number) => {
    if (performance.now() - reportedAt < REPORT_MS) return;
    reportedAt = performance.now();
    post({ status: 'running', positions });
  };
  try {
    post({ status: 'done', verified: await verify(data, { onProgress }) });
  } catch (error) {
    post({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
