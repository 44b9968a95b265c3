// The first moment at which two runs differ, by their traces. Until then both did the same at the same times; what
// happens there is the cause of all that differs later, or its first effect.
import type { Lane, MessageRecord, PieceRecord, TraceLog } from 'plyades/trace';
import { makeCount, makeTime } from '../ui/format.js';
import { codeOfRecorded, laneStates, stateTexts } from './states.js';

export interface RunDifference {
  readonly at: number;
  readonly process: number;
  /** What the current run and the other one do there, in a sentence. */
  readonly text: string;
}

/** What two runs have in common and not, beside their times. */
export interface RunComparison {
  /** How their headers differ: `16 and 8 processes`. */
  readonly settings: readonly string[];
  /** Undefined when the traces are the same. */
  readonly first: RunDifference | undefined;
}

/** Compares processes that both runs have. */
export function compareLogs(current: TraceLog, other: TraceLog): RunComparison {
  const found = [
    firstOfLanes(current, other),
    firstOfPieces(current, other),
    firstOfMessages(current, other),
    firstOfFaults(current, other),
    firstOfEnds(current, other),
  ].filter((difference) => difference !== undefined);
  const first = found.reduce<RunDifference | undefined>(
    (best, each) => (best === undefined || each.at < best.at ? each : best),
    undefined,
  );
  return { settings: compareHeaders(current, other), first };
}

function compareHeaders({ header: a }: TraceLog, { header: b }: TraceLog): string[] {
  const differences: string[] = [];
  if (a.game !== b.game) differences.push(`games ${a.game} and ${b.game}`);
  if (a.position !== b.position) differences.push('different positions');
  if (a.algorithm !== b.algorithm) differences.push(`${a.algorithm} and ${b.algorithm}`);
  if (a.processes !== b.processes) differences.push(`${a.processes} and ${b.processes} processes`);
  if (a.build !== b.build) differences.push(`builds ${a.build} and ${b.build}`);
  return differences;
}

function firstOfLanes(current: TraceLog, other: TraceLog): RunDifference | undefined {
  let best: { readonly at: number; readonly process: number } | undefined;
  const processes = Math.min(current.lanes.length, other.lanes.length);
  for (let process = 0; process < processes; process++) {
    const at = firstOfLane(current.lanes[process]!, other.lanes[process]!);
    if (at !== undefined && (best === undefined || at < best.at)) best = { at, process };
  }
  if (best === undefined) return undefined;
  const { at, process } = best;
  const does = ({ lanes, end }: TraceLog) => {
    if (at >= end) return 'is over';
    const state = stateAt(lanes[process]!, at);
    return state === undefined ? 'has not begun' : stateTexts[state].does;
  };
  return {
    at,
    process,
    text: `process ${process} ${does(current)}; in the other run it ${does(other)}`,
  };
}

function firstOfLane(a: Lane, b: Lane): number | undefined {
  const common = Math.min(a.times.length, b.times.length);
  for (let i = 0; i < common; i++) {
    if (a.times[i] !== b.times[i]) return Math.min(a.times[i]!, b.times[i]!);
    if (a.states[i] !== b.states[i]) return a.times[i]!;
  }
  return a.times[common] ?? b.times[common];
}

function stateAt({ times, states }: Lane, at: number) {
  let i = times.length - 1;
  while (i >= 0 && times[i]! > at) i--;
  return i < 0 ? undefined : laneStates[codeOfRecorded[states[i]!]];
}

function firstOfPieces(current: TraceLog, other: TraceLog): RunDifference | undefined {
  const common = Math.min(current.pieces.length, other.pieces.length);
  let best: RunDifference | undefined;
  for (let i = 0; i < common; i++) {
    const a = current.pieces[i]!;
    const b = other.pieces[i]!;
    // Later pieces cannot differ earlier.
    if (best !== undefined && Math.min(a.from, b.from) >= best.at) break;
    const difference = pieceDifference(a, b);
    if (difference !== undefined && (best === undefined || difference.at < best.at))
      best = difference;
    if (difference !== undefined && difference.at <= Math.min(a.from, b.from)) break;
  }
  return best;
}

