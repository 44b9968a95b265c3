// Files that the page gives to the reader, and text for the clipboard.
import { notify } from './notices.js';

/** Saves a file under this name. */
export function saveFile(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has opened it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text and says so; where the page may not, the text is shown to be copied by hand. */
export async function copyText(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('good', `${what} is on the clipboard.`);
  } catch {
    notify('warning', `The browser does not let the page copy. ${what}: ${text}`);
  }
}
