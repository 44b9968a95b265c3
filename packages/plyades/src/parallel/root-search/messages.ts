// The messages of processes that search the root: the finding of a finished depth.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import { count, defineMessages, flag, list, optional, type Read, signed } from '../wire.js';

const move = count(2 ** 32 - 1);

export const messages = defineMessages({
  found: {
    depth: count(FULL_DEPTH),
    value: signed(INFINITE),
    move: optional(move),
    pv: list(move, 256),
    complete: flag,
  },
});

export type RootSearchMessage = Read<typeof messages>;
