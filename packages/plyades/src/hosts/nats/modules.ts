// A hash of a game's files: the files of its kernel, or the module of a game or program in TypeScript
// with the files it imports by relative paths. Two machines with equal hashes search the same tree;
// nothing that comes over the network is ever run.

import { createHash, type Hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PlyadesError } from '../../core/errors.js';
import type { GameKernel } from '../../games/load.js';
import type { GameSource } from '../../games/open.js';
import { readKernel } from '../../kernel/index.js';

/** Hexadecimal digits of a hash that are used: 128 bits. */
const DIGITS = 32;

const known = new Map<string, Promise<string>>();

/** The hash of a game, remembered for the life of the process. */
export function hashOf(game: GameSource): Promise<string> {
  if (game.kind === 'plain' && game.url === undefined) {
    throw new PlyadesError(
      'ERR_GAME',
      'a game without `url` has no file that a cluster could compare',
    );
  }
  const key = game.kind === 'kernel' ? game.kernel.id : game.url!;
  let hash = known.get(key);
  if (hash === undefined) {
    hash = game.kind === 'kernel' ? hashKernel(game.kernel) : hashModule(game.url!);
    hash.catch(() => known.delete(key));
    known.set(key, hash);
  }
  return hash;
}

async function hashKernel({ id, data }: GameKernel): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readKernel(id));
  if (data !== undefined) hash.update(data);
  return hash.digest('hex').slice(0, DIGITS);
}

/** The hash of the module of a program with a search of its own; `name` is that of its export. */
export async function hashProgram(url: string, name: string): Promise<string> {
  const hash = createHash('sha256');
  hash.update(`program ${name}\n`);
  await addModule(hash, new URL(url), new Set());
  return hash.digest('hex').slice(0, DIGITS);
}

async function hashModule(url: string): Promise<string> {
  const hash = createHash('sha256');
  await addModule(hash, new URL(url), new Set());
  hash.update(await readKernel('foreign'));
  return hash.digest('hex').slice(0, DIGITS);
}

const IMPORTED = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

async function addModule(hash: Hash, url: URL, seen: Set<string>): Promise<void> {
  if (seen.has(url.href) || url.protocol !== 'file:') return;
  seen.add(url.href);
  const text = await readFile(fileURLToPath(url), 'utf8');
  hash.update(text);
  for (const [, path] of text.matchAll(IMPORTED)) {
    await addModule(hash, new URL(path!, url), seen).catch((error: NodeJS.ErrnoException) => {
      // It is named in a comment; a module that lacks it indeed could not have been loaded.
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
