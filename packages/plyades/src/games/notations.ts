import type { GameNotation } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { findGame } from './catalogue.js';

/** The notation of a game; a PlyadesError with ERR_GAME when there is none of that name. */
export const loadNotation = async (id: string): Promise<GameNotation> => loadedNotation(id);

/** The same at once. */
export const loadedNotation = (id: string): GameNotation => unwrap(findGame(id));
