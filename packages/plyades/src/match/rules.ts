// The rules of chess as notations ask them, by a game that is loaded.
import type { LoadedGame } from '../api/index.js';
import type { MoveRules } from '../core/game.js';
import { unwrap } from '../core/result.js';

export function chessRules(game: LoadedGame): MoveRules {
  const at = (record: Uint8Array) => ({ game: game.id, record });
  return {
    moves: (record) => game.legalMoves(at(record)),
    play: (record, move) => unwrap(game.play(at(record), move)).record,
  };
}
