// A packet of a process on its way to a worker: the key of its job, by which a worker refuses packets of others, the
// number of the process it is for, and the packet itself. Packets to a master need no key: its subject has it.
import { MAX_PACKET } from '../../parallel/wire.js';

const KEY_BYTES = 16;
const HEADER_BYTES = KEY_BYTES + 2;

/** The greatest payload of mail that is read. */
export const MAX_MAIL = MAX_PACKET + HEADER_BYTES;

export interface Mail {
  readonly to: number;
  readonly packet: Uint8Array;
}

/** `key`: 32 hexadecimal digits, as bytes. */
export function makeMail(key: Uint8Array, to: number, packet: Uint8Array): Uint8Array {
  const mail = new Uint8Array(HEADER_BYTES + packet.length);
  mail.set(key);
  mail[KEY_BYTES] = to & 0xff;
  mail[KEY_BYTES + 1] = to >> 8;
  mail.set(packet, HEADER_BYTES);
  return mail;
}

/** Undefined when it is too long, too short, or of another job. */
export function readMail(key: Uint8Array, mail: Uint8Array): Mail | undefined {
  if (mail.length <= HEADER_BYTES || mail.length > MAX_MAIL) return undefined;
  for (let at = 0; at < KEY_BYTES; at++) if (mail[at] !== key[at]) return undefined;
  const to = mail[KEY_BYTES]! | (mail[KEY_BYTES + 1]! << 8);
  return { to, packet: mail.slice(HEADER_BYTES) };
}

/** A key as text in subjects, and as bytes in mail. */
export interface JobKey {
  readonly text: string;
  readonly bytes: Uint8Array;
}

export function drawKey(): JobKey {
  return keyOf(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
}

/** Undefined when the text is no key. */
export function readKey(text: string): JobKey | undefined {
  if (!/^[0-9a-f]{32}$/.test(text)) return undefined;
  return keyOf(Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16)));
}

function keyOf(bytes: Uint8Array): JobKey {
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { text, bytes };
}
