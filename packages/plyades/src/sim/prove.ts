// simulateProof(): a distributed proof by any number of virtual processors under a virtual clock, beside df-pn on
// one. Everything but `seconds` is a function of the position and the options. The graph of the proof is checked
// before it counts: a run whose proof does not verify is a failure.
import { inputError, PlyadesError } from '../core/errors.js';
import type { Position } from '../core/game.js';
import { createRandom } from '../core/random.js';
import { unwrap } from '../core/result.js';
import { loadKernel, notationOf } from '../games/load.js';
import { coreCount } from '../hosts/cores.js';
import type { RunEnding } from '../hosts/epochs/driver.js';
import { linkTimes } from '../hosts/epochs/job.js';
import { openProofGame } from '../hosts/proof/game.js';
import { DepthFirst, ProofTable } from '../kernel/index.js';
import { addCounters, type Counters, createCounters } from '../parallel/counters.js';
import { type DistributedProofSettings, PROOF_SETTINGS } from '../parallel/pns-dfpn/options.js';
import type { ProofOutcome } from '../parallel/pns-dfpn/outcome.js';
import {
  attackGoalOf,
  type Goal,
  type ProofVerdict,
  verdictOf,
  verifyProof,
} from '../proof/index.js';
import { type FaultPlan, makeFaults, NO_FAULTS, parseFaults, randomFaults } from './faults.js';
import { MAX_PROCESSORS, MAX_TABLE_BYTES } from './options.js';
import { costsOf, loadProfile, type Profile } from './profiles.js';
import { run } from './run.js';

/** Plies of the longest line that a simulated worker looks at: thousands of them must fit a machine. */
const MAX_PLY = 300;
/** MiB of a worker's table when nothing is said. */
const HASH_PER_WORKER = 1;
const LEAST_HASH = 64;
const MAX_EPOCHS = 1e9;
const SLICE = 1_000_000;

/** What a simulated proof is asked for. */
export interface SimulateProofOptions extends Partial<DistributedProofSettings> {
  /** Virtual processors, the master's included. */
  readonly processors: number;
  /** `win` if not given. */
  readonly goal?: Goal;
  /** The side to move if not given. */
  readonly side?: 0 | 1;
  /** MiB of all tables together; 1 for each worker and at least 64 if not given. */
  readonly hash?: number;
  readonly profile?: string | Profile;
  /** Nanoseconds of a node of df-pn; the profile's node if not given. */
  readonly nodeNs?: number;
  readonly seed?: number;
  readonly faults?: string | FaultPlan;
  readonly threads?: number;
  /** False: workers are believed. */
  readonly show?: boolean;
  /** df-pn alone on this position, if it is known already. */
  readonly sequential?: SequentialProof;
  readonly signal?: AbortSignal;
}

/** df-pn on one processor, with a table as large as all of theirs together. */
export interface SequentialProof {
  readonly result: ProofVerdict;
  readonly nodes: number;
}

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
}

