// Where the time of a parallel search went, by process: `--stats`.
import type { ProcessUse, SearchResult } from '../api/index.js';
import { makeCount, makeRate } from './numbers.js';
import { columns } from './terminal.js';

const HEAD = [
  ...['process', 'nodes', 'while busy', 'busy', 'idle at first', 'idle later', 'cut off', 'ahead'],
  ...['jobs', 'messages', 'bytes'],
];

/** A row for each process; shares are of its time, `cut off` and `ahead` are nodes. */
export function statsText({ processes = [] }: SearchResult): string {
  if (processes.length === 0) return 'no processes: one thread searched, or another machine';
  const rows = processes.map((use, process) => [String(process), ...cells(use)]);
  return columns(
    [HEAD, ...rows],
    HEAD.map((_, index) => index),
  );
}

function cells({ counters, times: { busy, startIdle, otherIdle } }: ProcessUse): string[] {
  const whole = busy + startIdle + otherIdle;
  const share = (seconds: number) => `${whole > 0 ? Math.round((100 * seconds) / whole) : 0} %`;
  return [
    ...[makeCount(counters.nodes), makeRate(counters.nodes, busy)],
    ...[share(busy), share(startIdle), share(otherIdle)],
    ...[counters.abandonedNodes, counters.aheadNodes, counters.jobs].map(makeCount),
    ...[counters.messages, counters.bytes].map(makeCount),
  ];
}

/** The fields of --json. */
export const statsJson = ({ processes = [] }: SearchResult): object => ({
  processes: processes.map(({ counters, times }) => ({ ...times, ...counters })),
});
