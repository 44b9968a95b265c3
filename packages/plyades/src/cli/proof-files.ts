// Files of proofs: read whole, and written whole or not at all, by writing beside and renaming.
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { quotePath } from '../core/errors.js';
import { Refusal } from './exit.js';

/** No proof is as large; a file that is was given by mistake. */
const MAX_BYTES = 2 ** 30;

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

/** Writes the bytes; the file is there with all of them or, when that fails, as it was before. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const beside = `${file}.${process.pid}.part`;
  try {
    const handle = await open(beside, 'w');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    refuse('--proof', file, error);
  }
}

/** The bytes of a proof file. */
export async function readProof(file: string): Promise<Uint8Array> {
  const { size } = await stat(file).catch((error) => refuse('FILE', file, error));
  if (size > MAX_BYTES) throw refusal('FILE', file, 'it is too large for a proof');
  return readFile(file).catch((error) => refuse('FILE', file, error));
}

function refuse(where: string, file: string, error: unknown): never {
  throw refusal(where, file, error instanceof Error ? error.message : String(error));
}

function refusal(where: string, file: string, why: string): Refusal {
  return new Refusal('ERR_VALUE', `${quotePath(file)} is refused: ${why}`, { where });
}
