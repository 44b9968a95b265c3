// Repetition (sennichite) without a kernel: positions are compared as records, and checks are found the
// slow and obvious way. `LoadedGame.repetition` judges the same by the kernel, for every game.
import { type Position, recordOf } from '../../core/game.js';
import { judgeOccurrences, type Repetition } from '../../core/repetition.js';
import { inCheck } from './attacks.js';
import { shogi } from './notation.js';
import { SIDE } from './pieces.js';

export type { Repetition };

/** How often a position must occur. */
const TIMES = 4;

/** Looks at the last position of a game, all positions from its start given in order. */
export function judgeRepetition(game: readonly Position[]): Repetition | undefined {
  const occurrences = game.map((position) => {
    const record = recordOf(shogi, position);
    const turn = record[SIDE] === 0 ? 0 : 1;
    return { key: record.join(), turn, checked: inCheck(record, turn) } as const;
  });
  return judgeOccurrences(TIMES, occurrences);
}
