// What is known of the positions of the game, for the graph: the deepest value of each, by live analysis or by the review of
// the whole game.
import { signal } from '@preact/signals';
import type { LoadedGame, Move, Position } from 'plyades';
import { type FoundValue, onScale } from './values.js';

export interface Evaluation {
  readonly found: FoundValue;
  readonly turn: 0 | 1;
  readonly best: Move | undefined;
  /** −1 to 1, from the side that begins. */
  readonly onScale: number;
}

/** Positions are few: the oldest are forgotten. */
const MAX_KEPT = 2000;

const kept = new Map<string, Evaluation>();

/** Grows when something became known. */
export const evaluationVersion = signal(0);

const keyOf = (game: LoadedGame, position: Position): string =>
  `${game.id} ${game.notation.makePosition(position)}`;

export function evaluationOf(game: LoadedGame, position: Position): Evaluation | undefined {
  return kept.get(keyOf(game, position));
}

/** A search with a value. */
interface FoundMove extends FoundValue {
  readonly move: Move | undefined;
}

/** Keeps a value that rests on a deeper search than the one before. */
export function noteEvaluation(game: LoadedGame, position: Position, found: FoundMove): void {
  if (found.depth === 0 && found.solved !== true) return;
  const key = keyOf(game, position);
  const before = kept.get(key);
  if (before !== undefined && before.found.depth > found.depth && found.solved !== true) return;
  if (before?.found.value === found.value && before.found.depth === found.depth) return;
  const turn = game.turn(position);
  kept.delete(key);
  kept.set(key, { found, turn, best: found.move, onScale: onScale(game.notation, turn, found) });
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
  evaluationVersion.value++;
}
