// Files and folders that options name. What the system refuses becomes one line that names the option, the path and
// the reason, since the user can remove each of these reasons.
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { quotePath } from '../core/errors.js';
import { FileRefusedError, NOT_REGULAR } from '../hosts/regular-file.js';
import { Refusal } from './exit.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you lack the permission',
  EPERM: 'you lack the permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
};

/** A refusal of the file that `where` names, an option or an argument. */
export function fileRefusal(where: string, path: string, error: unknown, advice?: string): Refusal {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  const folder = dirname(resolve(path));
  const known =
    code === 'ENOENT' && !existsSync(folder) ? `there is no folder ${folder}` : REASONS[code];
  const text = error instanceof Error ? error.message.split(',')[0]! : String(error);
  const reason = known === undefined ? text : `${known} (${code})`;
  const message = `${quotePath(path)} is refused: ${reason}`;
  return new Refusal('ERR_VALUE', message, { where, ...(advice !== undefined && { advice }) });
}

/** Runs what reads or writes a file; only what the file system refuses is turned into a refusal. */
export async function usingFile<T>(
  where: string,
  path: string,
  work: () => T | Promise<T>,
  advice?: string,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFileError(error)) throw fileRefusal(where, path, error, advice);
    if (error instanceof FileRefusedError) throw Refusal.of(error.refused, { where });
    throw error;
  }
}

/** Errors of files carry the system's call; those of sockets and of programs that do not start have other ones. */
const FILE_CALLS = new Set(
  [
    'open',
    'read',
    'write',
    'close',
    'fsync',
    'mkdir',
    'rename',
    'unlink',
    'rm',
    'stat',
    'lstat',
  ].concat(['scandir', 'access', 'ftruncate', 'chmod', 'copyfile']),
);

export function isFileError(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === 'string' && syscall !== undefined && FILE_CALLS.has(syscall);
}

/** Larger texts do not fit a string with what is made of them. */
const MAX_TEXT_BYTES = 2 ** 28;

/** The text of a file, or of a pipe, which another program writes. A device may have no end. */
export async function readText(where: string, path: string): Promise<string> {
  return usingFile(where, path, async () => {
    const stats = await stat(path);
    const isDevice = stats.isCharacterDevice() || stats.isBlockDevice();
    if (isDevice) throw fileRefusal(where, path, NOT_REGULAR);
    if (stats.size > MAX_TEXT_BYTES) {
      const why = `it has ${stats.size} bytes, expected at most ${MAX_TEXT_BYTES}`;
      throw fileRefusal(where, path, why);
    }
    return readFile(path, 'utf8');
  });
}
