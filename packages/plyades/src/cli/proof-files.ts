// Files of proofs and traces: read whole, and written whole or not at all, by writing beside and renaming.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { quotePath } from '../core/errors.js';
import { readRegularFile, replaceable, replaceFile } from '../hosts/regular-file.js';
import { MAX_PROOF_FILE_BYTES } from '../proof/index.js';
import { Refusal } from './exit.js';
import { usingFile } from './files.js';

const READ_ADVICE = "'plyades solve GAME --proof FILE' writes one when it has solved the position";

/** Refuses a file that cannot be written, before a long search for what belongs into it. */
export async function checkWritable(file: string, where = '--proof'): Promise<void> {
  const folder = await usingFile(where, file, () => stat(dirname(file)));
  if (!folder.isDirectory()) throw refusal(where, file, 'it is in no folder');
  const existing = await stat(file).catch(() => undefined);
  if (existing?.isDirectory()) throw refusal(where, file, 'it is a folder');
  await usingFile(where, file, () => replaceable(file));
}

export const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Writes the bytes; the file has all of them or, when that fails, stays unchanged. */
export async function writeWhole(
  file: string,
  bytes: Uint8Array,
  where = '--proof',
): Promise<void> {
  await usingFile(where, file, () => replaceFile(file, bytes));
}

/** The bytes of a proof file. */
export function readProof(file: string): Promise<Uint8Array> {
  const read = () => readRegularFile(file, MAX_PROOF_FILE_BYTES);
  return usingFile('FILE', file, read, READ_ADVICE);
}

function refusal(where: string, file: string, why: string): Refusal {
  return new Refusal('ERR_VALUE', `${quotePath(file)} is refused: ${why}`, { where });
}
