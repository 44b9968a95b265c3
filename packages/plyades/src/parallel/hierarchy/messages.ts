// What a middle master and its workers tell each other: which searches there are, and, of each, what the
// algorithm's master and workers say. Numbers of searches are never used twice, by no incarnation of a master:
// what comes late is known to be late.
import { FULL_DEPTH } from '../../core/score.js';
import { count, defineMessages, type Field, list } from '../wire.js';

const number = count(Number.MAX_SAFE_INTEGER);

export type SiteMessage<M> =
  /** A search to take part in: moves from the root to its own, its depth, and its rank: lower ones first. */
  | {
      readonly type: 'open';
      readonly searchId: number;
      readonly path: readonly number[];
      readonly depth: number;
      readonly rank: number;
    }
  | { readonly type: 'rank'; readonly searchId: number; readonly rank: number }
  | { readonly type: 'close'; readonly searchId: number }
  /** A message of the algorithm in a search. */
  | { readonly type: 'say'; readonly searchId: number; readonly message: M };

export const siteMessages = <M>(message: Field<M>): Field<SiteMessage<M>> =>
  defineMessages({
    open: {
      searchId: number,
      path: list(count(2 ** 32 - 1), 256),
      depth: count(FULL_DEPTH),
      rank: number,
    },
    rank: { searchId: number, rank: number },
    close: { searchId: number },
    say: { searchId: number, message },
  }) as unknown as Field<SiteMessage<M>>;
