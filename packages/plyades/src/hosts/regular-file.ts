// Reads and replaces regular files, and nothing else: a pipe or a device may have no end, and a rename would put a file in
// its place. A replaced file is whole at any time: the new one takes the place of the old one once it is on the disk, and
// a full disk leaves the old one unchanged.
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { type InputError, inputError, PlyadesError, quotePath } from '../core/errors.js';

export const NOT_REGULAR = 'expected a regular file';

/** The bytes of a file. Throws ERR_VALUE for what is no regular file, unread, and ERR_LIMIT for more than `maxBytes`. */
export async function readRegularFile(
  path: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  // Without O_NONBLOCK a pipe that has no writer would not even open.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await readAll(handle, path, maxBytes);
  } finally {
    await handle.close();
  }
}

async function readAll(handle: FileHandle, path: string, maxBytes: number) {
  const stats = await handle.stat();
  if (!stats.isFile()) refusePath('ERR_VALUE', path, NOT_REGULAR);
  if (stats.size > maxBytes) {
    const why = `it has ${stats.size} bytes, expected at most ${maxBytes} bytes`;
    refusePath('ERR_LIMIT', path, why);
  }
  // One byte more than it had: a file that grows meanwhile is not whole.
  const bytes = new Uint8Array(stats.size + 1);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
  }
  refusePath('ERR_VALUE', path, 'it grows while it is read');
}

/** Replaces a file, or the one that a symbolic link leads to. Throws ERR_VALUE for a pipe, a device or a socket. */
export async function replaceFile(
  path: string,
  data: string | Uint8Array,
  mode = 0o666,
): Promise<void> {
  const target = await replaceable(path);
  // Two programs that write the same file must not write into each other's.
  const fresh = `${target}.${process.pid}.new`;
  try {
    const file = await open(fresh, 'w', mode);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {});
    throw error;
  }
}

/** The path of the file itself. A folder is left to the system, which refuses to replace it. */
export async function replaceable(path: string): Promise<string> {
  const target = await realpath(path).catch(() => path);
  const stats = await lstat(target).catch(() => undefined);
  const isOther = stats !== undefined && !stats.isFile() && !stats.isDirectory();
  if (isOther) refusePath('ERR_VALUE', path, NOT_REGULAR);
  return target;
}

/** A file that is refused for what it is: ERR_VALUE or ERR_LIMIT. */
export class FileRefusedError extends PlyadesError {
  declare readonly refused: InputError;

  constructor(refused: InputError) {
    super(refused.code, refused.message, { refused });
  }
}

function refusePath(code: 'ERR_VALUE' | 'ERR_LIMIT', path: string, why: string): never {
  throw new FileRefusedError(inputError(code, `${quotePath(path)} is refused: ${why}`, path));
}
