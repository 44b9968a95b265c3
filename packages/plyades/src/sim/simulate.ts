// simulate(): one position searched by any number of virtual processors under a virtual clock, and by
// one alone for comparison. Everything but `seconds` is a function of the position and the options: two
// runs are the same in every counter, on any number of threads.
import { unwrap } from '../core/result.js';
import {
  type AlgorithmSettings,
  hashBytes,
  type SearchMode,
  type TableKind,
} from '../core/search-request.js';
import type { RunEnding } from '../hosts/epochs/driver.js';
import { type EpochSearch, linkTimes } from '../hosts/epochs/epoch-search.js';
import type { SearchFinding } from '../parallel/actor.js';
import {
  addCounters,
  type Counters,
  createCounters,
  type Overheads,
  overheads,
  type Times,
} from '../parallel/counters.js';
import { findAlgorithm } from './algorithms.js';
import { lineOf, searchAlone } from './alone.js';
import { commandOf } from './command.js';
import { chooseFaults, type FaultPlan, makeFaults } from './faults.js';
import { growthOf, type PieceGrowth } from './growth.js';
import type { RealHost } from './host-profile.js';
import type { LinkedSearch } from './link.js';
import { linkedSearch } from './linked-run.js';
import {
  MAX_TABLE_BYTES,
  type ResolvedSimulation,
  resolveOptions,
  type SimulateOptions,
  type Subject,
} from './options.js';
import { PieceLog } from './piece-log.js';
import { digestOfRun } from './record.js';
import { MAX_EPOCHS, patienceNs, run, whyUnfinished } from './run.js';
import { beginTrace } from './trace.js';

/** A process that lied, and which of its results, counted from 1, gave it away. */
export interface FoundLiar {
  readonly process: number;
  readonly result: number;
}

/** A simulated search: its result, its times, and the sequential search beside it. */
export interface Simulation {
  readonly game: string;
  readonly algorithm: string;
  /** Undefined when the run did not end. */
  readonly value: number | undefined;
  readonly move: number | undefined;
  /** To the full depth or the end of the game, when an exact search has ended. */
  readonly line: readonly number[];
  /** The same of a game in plain TypeScript, in the moves of its author: those above are numbers. */
  readonly plainLine?: readonly unknown[];
  readonly depth: number;
  /** The finding behind the answer: the last finished depth, or in play mode what decided the move after it. */
  readonly finding?: SearchFinding;
  /** `play` when it was asked for. */
  readonly mode?: SearchMode;
  readonly selective?: boolean;
  readonly limitMs?: number;
  /** Plies of the master's tree: as given, or as chosen last; null when there was none. */
  readonly horizon: number | null;
  readonly processors: number;
  readonly profile: string;
  readonly host?: RealHost;
  readonly seed: number;
  readonly table: TableKind;
  /** MiB of all tables together. */
  readonly hash: number;
  /** The plan, as text. */
  readonly faults: string;
  /** The hierarchy, as text, and whether it was only used for the distances. */
  readonly hierarchy?: string;
  readonly flat?: boolean;
  /** Settings of the algorithm, as given. */
  readonly settings?: AlgorithmSettings;
  /** Wall time of the parallel run on this machine. */
  readonly seconds: number;
  readonly virtualSeconds: number;
  /** Sequential over parallel virtual time. */
  readonly speedup: number;
  /** Value and speedup are NaN when `limitMs` ended the sequential search, too. */
  readonly sequential: {
    readonly value: number;
    readonly nodes: number;
    readonly virtualSeconds: number;
  };
  readonly overheads: Overheads;
  /** With the option `growth`, of a run that came to its end. */
  readonly growth?: PieceGrowth;
  readonly counters: Readonly<Counters>;
  readonly times: readonly Times[];
  /** Where processes lie: those that were found out, in order. */
  readonly liars?: readonly FoundLiar[];
  readonly epochs: number;
  readonly end: RunEnding['end'];
  /** Why the run is no success: it did not end, or its value is wrong. */
  readonly failure?: string;
  /** The command that runs this again. */
  readonly command: string;
  /** Sixteen hexadecimal digits of everything that happened: two runs with the same were the same. */
  readonly digest: string;
  /** What a link to this run holds (`makeLink`); undefined for a game in plain TypeScript. */
  readonly linked?: LinkedSearch;
}

/**
 * Simulates a search. Rejects with a PlyadesError when an option is invalid; a run that goes wrong is a
 * result with a `failure`.
 */
