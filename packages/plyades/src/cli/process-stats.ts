// Where the time of a parallel search went, by process: `--stats`.
import type { ProcessUse, SearchResult } from '../api/index.js';
import { makeCount, makeRate } from './numbers.js';
import { columns } from './terminal.js';

const HEAD = ['process', 'nodes', 'while busy', 'opening', 'busy', 'idle at first', 'idle later'];

/** Counts that most algorithms lack: columns without any are left out. */
const COUNTS: Readonly<Record<string, (use: ProcessUse) => number>> = {
  'cut off': ({ counters }) => counters.abandonedNodes,
  ahead: ({ counters }) => counters.aheadNodes,
  'of it used': ({ counters }) => counters.usedAheadNodes,
  'again: window': ({ counters }) => counters.againForWindow,
  'again: owner': ({ counters }) => counters.againForOwner,
  'again: table': ({ counters }) => counters.againForTable,
  'catch-up': ({ counters }) => counters.catchUpNodes,
  help: ({ counters }) => counters.helpNodes,
  'put off': ({ marks }) => marks?.putOff ?? 0,
  'decided meanwhile': ({ marks }) => marks?.decidedMeanwhile ?? 0,
  jobs: ({ counters }) => counters.jobs,
  messages: ({ counters }) => counters.messages,
  bytes: ({ counters }) => counters.bytes,
};

/** A row for each process; shares are of its time after the opening, those from `cut off` to `help` are nodes. */
export function statsText({ processes = [] }: SearchResult): string {
  if (processes.length === 0) {
    return 'no processes: only a search on threads of this machine counts by process';
  }
  const counted = Object.entries(COUNTS).filter(([, count]) => processes.some(count));
  const head = [...HEAD, ...counted.map(([name]) => name)];
  const rows = processes.map((use, process) => [
    ...[String(process), ...timeCells(use)],
    ...counted.map(([, count]) => makeCount(count(use))),
  ]);
  return columns(
    [head, ...rows],
    head.map((_, index) => index),
  );
}

function timeCells({ counters, times, opening = 0 }: ProcessUse): string[] {
  const { busy, startIdle, otherIdle } = times;
  const whole = busy + startIdle + otherIdle;
  const share = (seconds: number) => `${whole > 0 ? Math.round((100 * seconds) / whole) : 0} %`;
  return [
    ...[
      makeCount(counters.nodes),
      makeRate(counters.nodes, busy),
      `${(1000 * opening).toFixed(1)} ms`,
    ],
    ...[share(busy), share(startIdle), share(otherIdle)],
  ];
}

/** The fields of --json. */
export const statsJson = ({ processes = [] }: SearchResult): object => ({
  processes: processes.map(({ counters, times, marks, opening = 0 }) => ({
    ...{ opening, ...times, ...marks, ...counters },
  })),
});
