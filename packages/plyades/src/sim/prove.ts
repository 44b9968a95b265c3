// simulateProof(): a distributed proof by any number of virtual processors under a virtual clock, beside df-pn on
// one. Everything but `seconds` is a function of the position and the options. The checker reads the proof before it
// counts: a run whose proof does not verify is a failure.
import type { Position } from '../core/game.js';
import { coreCount } from '../hosts/cores.js';
import type { RunEnding } from '../hosts/epochs/driver.js';
import { addCounters, type Counters, createCounters, type Times } from '../parallel/counters.js';
import type { DistributedProofSettings } from '../parallel/pns-dfpn/options.js';
import type { ProofOutcome } from '../parallel/pns-dfpn/outcome.js';
import { type Goal, type ProofVerdict, verdictOf, verifyProof } from '../proof/index.js';
import { makeFaults } from './faults.js';
import type { LinkedProof } from './link.js';
import { linkedProof } from './linked-run.js';
import {
  type ProofSetup,
  proofSearch,
  type SimulateProofOptions,
  setUpProof,
} from './proof-setup.js';
import type { SequentialProof } from './prove-alone.js';
import { digestOfRun } from './record.js';
import { run, whyUnfinished } from './run.js';
import { beginProofTrace } from './trace.js';

export type { SimulateProofOptions } from './proof-setup.js';
export type { SequentialProof } from './prove-alone.js';

/** A simulated proof: its result, its times, and df-pn alone beside it. */
export interface ProofSimulation {
  readonly game: string;
  readonly goal: Goal;
  readonly side: 0 | 1;
  readonly processors: number;
  readonly profile: string;
  readonly seed: number;
  readonly hash: number;
  readonly faults: string;
  readonly settings: DistributedProofSettings;
  readonly result: ProofVerdict;
  /** Positions of the proof that the checker went through; undefined when there is no proof. */
  readonly positions: number | undefined;
  readonly treeNodes: number;
  readonly liars: readonly number[];
  readonly seconds: number;
  readonly virtualSeconds: number;
  /** Sequential over parallel virtual time. */
  readonly speedup: number;
  /** Nodes searched over those of df-pn alone, less 1. */
  readonly searchOverhead: number;
  /** Share of the workers' time without work, and of the master's with it. */
  readonly idle: number;
  readonly masterBusy: number;
  readonly sequential: SequentialProof & { readonly virtualSeconds: number };
  readonly counters: Readonly<Counters>;
  readonly end: RunEnding['end'];
  /** Why the run is no success. */
  readonly failure?: string;
  /** Sixteen hexadecimal digits of everything that happened: two runs with the same were the same. */
  readonly digest: string;
  /** What a link to this run holds (`makeLink`). */
  readonly linked: LinkedProof;
}

/** Simulates a proof. Rejects with a PlyadesError when an option is invalid. */
export async function simulateProof(
  position: Position,
  options: SimulateProofOptions,
): Promise<ProofSimulation> {
  const setup = await setUpProof(position, options);
  const { goal, side, processors, seed, hash, settings, alone, aloneSeconds } = setup;
  let outcome: ProofOutcome | undefined;
  const reports: string[] = [];
  const trace = options.trace && beginProofTrace(position, processors, options.trace);
  const startedAt = performance.now();
  const ending = await run(proofSearch(setup), {
    threads: options.threads ?? (await coreCount()),
    world: { seed, faults: setup.faults },
    signal: options.signal,
    onReport(report, at) {
      if (report.type === 'done') outcome = report.outcome;
      // A report holds the whole proof, which the packets of the epochs have as well.
      reports.push(JSON.stringify({ type: report.type, at }));
    },
    onTrace: trace?.add,
  });
  trace?.finish();
  const seconds = (performance.now() - startedAt) / 1000;
  const counters = createCounters();
  for (const totals of ending.processTotals) addCounters(counters, totals.counters);
  const virtualSeconds = ending.at / 1e9;
  const checked = checkRun(setup, ending, outcome);
  const { result } = checked;
  const last = JSON.stringify({ type: 'end', end: ending.end, at: ending.at, result, counters });
  const digest = digestOfRun(ending.digest, [...reports, last]);
  return {
    game: position.game,
    goal,
    side,
    processors,
    profile: setup.profile.name,
    seed,
    hash,
    faults: makeFaults(setup.faults),
    settings,
    ...checked,
    treeNodes: outcome?.treeNodes ?? 0,
    liars: outcome?.liars ?? [],
    seconds,
    virtualSeconds,
    speedup: aloneSeconds / virtualSeconds,
    searchOverhead: counters.nodes / alone.nodes - 1,
    ...idleShares(ending),
    sequential: { ...alone, virtualSeconds: aloneSeconds },
    counters,
    end: ending.end,
    digest,
    linked: await linkedProof(setup, position, digest),
  };
}

/** The result of a run, and why it is no success. */
function checkRun(
  { board, root, goal, side, attackGoal, show, alone }: ProofSetup,
  ending: RunEnding,
  outcome: ProofOutcome | undefined,
): Pick<ProofSimulation, 'result' | 'positions' | 'failure'> {
  const wins = outcome?.attackerWins;
  const result = wins === undefined ? 'unknown' : verdictOf(attackGoal, wins);
  let failure = whyUnfinished(ending) ?? whyWrong(result, alone.result);
  let positions: number | undefined;
  if (outcome?.graph !== undefined) {
    const graph = { nodes: outcome.graph };
    const checked = verifyProof(board, root, { goal, side }, attackGoal, result, graph);
    if (checked.valid) positions = checked.positions;
    else failure ??= `the proof does not verify: ${checked.hole}`;
  } else if (show && wins !== undefined) {
    failure ??= 'there is no proof';
  }
  return { result, positions, ...(failure !== undefined && { failure }) };
}

function whyWrong(result: ProofVerdict, expected: ProofVerdict): string | undefined {
  if (expected === 'unknown' || result === expected) return undefined;
  return `the answer is ${result}, that of df-pn ${expected}`;
}

function idleShares({
  at,
  processTotals,
}: RunEnding): Pick<ProofSimulation, 'idle' | 'masterBusy'> {
  const [master, ...workers] = processTotals.map(({ times }) => times);
  const sum = (part: (times: Times) => number) =>
    workers.reduce((all, each) => all + part(each), 0);
  const whole = sum(({ busy, startIdle, otherIdle }) => busy + startIdle + otherIdle);
  const busy = sum((times) => times.busy);
  return {
    idle: whole === 0 ? 0 : 1 - busy / whole,
    masterBusy: at === 0 ? 0 : master!.busy / (at / 1e9),
  };
}
