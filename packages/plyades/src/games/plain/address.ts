// Which addresses a game may be imported from. Importing a module runs it, so a text that came with data must
// not become code: in Node a game is a file of this machine, in a page what its own server has.
import { PlyadesError, quote } from '../../core/errors.js';

/** Throws a PlyadesError with ERR_GAME for `data:`, `blob:` and other machines' addresses. */
export function checkAddress(url: string): void {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  // What is no address by itself is relative to this page or this program.
  if (address === undefined) return;
  const isOwn = address.protocol === 'file:' ? address.host === '' : isOfThisPage(address);
  if (isOwn) return;
  const message = `${quote(url)} is refused: a game is a file of this machine, or of the server of this page`;
  throw new PlyadesError('ERR_GAME', message);
}

const isOfThisPage = ({ protocol, origin }: URL): boolean =>
  /^https?:$/.test(protocol) && globalThis.location?.origin === origin;
