// Which addresses a game may be imported from. Importing a module runs it, so a text that came with data must
// not become code: in Node a game is a file of this machine, in a page what its own server has, or what a script of the
// page itself has put into a blob.
import { PlyadesError, quote } from '../../core/errors.js';

/** Throws a PlyadesError with ERR_GAME for `data:` and for addresses and blobs of other origins. */
export function checkAddress(url: string): void {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  // What is no address by itself is relative to this page or this program.
  if (address === undefined) return;
  const isOwn = address.protocol === 'file:' ? address.host === '' : isOfThisPage(address);
  if (isOwn) return;
  const message = `${quote(url)} is refused: a game is a file of this machine, or of the server of this page`;
  throw new PlyadesError('ERR_GAME', message);
}

/** The origin of a blob is that of the page that made it, and only its scripts know the address. */
const isOfThisPage = ({ protocol, origin }: URL): boolean =>
  /^(?:https?|blob):$/.test(protocol) && globalThis.location?.origin === origin;
