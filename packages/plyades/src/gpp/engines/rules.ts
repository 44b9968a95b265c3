// A game of the library as the master tree asks for it: moves as engines write them, and games that have
// ended by any rule as values.
import type { LoadedGame, Position } from '../../api/index.js';
import { unwrap } from '../../core/result.js';
import { MATE_VALUE } from '../../protocols/score.js';
import type { GppRules } from '../index.js';
import type { MoveOrdering } from './move-ordering.js';

/** `ordering` makes the order of moves where no engine has reported a line. */
export function gppRules(game: LoadedGame, ordering?: MoveOrdering): GppRules<Position> {
  const { notation } = game;
  return {
    moves: (position) => game.legalMoves(position).map(notation.makeMove),
    play(position, text) {
      const move = unwrap(notation.parseMove(text));
      return unwrap(game.play(position, move));
    },
    ended(positions) {
      const ending = game.ending(positions);
      if (ending === undefined) return undefined;
      if (ending.winner === undefined) return 0;
      return ending.winner === game.turn(positions.at(-1)!) ? MATE_VALUE : -MATE_VALUE;
    },
    ...(ordering && { order: ({ record }) => ordering.order(record).map(notation.makeMove) }),
  };
}
