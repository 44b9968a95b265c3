// Repetition (sennichite) without a kernel, as a second judge: positions are compared as records, and
// checks are found the slow and obvious way.
import { type Position, recordOf } from '#dist/core/game.js';
import { judgeOccurrences, type Repetition } from '#dist/core/repetition.js';
import { inCheck } from '#dist/games/shogi/attacks.js';
import { shogi } from '#dist/games/shogi/notation.js';
import { SIDE } from '#dist/games/shogi/pieces.js';

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
