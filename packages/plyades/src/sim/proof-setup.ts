// The set-up of a simulated proof: options checked and completed, df-pn alone for comparison, the plan of faults, and the
// search that the driver runs.

import { refuse } from '../core/errors.js';
import type { Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { integer, requireValue } from '../core/schema.js';
import { loadKernel, notationOf } from '../games/load.js';
import type { GameSource } from '../games/open.js';
import type { Costs } from '../hosts/epochs/costs.js';
import { type EpochSearch, linkTimes } from '../hosts/epochs/epoch-search.js';
import { openProofGame } from '../hosts/proof/game.js';
import { type DistributedProofSettings, PROOF_SETTINGS } from '../parallel/pns-dfpn/options.js';
import {
  type AttackGoal,
  attackGoalOf,
  DISTRIBUTED_SOLVER,
  type Goal,
  type ProofBoard,
} from '../proof/index.js';
import type { TraceLog } from '../trace/log.js';
import { chooseFaults, type FaultPlan } from './faults.js';
import { MAX_PROCESSORS } from './options.js';
import { costsOf, loadProfile, type Profile } from './profiles.js';
import { proveAlone, type SequentialProof } from './prove-alone.js';
import { MAX_EPOCHS, patienceNs } from './run.js';

/** Plies of the longest line that a simulated worker looks at: thousands of workers must fit a machine. */
const MAX_PLY = 300;
/** MiB of a worker's table by default. */
const HASH_PER_WORKER = 1;
const LEAST_HASH = 64;

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
  /** Called once, before the run, with its trace, which grows while the run goes on. */
  readonly trace?: (log: TraceLog) => void;
  readonly signal?: AbortSignal;
}

/** A simulated proof with every option decided. */
export interface ProofSetup {
  readonly game: GameSource;
  readonly board: ProofBoard<unknown>;
  readonly root: unknown;
  readonly goal: Goal;
  readonly side: 0 | 1;
  readonly attackGoal: AttackGoal;
  readonly processors: number;
  readonly profile: Profile;
  readonly costs: Costs;
  readonly hash: number;
  readonly seed: number;
  readonly show: boolean;
  readonly settings: DistributedProofSettings;
  readonly alone: SequentialProof;
  /** Virtual seconds of df-pn alone. */
  readonly aloneSeconds: number;
  readonly faults: FaultPlan;
}

/** Checks and completes the options. Rejects with a PlyadesError. */
export async function setUpProof(
  position: Position,
  options: SimulateProofOptions,
): Promise<ProofSetup> {
  const { processors, goal = 'win', seed = 1, show = true, signal } = options;
  requireValue(integer(2, MAX_PROCESSORS), processors, 'processors');
  const game = { kind: 'kernel', kernel: await loadKernel(position.game) } as const;
  const { board } = await openProofGame(game);
  const root = position.record as unknown;
  const side = options.side ?? (board.turn(root) as 0 | 1);
  const notation = notationOf(position.game);
  const attackGoal = unwrap(attackGoalOf(notation, { goal, side }));
  const { profile: asked = 'measured' } = options;
  const profile = typeof asked === 'string' ? await loadProfile(asked) : asked;
  const usual = costsOf(profile, position.game, 0);
  const costs = { ...usual, nodeNs: options.nodeNs ?? usual.nodeNs };
  const hash = options.hash ?? Math.max(LEAST_HASH, HASH_PER_WORKER * (processors - 1));
  const alone =
    options.sequential ??
    (await proveAlone(game, root, { attackGoal, hash, maxPly: MAX_PLY, signal }));
  const aloneSeconds = (alone.nodes * costs.nodeNs) / 1e9;
  const faults = faultsOf(options, seed, aloneSeconds);
  const settings = settingsOf(options);
  const claim = { goal, side, attackGoal };
  const sizes = { processors, profile, costs, hash, seed, show, settings };
  return { game, board, root, ...claim, ...sizes, alone, aloneSeconds, faults };
}

function settingsOf(options: SimulateProofOptions): DistributedProofSettings {
  const names = Object.keys(PROOF_SETTINGS) as (keyof DistributedProofSettings)[];
  return Object.fromEntries(
    names.map((name) => [name, options[name] ?? PROOF_SETTINGS[name]]),
  ) as unknown as DistributedProofSettings;
}

function faultsOf(
  { faults: asked, processors }: SimulateProofOptions,
  seed: number,
  aloneSeconds: number,
): FaultPlan {
  const chosen = chooseFaults(asked, seed, processors, aloneSeconds);
  const plan = unwrap(chosen);
  if (typeof asked !== 'string' || plan.liars === undefined) return plan;
  const message =
    'lie: a proof is shown by moves and checked, so lies about values of a search do not apply';
  refuse('ERR_OPTION', message, asked);
}

/** The simulated proof as the driver takes it. */
export function proofSearch(setup: ProofSetup): EpochSearch {
  const { processors, profile, costs, seed, hash, attackGoal, settings, show } = setup;
  const times = linkTimes(costs, profile.epochNs, processors);
  return {
    game: setup.game,
    position: setup.root,
    algorithm: DISTRIBUTED_SOLVER,
    processes: processors,
    plan: { request: { depth: 1, mode: 'exact', table: 'local', seed }, linkTimes: times },
    proof: { attackGoal, maxPly: MAX_PLY, settings, show },
    tableBytes: Math.floor(hash * 2 ** 20),
    costs,
    epochNs: profile.epochNs,
    patienceNs: patienceNs(setup.faults, times),
    maxWork: (processors + 100) * (setup.alone.nodes + 1_000_000),
    maxEpochs: MAX_EPOCHS,
  };
}
