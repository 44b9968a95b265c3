// So long for one move, as the protocol of a game has it: USI has no word for it but byoyomi on empty clocks.
import type { Go } from '../protocols/index.js';
import type { EngineGame } from './engine.js';

/** What to say for a move of so many milliseconds. */
export function goForTime(game: EngineGame, ms: number): Go {
  return game === 'shogi' ? { firstTime: 0, secondTime: 0, byoyomi: ms } : { moveTime: ms };
}
