// Messages to the reader, one at a time and announced to screen readers: errors stay until they are closed.
import { signal } from '@preact/signals';
import './notices.css';

export type NoticeKind = 'good' | 'warning' | 'bad';

interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: string;
}

const notices = signal<readonly Notice[]>([]);
let lastId = 0;

/** Others than errors disappear after this time, in milliseconds. */
const SHOWN_MS = 6000;
const MAX_SHOWN = 3;

/** Shows a message; the same text is shown once. */
export function notify(kind: NoticeKind, text: string): void {
  const id = ++lastId;
  const others = notices.peek().filter((notice) => notice.text !== text);
  notices.value = [...others, { id, kind, text }].slice(-MAX_SHOWN);
  if (kind !== 'bad') setTimeout(() => close(id), SHOWN_MS);
}

/** Shows the message of something that was thrown. */
export function notifyError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  notify('bad', error instanceof Error ? error.message : String(error));
}

function close(id: number): void {
  notices.value = notices.peek().filter((notice) => notice.id !== id);
}

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, kind, text }) => (
        <div key={id} class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
          <span class="grow">{text}</span>
          <button type="button" aria-label="Close this message" onClick={() => close(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
