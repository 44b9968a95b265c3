// A game ready for use: its notation, its compiled kernel and its data (evaluation weights), found by
// name. Everything here can be posted to a worker.
import { PlyadesError } from '../core/errors.js';
import type { GameNotation } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { compileKernel, readGameData } from '../kernel/index.js';
import { findGame } from './catalogue.js';
import { parseGameName } from './names.js';

/** The compiled kernel of a game and its data file. */
export interface GameKernel {
  readonly id: string;
  readonly module: WebAssembly.Module;
  /** The game's data file; undefined when it has none. */
  readonly data: Uint8Array | undefined;
}

const loaded = new Map<string, Promise<GameKernel>>();

/** The notation of a game; throws a PlyadesError with ERR_GAME when there is none of that name. */
export function notationOf(id: string): GameNotation {
  return unwrap(findGame(id));
}

export function loadKernel(id: string): Promise<GameKernel> {
  let kernel = loaded.get(id);
  if (!kernel) {
    kernel = load(id);
    kernel.catch(() => loaded.delete(id));
    loaded.set(id, kernel);
  }
  return kernel;
}

async function load(id: string): Promise<GameKernel> {
  unwrap(parseGameName(id));
  try {
    const [module, data] = await Promise.all([compileKernel(id), readGameData(id)]);
    return { id, module, data };
  } catch (cause) {
    throw new PlyadesError('ERR_MISSING_PART', `the kernel of ${id} cannot be loaded: ${cause}`, {
      cause,
    });
  }
}
