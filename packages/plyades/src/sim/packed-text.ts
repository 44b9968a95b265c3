// Text packed for an address: compressed, in the characters of base64url. Both lengths are bounded, and the longer one is
// checked while the text is unpacked, so that a short address cannot fill the memory. The format `deflate` carries a
// checksum, which finds damaged addresses, and every version of Node 20 has it.
import { type InputError, inputError, tooLong } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';

/** Characters of the longest packed text. */
export const MAX_PACKED = 1 << 16;
/** Bytes of the longest text that is packed or unpacked. */
export const MAX_UNPACKED = 1 << 18;

const FORMAT = 'deflate';

/** Packs a text; a refusal when it is longer than `unpackText` would read. */
export async function packText(text: string): Promise<Result<string, InputError>> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MAX_UNPACKED) return err(tooLong(text, MAX_UNPACKED));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(FORMAT));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let characters = '';
  for (const byte of packed) characters += String.fromCharCode(byte);
  const base64 = btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return base64.length > MAX_PACKED ? err(tooLong(base64, MAX_PACKED)) : ok(base64);
}

/** Unpacks a text that `packText` made, or refuses it. */
export async function unpackText(packed: string): Promise<Result<string, InputError>> {
  if (packed.length > MAX_PACKED) return err(tooLong(packed, MAX_PACKED));
  const wrong = /[^A-Za-z0-9_-]/.exec(packed);
  if (wrong !== null) {
    const message = `the character '${wrong[0]}' belongs to no packed text: expected letters, digits, - and _`;
    return err(inputError('ERR_CHARACTER', message, wrong[0], wrong.index));
  }
  try {
    const base64 = packed.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const unpacked = await inflate(bytes);
    if (unpacked === undefined) {
      const message = `it unpacks to more than ${MAX_UNPACKED} bytes`;
      return err(inputError('ERR_TOO_LONG', message, packed));
    }
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(unpacked));
  } catch {
    const message = 'it is damaged or not complete, and cannot be unpacked';
    return err(inputError('ERR_VALUE', message, packed));
  }
}

/** Undefined when there are more bytes than may be unpacked. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(FORMAT));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_UNPACKED) {
      await reader.cancel().catch(() => {});
      return undefined;
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
