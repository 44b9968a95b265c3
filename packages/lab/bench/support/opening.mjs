// Random openings, so that games between the same players differ.
import { unwrap } from 'plyades';

/** A position after this many random moves, at which the game is not over. */
export function opening(game, random, plies) {
  let position = game.notation.start();
  for (let ply = 0; ply < plies; ply++) {
    const moves = game.legalMoves(position);
    if (moves.length === 0) return opening(game, random, plies);
    position = unwrap(game.play(position, moves[random.below(moves.length)]));
  }
  return game.over(position) ? opening(game, random, plies) : position;
}
