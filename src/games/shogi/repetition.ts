// Repetition (sennichite), judged along a game: when a position occurs for the fourth time the game is
// drawn, unless one side has given check with every move since the first time; that side has lost. It
// depends on the way to a position and not on the position, so the exact tree does not know it.
import { type Position, recordOf } from '../../core/game.js';
import { inCheck } from './attacks.js';
import { shogi } from './notation.js';
import { SIDE, type Side } from './pieces.js';

/** How often a position must occur. */
const TIMES = 4;

/** How a game ended by repetition: drawn, or lost by the side that checked on and on (0 is Black). */
export type Repetition =
  | { readonly result: 'draw' }
  | { readonly result: 'loss'; readonly loser: Side };

/** Looks at the last position of a game, all positions from its start given in order. */
export function judgeRepetition(game: readonly Position[]): Repetition | undefined {
  const records = game.map((position) => recordOf(shogi, position));
  const last = records.at(-1);
  if (last === undefined) return undefined;
  const same = records.filter((record) => isEqual(record, last));
  if (same.length < TIMES) return undefined;
  const since = records.slice(records.indexOf(same.at(-TIMES)!) + 1);
  for (const checked of [0, 1] as const) {
    const suffered = since.filter((record) => record[SIDE] === checked);
    if (suffered.length > 0 && suffered.every((record) => inCheck(record, checked))) {
      return { result: 'loss', loser: checked === 0 ? 1 : 0 };
    }
  }
  return { result: 'draw' };
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((byte, i) => byte === b[i]);
}
