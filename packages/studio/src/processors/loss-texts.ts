// What each overhead means and what to try against it, in plain sentences for readers who do not know the thesis.
import type { WaitCause } from './waits.js';
import type { LossKind } from './waterfall.js';

export interface LossText {
  readonly name: string;
  readonly about: string;
  readonly attempt: string;
  /** The definition of the thesis. */
  readonly definition: string;
}

export const lossTexts: Readonly<Record<LossKind, LossText>> = {
  master: {
    name: 'Master',
    about: 'One processor decides what the others search, and searches nothing itself.',
    attempt: 'More processors, among which it weighs less, or young-brothers, which has none.',
    definition: 'Master overhead: 1 / (P − 1)',
  },
  search: {
    name: 'Search overhead',
    about: 'Processors searched positions that one processor alone would have cut off.',
    attempt: 'A shared or ring table, a deeper search, or another algorithm.',
    definition: 'Search overhead: (nodes − speculative nodes) / sequential nodes − 1',
  },
  speculative: {
    name: 'Speculation',
    about: 'Processors searched ahead for a depth that the run never reached.',
    attempt: 'A deeper search. Without it these processors would have waited.',
    definition: 'Speculative overhead: speculative nodes / sequential nodes',
  },
  startIdle: {
    name: 'Idle at first',
    about: 'Processors waited for their first piece while the tree was still too small to share.',
    attempt: 'A deeper search, of which the beginning is a smaller part.',
    definition: "Start idle: the workers' time before their first work",
  },
  otherIdle: {
    name: 'Idle later',
    about: 'Processors had finished their pieces and waited for new ones.',
    attempt: 'Fewer processors, or a deeper search.',
    definition: "Other idle: the workers' idle time after their first work",
  },
  rest: {
    name: 'Messages and the rest',
    about: 'Processors sent and received messages instead of searching.',
    attempt: 'Larger pieces, or a lower cost of a message in the profile.',
    definition: 'What is left of the parallelization overhead beside idle times',
  },
};

export interface WaitText {
  /** After a number of processors: `3.2 waited while the master was busy`. */
  readonly about: string;
  readonly attempt: string;
}

/** What idle processors waited for, and what to try against the greatest of these. */
export const waitTexts: Readonly<Record<WaitCause, WaitText>> = {
  latency: {
    about: 'while a message to them was on its way',
    attempt:
      'Take a network with less latency, or larger pieces, so that there are fewer messages.',
  },
  master: {
    about: 'while the master was busy with others',
    attempt:
      'A master with less to do: a lower horizon, larger pieces, or an algorithm without one.',
  },
  work: {
    about: 'because no piece could be given out before others were done',
    attempt:
      'Fewer processors, or a deeper search: it has more pieces that do not need each other.',
  },
};
