// Analyses every position of the game in the background, on one thread of its own, the last position first: values of
// later positions are in the table when the earlier ones are searched.
import { signal } from '@preact/signals';
import { notifyError } from '../ui/notices.js';
import { openAnalyst } from './analysis.js';
import { evaluationOf, noteEvaluation } from './evaluations.js';
import { played } from './session.js';

export const isReviewing = signal(false);

/** Positions that are done. */
export const reviewed = signal(0);

/** Milliseconds for a position. */
const POSITION_MS = 400;

let stop: AbortController | undefined;

export function stopReview(): void {
  stop?.abort();
}

export async function startReview(): Promise<void> {
  const now = played.peek();
  if (now === undefined || isReviewing.peek()) return;
  const { game, positions } = now;
  stop = new AbortController();
  const { signal } = stop;
  isReviewing.value = true;
  reviewed.value = 0;
  try {
    const search = await openAnalyst(game, 1);
    try {
      for (let ply = positions.length - 1; ply >= 0 && !signal.aborted; ply--) {
        // Another game on the board has nothing to do with this one.
        if (played.peek()?.positions[0] !== positions[0]) break;
        const position = positions[ply]!;
        if (game.over(position)) noteEnd(game, position);
        else if (!isKnownWell(ply)) {
          const before = positions.slice(0, ply);
          noteEvaluation(
            game,
            position,
            await search.analyse(position, { before, ms: POSITION_MS, signal }),
          );
        }
        reviewed.value++;
      }
    } finally {
      await search.close();
    }
  } catch (error) {
    if (!signal.aborted) notifyError(error);
  } finally {
    isReviewing.value = false;
  }

  function isKnownWell(ply: number): boolean {
    return evaluationOf(game, positions[ply]!)?.found.solved === true;
  }
}

function noteEnd(
  game: Parameters<typeof noteEvaluation>[0],
  position: Parameters<typeof noteEvaluation>[1],
): void {
  noteEvaluation(game, position, {
    value: game.result(position),
    depth: 0,
    solved: true,
    move: undefined,
  });
}
