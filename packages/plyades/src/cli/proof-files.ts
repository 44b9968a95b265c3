// Files of proofs: read whole, and written whole or not at all, by writing beside and renaming.
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { quotePath } from '../core/errors.js';
import { replaceFile } from '../hosts/replace-file.js';
import { MAX_PROOF_FILE_BYTES } from '../proof/index.js';
import { Refusal } from './exit.js';
import { fileRefusal } from './files.js';

const READ_ADVICE = "'plyades solve GAME --proof FILE' writes one when it has solved the position";

/** Refuses a file that cannot be written, before a long search for what belongs into it. */
export async function checkWritable(file: string): Promise<void> {
  const folder = await stat(dirname(file)).catch((error) => refuse('--proof', file, error));
  if (!folder.isDirectory()) throw refusal('--proof', file, 'it is in no folder');
  const existing = await stat(file).catch(() => undefined);
  if (existing?.isDirectory()) throw refusal('--proof', file, 'it is a folder');
}

export const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Writes the bytes; the file has all of them or, when that fails, stays unchanged. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await replaceFile(file, bytes).catch((error) => refuse('--proof', file, error));
}

/** The bytes of a proof file. Pipes and devices, which may have no end, are refused unread. */
export async function readProof(file: string): Promise<Uint8Array> {
  // Without O_NONBLOCK a pipe that has no writer would not even open.
  const mode = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, mode).catch((error) => refuse('FILE', file, error, READ_ADVICE));
  try {
    return await readRegular(handle, file);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuse('FILE', file, error);
  } finally {
    await handle.close();
  }
}

async function readRegular(handle: FileHandle, file: string): Promise<Uint8Array> {
  const stats = await handle.stat();
  if (!stats.isFile()) throw refusal('FILE', file, 'expected a regular file');
  if (stats.size > MAX_PROOF_FILE_BYTES) {
    const most = `expected at most ${MAX_PROOF_FILE_BYTES} bytes`;
    throw refusal('FILE', file, `it has ${stats.size} bytes, ${most}`, 'ERR_LIMIT');
  }
  // One byte more than it had: a file that grows meanwhile is not a whole proof.
  const bytes = new Uint8Array(stats.size + 1);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
  }
  throw refusal('FILE', file, 'it grows while it is read');
}

function refuse(where: string, file: string, error: unknown, advice?: string): never {
  throw fileRefusal(where, file, error, advice);
}

function refusal(
  where: string,
  file: string,
  why: string,
  code: 'ERR_VALUE' | 'ERR_LIMIT' = 'ERR_VALUE',
): Refusal {
  return new Refusal(code, `${quotePath(file)} is refused: ${why}`, { where });
}
