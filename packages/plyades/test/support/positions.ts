// Positions for tests of the library's functions: made by random moves, or read from test data.
import { type LoadedGame, type Position, unwrap } from 'plyades';
import { createRandom } from '#dist/core/random.js';
import { dataLines } from './data.js';

/** The position after some random moves from the start, or where the game ended. */
export function playRandomly(game: LoadedGame, seed: number, plies: number): Position {
  const random = createRandom(seed);
  let position = game.notation.start();
  for (let ply = 0; ply < plies; ply++) {
    const moves = game.legalMoves(position);
    if (moves.length === 0) break;
    position = unwrap(game.play(position, moves[random.below(moves.length)]!));
  }
  return position;
}

export interface Ending {
  readonly name: string;
  readonly text: string;
  /** Disc difference under perfect play, from the side to move. */
  readonly margin: number;
  /** The moves that reach it, in capitals. */
  readonly best: readonly string[];
}

/** Endings of an OBF file: `position; MOVE:score; ...; % name`. */
export function endings(path: string): Ending[] {
  return dataLines(path).map((line) => {
    const [text, ...fields] = line.split(';').map((field) => field.trim());
    const name = fields.pop()!.replace('% ', '');
    const scores = fields.map((field) => field.split(':'));
    const margin = Math.max(...scores.map(([, score]) => Number(score)));
    const best = scores.filter(([, score]) => Number(score) === margin).map(([move]) => move!);
    return { name, text: text!, margin, best };
  });
}
