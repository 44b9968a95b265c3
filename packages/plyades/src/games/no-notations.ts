// In place of the notations in workers that serve games in plain TypeScript.
import { PlyadesError, quote } from '../core/errors.js';

export function loadedNotation(id: string): never {
  const message = `${quote(id)} is no game of this worker: it serves games in plain TypeScript`;
  throw new PlyadesError('ERR_GAME', message);
}

export const loadNotation = async (id: string): Promise<never> => loadedNotation(id);
