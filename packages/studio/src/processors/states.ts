// The states of a process as the lanes show them: those of a trace, and three that are derived:
// `on-the-way` from messages, `ahead` and `given-up` from pieces. Their order is that of the legend and of stacked shares: useful work first, then what keeps a process from it.
import type { ProcessState } from 'plyades/trace';

export const laneStates = [
  'searching',
  'ahead',
  'given-up',
  'deciding',
  'messages',
  'on-the-way',
  'waiting',
  'starting',
  'down',
] as const;
export type LaneState = (typeof laneStates)[number];

export const STATES = laneStates.length;

/** Places in `laneStates`. */
export const codeOf = Object.fromEntries(
  laneStates.map((state, code) => [state, code]),
) as Readonly<Record<LaneState, number>>;

/** The same for the states of a trace. */
export const codeOfRecorded: Readonly<Record<ProcessState, number>> = codeOf;

interface StateText {
  readonly name: string;
  /** What a process does in it, as a predicate: `Process 3 waits for a message`. */
  readonly does: string;
  readonly about: string;
}

export const stateTexts: Readonly<Record<LaneState, StateText>> = {
  searching: {
    name: 'Searching',
    does: 'searches a piece of the tree',
    about: 'The process searches positions.',
  },
  ahead: {
    name: 'Searching ahead',
    does: 'searches a piece that no process waits for yet',
    about: 'The process searches a piece that no process waits for yet, rather than wait itself.',
  },
  'given-up': {
    name: 'Searching for nothing',
    does: 'searches a piece that is given up before its end',
    about:
      'The process searches a piece that is given up before its end: a cut-off came meanwhile.',
  },
  deciding: {
    name: 'Deciding',
    does: 'decides in its own tree',
    about: 'The master walks over its tree and decides what should be searched next.',
  },
  messages: {
    name: 'Messages',
    does: 'sends or receives messages',
    about: 'The process packs, sends, receives or reads messages.',
  },
  'on-the-way': {
    name: 'On the way',
    does: 'waits for a message that is on its way',
    about: 'The process waits, and a message to it has been sent: this is latency.',
  },
  waiting: {
    name: 'Waiting',
    does: 'waits, and no message to it is on its way',
    about: 'The process waits, and no other process has sent it anything yet.',
  },
  starting: {
    name: 'Starting',
    does: 'waits for its first work',
    about: 'The process has not had any work yet.',
  },
  down: {
    name: 'Down',
    does: 'is down',
    about: 'The process has crashed, or a fault pauses it.',
  },
};