function pieceDifference(a: PieceRecord, b: PieceRecord): RunDifference | undefined {
  const sameWork =
    a.depth === b.depth &&
    a.path.length === b.path.length &&
    a.path.every((move, i) => move === b.path[i]);
  if (a.process !== b.process || a.from !== b.from || !sameWork) {
    const [first, run, elsewhere] =
      a.from <= b.from
        ? ([a, '', 'in the other run'] as const)
        : ([b, 'in the other run ', 'in this one'] as const);
    return {
      at: first.from,
      process: first.process,
      text: `${run}process ${first.process} begins a piece of depth ${first.depth}; ${elsewhere} it does not`,
    };
  }
  const at = Math.min(...[a.to, b.to].filter((to) => !Number.isNaN(to)));
  const { process } = a;
  if (!Object.is(a.alpha, b.alpha) || !Object.is(a.beta, b.beta)) {
    // The windows are the last ones: they came apart after the piece began.
    return {
      at: Number.isFinite(at) ? at : a.from,
      process,
      text: `process ${process} ends the same piece in another window: ${a.alpha} to ${a.beta}, and ${b.alpha} to ${b.beta} in the other run`,
    };
  }
  if (a.nodes !== b.nodes || a.outcome !== b.outcome || !Object.is(a.value, b.value)) {
    return {
      at: Number.isFinite(at) ? at : a.from,
      process,
      text: `process ${process} ends the same piece otherwise: ${pieceEnd(a)}; in the other run ${pieceEnd(b)}`,
    };
  }
  return undefined;
}

const pieceEnd = ({ nodes, outcome, value }: PieceRecord): string =>
  `${outcome ?? 'under way'} after ${makeCount(nodes)} nodes${Number.isNaN(value) ? '' : `, value ${value}`}`;

function firstOfMessages(current: TraceLog, other: TraceLog): RunDifference | undefined {
  // Two samples of different density do not hold the same messages.
  if (current.messageSampling !== other.messageSampling) return undefined;
  const common = Math.min(current.messages.length, other.messages.length);
  for (let i = 0; i < common; i++) {
    const difference = messageDifference(current.messages[i]!, other.messages[i]!);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function messageDifference(a: MessageRecord, b: MessageRecord): RunDifference | undefined {
  const same = a.from === b.from && a.to === b.to && a.sentAt === b.sentAt && a.bytes === b.bytes;
  if (same && Object.is(a.receivedAt, b.receivedAt)) return undefined;
  const { from, to } = a;
  if (same) {
    return {
      at: a.sentAt,
      process: to,
      text: `a message from process ${from} to ${to} ${arrival(a)}; in the other run it ${arrival(b)}`,
    };
  }
  const [first, run, elsewhere] =
    a.sentAt <= b.sentAt
      ? ([a, '', 'in the other run'] as const)
      : ([b, 'in the other run ', 'in this one'] as const);
  return {
    at: first.sentAt,
    process: first.from,
    text: `${run}process ${first.from} sends ${makeCount(first.bytes)} bytes to process ${first.to}; ${elsewhere} it does not`,
  };
}

const arrival = ({ sentAt, receivedAt }: MessageRecord): string =>
  Number.isNaN(receivedAt) ? 'never arrives' : `arrives after ${makeTime(receivedAt - sentAt)}`;

function firstOfFaults(current: TraceLog, other: TraceLog): RunDifference | undefined {
  const most = Math.max(current.faults.length, other.faults.length);
  for (let i = 0; i < most; i++) {
    const a = current.faults[i];
    const b = other.faults[i];
    if (a && b && a.at === b.at && a.process === b.process && a.type === b.type) continue;
    const isCurrent = b === undefined || (a !== undefined && a.at <= b.at);
    const fault = isCurrent ? a! : b;
    const run = isCurrent ? 'in this run alone' : 'in the other run alone';
    return {
      at: fault.at,
      process: fault.process,
      text: `a fault (${fault.type}) of process ${fault.process} begins ${run}`,
    };
  }
  return undefined;
}

function firstOfEnds(current: TraceLog, other: TraceLog): RunDifference | undefined {
  if (!current.complete || !other.complete || current.end === other.end) return undefined;
  const shorter = current.end < other.end ? 'this run' : 'the other run';
  return { at: Math.min(current.end, other.end), process: 0, text: `${shorter} ends` };
}