/** Simulates a proof. Rejects with a PlyadesError when options cannot be. */
export async function simulateProof(
  position: Position,
  options: SimulateProofOptions,
): Promise<ProofSimulation> {
  const { processors, goal = 'win', seed = 1, show = true, signal } = options;
  if (!(Number.isInteger(processors) && processors >= 2 && processors <= MAX_PROCESSORS)) {
    const message = `processors ${processors}: expected a whole number from 2 to ${MAX_PROCESSORS}`;
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, String(processors)));
  }
  const game = { kind: 'kernel', kernel: await loadKernel(position.game) } as const;
  const notation = notationOf(position.game);
  const { board } = await openProofGame(game);
  const root = position.record as unknown;
  const side = options.side ?? (board.turn(root) as 0 | 1);
  const attackGoal = unwrap(attackGoalOf(notation, { goal, side }), PlyadesError.refusing);
  const { profile: asked = 'measured' } = options;
  const profile = typeof asked === 'string' ? await loadProfile(asked) : asked;
  const usual = costsOf(profile, position.game, 0);
  const costs = { ...usual, nodeNs: options.nodeNs ?? usual.nodeNs };
  const hash = options.hash ?? Math.max(LEAST_HASH, HASH_PER_WORKER * (processors - 1));
  const maxPly = MAX_PLY;
  const alone =
    options.sequential ?? (await proveAlone(game, root, { attackGoal, hash, maxPly, signal }));
  const aloneSeconds = (alone.nodes * costs.nodeNs) / 1e9;
  const plan = chooseFaults(options.faults, seed, processors, aloneSeconds);
  const names = Object.keys(PROOF_SETTINGS) as (keyof DistributedProofSettings)[];
  const settings = Object.fromEntries(
    names.map((name) => [name, options[name] ?? PROOF_SETTINGS[name]]),
  ) as unknown as DistributedProofSettings;
  const times = linkTimes(costs, profile.epochNs, processors);
  const longest = plan.processes.reduce(
    (most, fault) => Math.max(most, fault.at + (fault.type === 'slow' ? 0 : fault.seconds)),
    0,
  );
  let outcome: ProofOutcome | undefined;
  const startedAt = performance.now();
  const ending = await run(
    {
      game,
      position: root,
      algorithm: 'pns-dfpn',
      processes: processors,
      plan: { request: { depth: 1, mode: 'exact', table: 'local', seed }, linkTimes: times },
      proof: { attackGoal, maxPly, settings, show },
      tableBytes: Math.floor(hash * 2 ** 20),
      costs,
      epochNs: profile.epochNs,
      patienceNs: 1e9 * longest + 20_000 * times.silence,
      maxWork: (processors + 100) * (alone.nodes + 1_000_000),
      maxEpochs: MAX_EPOCHS,
    },
    {
      threads: options.threads ?? (await coreCount()),
      world: { seed, faults: plan },
      signal,
      onReport(report) {
        if (report.type === 'done') outcome = report.outcome;
      },
    },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const counters = createCounters();
  for (const standing of ending.standings) addCounters(counters, standing.counters);
  const virtualSeconds = ending.at / 1e9;
  const wins = outcome?.attackerWins;
  const result = wins === undefined ? 'unknown' : verdictOf(attackGoal, wins);
  const [master, ...workers] = ending.standings.map(({ times }) => times);
  const whole = workers.reduce((sum, each) => sum + each.busy + each.startIdle + each.otherIdle, 0);
  const busy = workers.reduce((sum, each) => sum + each.busy, 0);
  let positions: number | undefined;
  let failure = whatFailed(ending, result, alone.result);
  if (outcome?.graph !== undefined) {
    const graph = { nodes: outcome.graph };
    const checked = verifyProof(board, root, { goal, side }, attackGoal, result, graph);
    if (checked.valid) positions = checked.positions;
    else failure ??= `the proof does not verify: ${checked.hole}`;
  } else if (show && wins !== undefined) {
    failure ??= 'there is no proof';
  }
  return {
    game: position.game,
    goal,
    side,
    processors,
    profile: profile.name,
    seed,
    hash,
    faults: makeFaults(plan),
    settings,
    result,
    positions,
    treeNodes: outcome?.treeNodes ?? 0,
    liars: outcome?.liars ?? [],
    seconds,
    virtualSeconds,
    speedup: aloneSeconds / virtualSeconds,
    searchOverhead: counters.nodes / alone.nodes - 1,
    idle: whole === 0 ? 0 : 1 - busy / whole,
    masterBusy: virtualSeconds === 0 ? 0 : master!.busy / virtualSeconds,
    sequential: { ...alone, virtualSeconds: aloneSeconds },
    counters,
    end: ending.end,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** df-pn alone. Rejects when it is aborted. */
async function proveAlone(
  game: Parameters<typeof openProofGame>[0],
  root: unknown,
  how: {
    readonly attackGoal: Parameters<typeof verdictOf>[0];
    readonly hash: number;
    readonly maxPly: number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<SequentialProof> {
  const { attackGoal, hash, maxPly, signal } = how;
  const bytes = Math.min(Math.floor(hash * 2 ** 20), MAX_TABLE_BYTES - (64 << 20));
  const { kernel, board, keyed } = await openProofGame(game, bytes + (32 << 20));
  const table = ProofTable.create(kernel, bytes);
  const search = new DepthFirst(kernel, table, maxPly, attackGoal.attack, { keyed });
  search.start(board.record(root));
  while (!search.run(SLICE)) {
    await new Promise((resolve) => setTimeout(resolve));
    if (signal?.aborted) throw new DOMException('the simulation was aborted', 'AbortError');
  }
  const { pn } = search.root;
  const known = !search.deep && (pn === 0 || !search.bounded);
  return { result: known ? verdictOf(attackGoal, pn === 0) : 'unknown', nodes: search.evaluated };
}

function chooseFaults(
  asked: SimulateProofOptions['faults'],
  seed: number,
  processors: number,
  sequentialSeconds: number,
): FaultPlan {
  if (typeof asked === 'object') return asked;
  if (asked === undefined) return NO_FAULTS;
  if (asked !== 'random') {
    const plan = unwrap(parseFaults(asked, processors), PlyadesError.refusing);
    if (plan.liars === undefined) return plan;
    const message =
      'lie: proofs are shown by moves and checked, so lies of searches say nothing of them';
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, asked));
  }
  const seconds = (2 * sequentialSeconds) / Math.sqrt(processors);
  return randomFaults(createRandom(seed), processors, seconds);
}

function whatFailed(
  ending: RunEnding,
  result: ProofVerdict,
  expected: ProofVerdict,
): string | undefined {
  if (ending.end !== 'done') return `the run ended as ${ending.end}: ${ending.reason ?? 'aborted'}`;
  if (expected === 'unknown' || result === expected) return undefined;
  return `the answer is ${result}, that of df-pn ${expected}`;
}
