// What a process does at a moment, in records and in words: the card of a lane shows it, and screen readers read it out.
import type { FaultRecord, MessageRecord, PieceRecord } from 'plyades/trace';
import { makeCount, makeTime } from '../ui/format.js';
import type { LaneLog } from './lane-log.js';
import { firstSentAt } from './message-index.js';
import { type LaneState, laneStates, stateTexts } from './states.js';
import { makeMoment } from './time-axis.js';

export interface LaneMoment {
  readonly process: number;
  readonly at: number;
  readonly isMaster: boolean;
  /** Undefined before the first record of the process, and after the end of the run. */
  readonly state: LaneState | undefined;
  readonly since: number;
  readonly until: number;
  readonly piece: PieceRecord | undefined;
  /** Messages to the process that are on their way. */
  readonly coming: readonly MessageRecord[];
  readonly fault: FaultRecord | undefined;
}

/** Messages on their way that are listed at most. */
const MAX_COMING = 5;

export function momentOf(log: LaneLog, process: number, at: number): LaneMoment {
  const lane = log.lanes[process];
  const change = lane?.changeAt(at) ?? -1;
  const known = lane !== undefined && change >= 0 && at <= lane.end;
  const code = known ? lane.codes[change] : undefined;
  const state = code === undefined ? undefined : laneStates[code];
  return {
    ...{ process, at, state },
    isMaster: process === 0 && log.log.header.hasMaster,
    since: known ? lane.times[change]! : Number.NaN,
    until: known ? (lane.times[change + 1] ?? lane.end) : Number.NaN,
    piece: state === 'down' ? undefined : log.pieceAt(process, at),
    coming: comingTo(log, process, at),
    fault: log.log.faults.findLast(
      (fault) => fault.process === process && fault.at <= at && !(fault.until <= at),
    ),
  };
}

function comingTo(log: LaneLog, process: number, at: number): MessageRecord[] {
  const messages = log.messages.of(process);
  const coming: MessageRecord[] = [];
  for (let i = firstSentAt(messages, at) - 1; i >= 0 && coming.length < MAX_COMING; i--) {
    const message = messages[i]!;
    if (at - message.sentAt > log.messages.slowest) break;
    if (message.to === process && message.receivedAt > at) coming.push(message);
  }
  return coming.reverse();
}

/** The name of a process: `Master (process 0)`. */
export const nameOf = (process: number, isMaster: boolean): string =>
  isMaster ? `Master (process ${process})` : `Process ${process}`;

const searchStates: ReadonlySet<LaneState> = new Set(['searching', 'ahead', 'given-up']);

const depthOf = ({ depth }: PieceRecord): string => (Number.isNaN(depth) ? '' : `, depth ${depth}`);

/** One sentence for screen readers. */
export function sayMoment(moment: LaneMoment, line: string): string {
  const { process, at, isMaster, state, since, until, piece } = moment;
  const name = `At ${makeMoment(at)}: ${nameOf(process, isMaster)}`;
  if (state === undefined) return `${name} has no record.`;
  const spent = `for ${makeTime(until - since)}, since ${makeMoment(since)}`;
  const work =
    piece === undefined || !searchStates.has(state)
      ? ''
      : `: ${line === '' ? 'the root' : line}${depthOf(piece)}, ${makeCount(piece.nodes)} nodes`;
  return `${name} ${stateTexts[state].does}${work}, ${spent}.`;
}
