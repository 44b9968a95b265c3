// A fixed time for one move, in the protocol of a game: USI has no word for it but byoyomi on empty clocks.
import { type Go, protocolOf } from '../protocols/index.js';
import type { EngineGame } from './engine.js';

/** The `go` for a move of this many milliseconds. */
export function goForTime(game: EngineGame, ms: number): Go {
  if (protocolOf(game) === 'uci') return { moveTime: ms };
  return { firstTime: 0, secondTime: 0, byoyomi: ms };
}
