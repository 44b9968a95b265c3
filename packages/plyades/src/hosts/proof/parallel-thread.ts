// One thread of a parallel solver: a prover in a tree, or a depth-first search on a table, that it shares with the
// others in one memory. No message is sent while it runs: counters in the memory say when to stop, and how many nodes
// each thread has evaluated.
import { type GameSource, openGame, placerOf } from '../../games/open.js';
import {
  type Arena,
  DepthFirst,
  type Kernel,
  ProofTable,
  ProofTree,
  type SecondLevel,
} from '../../kernel/index.js';
import {
  type AttackGoal,
  createProver,
  MAX_LINE,
  type ParallelProofSettings,
  type SolverOptions,
  solverOf,
} from '../../proof/index.js';
import { attackGoalFor } from './game.js';
import { eraseArena, FOUND, SharedCounters, type SharedProofMemory } from './shared-memory.js';

/** Takes part in a parallel solver as thread number `index`. */
export interface ProofThreadCommand {
  readonly type: 'prove';
  readonly game: GameSource;
  readonly position: unknown;
  readonly request: SolverOptions;
  readonly settings: ParallelProofSettings;
  readonly index: number;
  readonly shared: SharedProofMemory;
  /** Zeroed; erased at the end. */
  readonly arena: Arena;
  readonly second?: SecondLevel;
}

/** The reply of a thread at its end. */
export interface ProofThreadReply {
  /** True when a disproof would rest on moves that were not looked at. */
  readonly bounded: boolean;
  /** When it began and ended to search, its game being open: milliseconds by a clock that all threads share. */
  readonly beganAt: number;
  readonly endedAt: number;
}

const commonClock = () => performance.timeOrigin + performance.now();

/** Nodes between two looks at the counters. */
const SLICE = 5000;
/** Times that a lock is tried before the thread sleeps, and for how long, in milliseconds. */
const SPINS = 500;
const NAP_MS = 0.05;

export async function runProofThread(command: ProofThreadCommand): Promise<ProofThreadReply> {
  const { game, position, request, shared, arena } = command;
  const opened = await openGame(game, { memory: shared.memory, arena });
  const { kernel, usesTable } = opened;
  const record = placerOf(opened, MAX_LINE)(position);
  const attackGoal = await attackGoalFor(game, request);
  const counters = new SharedCounters(kernel, shared.countersAddress);
  const beganAt = commonClock();
  const bounded =
    solverOf(request.algorithm).store === 'table'
      ? searchTable(kernel, record, usesTable, attackGoal, command, counters)
      : searchTree(kernel, record, attackGoal, command, counters);
  const endedAt = commonClock();
  eraseArena(kernel, arena);
  return { bounded, beganAt, endedAt };
}

/**
 * Takes nodes that this thread may evaluate before it asks again, 0 when there are none left: fewer towards the end,
 * so that other threads have few left then. `over`: nodes that it evaluated beyond the last ones.
 */
function takeSlice(
  counters: SharedCounters,
  { settings, request }: ProofThreadCommand,
  over = 0,
): number {
  const left = request.nodes - counters.take(over) - over;
  const wanted = Math.max(1, Math.min(SLICE, Math.ceil(left / (2 * settings.threads))));
  return counters.take(wanted) < request.nodes ? wanted : 0;
}

function searchTree(
  kernel: Kernel,
  record: Uint8Array,
  { attack }: AttackGoal,
  command: ProofThreadCommand,
  counters: SharedCounters,
): boolean {
  const { settings, index, shared, second } = command;
  const tree = ProofTree.at(kernel, shared.tree);
  const options = { attack, maxPly: MAX_LINE, ...settings, ...(second && { second }) };
  const prover = createProver(kernel, tree, index, options);
  const report = () =>
    counters.report(index, [prover.evaluated, prover.expanded, prover.collisions]);
  prover.start(record, settings.threads === 1);
  let spins = 0;
  let next = takeSlice(counters, command);
  for (;;) {
    const stepped = prover.run(Math.max(1, next - prover.evaluated));
    if (stepped === 'ended') break;
    if (stepped === 'blocked') {
      // On one core the thread that holds the lock may not run until this one sleeps.
      if (++spins % SPINS === 0) counters.nap(NAP_MS);
    } else {
      spins = 0;
    }
    if (prover.evaluated >= next) {
      report();
      const slice = takeSlice(counters, command, prover.evaluated - next);
      next = prover.evaluated + slice;
      if (slice === 0 || counters.stopped) tree.stop();
    }
  }
  report();
  return prover.bounded;
}

function searchTable(
  kernel: Kernel,
  record: Uint8Array,
  keyed: boolean,
  { attack }: AttackGoal,
  command: ProofThreadCommand,
  counters: SharedCounters,
): boolean {
  const { shared, settings, index } = command;
  const table = ProofTable.at(kernel, shared.tree);
  const busy = settings.threads > 1 ? shared.busy : 0;
  const search = new DepthFirst(kernel, table, MAX_LINE, attack, { keyed, busy });
  search.start(record);
  let done = false;
  let slice = takeSlice(counters, command);
  while (!done && slice > 0 && !counters.stopped) {
    const end = search.evaluated + slice;
    done = search.run(slice);
    counters.report(index, [search.evaluated, search.expanded, 0]);
    slice = takeSlice(counters, command, Math.max(0, search.evaluated - end));
  }
  if (done) {
    const isProved = search.root.pn === 0;
    counters.find(search.deep ? FOUND.tooDeep : isProved ? FOUND.proved : FOUND.disproved);
  }
  return search.bounded;
}