export async function simulate(subject: Subject, options: SimulateOptions): Promise<Simulation> {
  const settings = await resolveOptions(subject, options);
  const { algorithm, processors, threads, costs } = settings;
  const { mode, seed } = settings.request;
  const { signal } = options;
  const base = options.sequential ?? (await searchAlone(settings, signal));
  const sequentialSeconds = (base.nodes * costs.nodeNs + settings.startAloneNs) / 1e9;
  const plan = unwrap(chooseFaults(options.faults, seed, processors, sequentialSeconds));
  const search = epochSearchOf(settings, plan, base.nodes);
  const faults = makeFaults(plan);
  const head = { ...settings.printed, faults };
  options.onRecord?.([JSON.stringify({ type: 'settings', ...head })]);
  let finding: SearchFinding | undefined;
  let horizon = options.horizon ?? null;
  const liars: FoundLiar[] = [];
  const reports: string[] = [];
  const trace = options.trace && beginTrace(settings, commandOf(head), options.trace);
  const pieceLog = options.growth ? new PieceLog() : undefined;
  const onTrace = (chunk: Uint8Array) => {
    trace?.add(chunk);
    pieceLog?.add(chunk);
  };
  const startedAt = performance.now();
  const ending = await run(search, {
    threads,
    world: { seed, faults: plan, ways: settings.ways },
    signal,
    onReport(report, at) {
      if (report.type === 'depth') {
        finding = report.finding;
        horizon = report.horizon ?? horizon;
        options.onDepth?.(finding, at / 1e9);
      }
      if (report.type === 'liar') {
        liars.push({ process: report.process, result: report.result });
      }
      reports.push(JSON.stringify({ type: 'report', at, report }));
    },
    ...(options.onRecord ? { onLines: options.onRecord } : {}),
    onTrace: trace || pieceLog ? onTrace : undefined,
  });
  trace?.finish();
  const seconds = (performance.now() - startedAt) / 1000;
  const counters = createCounters();
  for (const totals of ending.processTotals) addCounters(counters, totals.counters);
  const virtualSeconds = ending.at / 1e9;
  if (ending.end === 'late' && mode === 'play')
    finding = ending.processTotals[0]!.interim ?? finding;
  const ended = ending.end === 'done' || ending.end === 'late';
  const value = ended ? finding?.value : undefined;
  const comparable = mode === 'exact' && ending.end === 'done';
  const failure = whatFailed(ending, value, comparable ? base.value : value);
  const line =
    finding === undefined ? { line: [] } : await lineOf(finding, ending, settings, signal);
  const sequential = { ...base, virtualSeconds: sequentialSeconds };
  const growth =
    pieceLog === undefined || finding === undefined || ending.end !== 'done'
      ? undefined
      : await growthOf(
          settings,
          findAlgorithm(algorithm).pieceOrder!(settings.request.settings ?? {}),
          pieceLog.pieces(),
          { iteration: finding.depth, rootNodes: base.nodes },
          signal,
        );
  const lateNodes = ending.processTotals.reduce((sum, totals) => sum + totals.lateNodes, 0);
  const timesOfAll = ending.processTotals.map((totals) => totals.times);
  const last = JSON.stringify({ type: 'end', end: ending.end, at: ending.at, value, counters });
  options.onRecord?.([...reports, last]);
  const digest = digestOfRun(ending.digest, [...reports, last]);
  const linked = await linkedSearch(settings, faults, digest);
  return {
    ...head,
    horizon,
    value,
    move: finding?.move,
    ...line,
    ...(finding === undefined ? {} : { finding }),
    seconds,
    virtualSeconds,
    speedup: Number.isNaN(base.value) ? Number.NaN : sequentialSeconds / virtualSeconds,
    sequential,
    overheads: overheads({
      processors,
      hasMaster: findAlgorithm(algorithm).hasMaster,
      seconds: virtualSeconds,
      // Nodes searched after the answer are no overhead of it.
      counters: { ...counters, nodes: counters.nodes - lateNodes },
      times: timesOfAll,
      sequential: { seconds: sequentialSeconds, nodes: base.nodes },
    }),
    ...(growth && { growth }),
    counters,
    times: timesOfAll,
    ...(plan.liars && { liars }),
    epochs: ending.epochs,
    end: ending.end,
    ...(failure === undefined ? {} : { failure }),
    command: commandOf(head),
    digest,
    ...(linked && { linked }),
  };
}

/** The simulated search as the driver takes it; `nodes` are those of the sequential search. */
function epochSearchOf(settings: ResolvedSimulation, plan: FaultPlan, nodes: number): EpochSearch {
  const { algorithm, request, processors, limitMs, costs, epochNs, hierarchy, ways } = settings;
  const [latencyNs = costs.latencyNs] = ways?.latenciesNs ?? [];
  const times = settings.linkTimes ?? linkTimes({ ...costs, latencyNs }, epochNs, processors);
  const tableBytes = hashBytes(settings);
  return {
    game: settings.game,
    position: settings.state,
    algorithm,
    processes: processors,
    ...(settings.spareSeats > 0 && { spareSeats: settings.spareSeats }),
    plan: {
      request,
      linkTimes: times,
      ...(settings.deepening && { deepening: true }),
      ...(hierarchy && { hierarchy }),
    },
    tableBytes: request.table === 'shared' ? Math.min(tableBytes, MAX_TABLE_BYTES) : tableBytes,
    ...(plan.liars && {
      liars: plan.liars.map(({ process, percent }) => ({ process, share: percent / 100 })),
    }),
    costs,
    epochNs,
    patienceNs: patienceNs(plan, times),
    maxWork: (processors + 100) * (nodes + 100_000),
    maxEpochs: MAX_EPOCHS,
    ...(limitMs === undefined ? {} : { deadlineNs: limitMs * 1e6 }),
  };
}

function whatFailed(
  ending: RunEnding,
  value: number | undefined,
  expected: number | undefined,
): string | undefined {
  if (ending.end === 'late') return undefined;
  if (ending.end !== 'done') return whyUnfinished(ending);
  // Not a number when the sequential search did not come to its end in time.
  if (Number.isNaN(expected)) return undefined;
  if (value !== expected) return `the value is ${value}, the sequential one ${expected}`;
  return undefined;
}
