// What exports to other viewers have in common: the records of a log as slices on tracks, moments, counters and arrows.
// Pieces of a process may overlap without one being inside the other, so they get as many tracks as they need, up to a
// bound. Only some messages become arrows: viewers freeze when there are hundreds of thousands.
import type { PieceRecord, TraceTime } from '../core/trace.js';
import type { TraceLog } from './log.js';

/** At most this many messages become arrows: every second, third, ... is taken, in the order of time. */
export const EXPORTED_MESSAGES = 20_000;
/** At most this many pieces of a process lie side by side; those beyond are left out. */
export const PIECE_TRACKS = 8;

/** Facts about a slice or a moment. */
export type Facts = Readonly<Record<string, string | number>>;

/** Which track of a process: its states, its passes, or one of those with its pieces. */
export type TrackName = 'states' | 'passes' | number;

export interface TimelineSlice {
  readonly process: number;
  readonly track: TrackName;
  readonly from: TraceTime;
  readonly to: TraceTime;
  readonly name: string;
  readonly facts: Facts;
}

/** Something at a moment; `flow` joins the two ends of an arrow. */
export interface TimelineMoment {
  /** Undefined for the whole search. */
  readonly process: number | undefined;
  readonly at: TraceTime;
  readonly name: string;
  readonly facts: Facts;
  readonly flow?: { readonly id: number; readonly end: boolean };
}

export interface CounterValue {
  readonly process: number;
  readonly counter: 'nodes' | 'queue';
  readonly at: TraceTime;
  readonly value: number;
}

/** The name of a process's lane. */
export const processName = (log: TraceLog, process: number): string =>
  process === 0 && log.header.hasMaster ? 'process 0, master' : `process ${process}`;

/** Changes of state, passes and pieces. A process that waits has no slice. */
export function* slices(log: TraceLog): Generator<TimelineSlice> {
  for (const [process, { times, states }] of log.lanes.entries()) {
    for (let i = 0; i < times.length; i++) {
      const name = states[i]!;
      const [from, to] = [times[i]!, times[i + 1] ?? log.end];
      if (to <= from || name === 'waiting' || name === 'starting') continue;
      yield { process, track: 'states', from, to, name, facts: {} };
    }
  }
  for (const { process, from, to, pass, depth, visits, value, uncertain } of log.passes) {
    const facts = known({ depth, visits, value, uncertain });
    if (to > from) yield { process, track: 'passes', from, to, name: `pass ${pass}`, facts };
  }
  const free = log.lanes.map((): TraceTime[] => []);
  for (const piece of log.pieces) {
    const { process, from } = piece;
    const to = Number.isNaN(piece.to) ? log.end : piece.to;
    const ends = free[process]!;
    let track = 0;
    while (track < ends.length && ends[track]! > from) track++;
    if (to <= from || track >= PIECE_TRACKS) continue;
    ends[track] = to;
    yield { process, track, from, to, name: pieceName(piece), facts: factsOf(piece) };
  }
}

const pieceName = ({ depth }: PieceRecord): string =>
  Number.isNaN(depth) ? 'search' : `depth ${depth}`;

function factsOf(piece: PieceRecord): Facts {
  const { path, alpha, beta, nodes, outcome, value, bound, ahead } = piece;
  return {
    path: path.join(' '),
    ...known({ alpha, beta, nodes, value }),
    ...(bound !== undefined && { bound }),
    ...(outcome !== undefined && { outcome }),
    ...(ahead && { ahead: 'yes' }),
  };
}

/** Finished depths, faults, and both ends of some messages. */
export function* moments(log: TraceLog): Generator<TimelineMoment> {
  for (const { at, depth, value, bound, pv } of log.depths) {
    const facts = { ...known({ value }), bound, line: pv.join(' ') };
    yield { process: undefined, at, name: `depth ${depth} finished`, facts };
  }
  for (const { process, at, type, until } of log.faults) {
    yield { process, at, name: type, facts: known({ until }) };
  }
  const step = Math.max(1, Math.ceil(log.messages.length / EXPORTED_MESSAGES));
  for (let i = 0; i < log.messages.length; i += step) {
    const { from, to, sentAt, receivedAt, bytes } = log.messages[i]!;
    const isLost = Number.isNaN(receivedAt);
    const id = i + 1;
    yield {
      process: from,
      at: sentAt,
      name: isLost ? 'send, not received' : 'send',
      facts: { to, bytes },
      ...(!isLost && { flow: { id, end: false } }),
    };
    if (isLost) continue;
    const flow = { id, end: true };
    yield { process: to, at: receivedAt, name: 'receive', facts: { from, bytes }, flow };
  }
}

export function* counterValues(log: TraceLog): Generator<CounterValue> {
  for (const { process, at, nodes, queue } of log.samples) {
    if (!Number.isNaN(nodes)) yield { process, counter: 'nodes', at, value: nodes };
    if (!Number.isNaN(queue)) yield { process, counter: 'queue', at, value: queue };
  }
}

/** Numbers that are known. */
function known(numbers: Record<string, number>): Facts {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => !Number.isNaN(value)));
}
