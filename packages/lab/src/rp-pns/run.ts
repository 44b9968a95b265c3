// One run of the table: an endgame, an algorithm, a number of threads; under the scheduler (simulated) or on
// threads of this machine.
import { solve } from 'plyades/internal/api/index.js';
import { PlyadesError } from 'plyades/internal/core/errors.js';
import { unwrap } from 'plyades/internal/core/result.js';
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import {
  busyCounters,
  DepthFirst,
  Kernel,
  NODE_BYTES,
  ProofTable,
  Rules,
} from 'plyades/internal/kernel/index.js';
import {
  createProvers,
  DEFAULT_EXPONENT,
  interleave,
  interleaveSearches,
  type SelectionRule,
} from 'plyades/internal/proof/index.js';
import type { ProfileName } from 'plyades/internal/sim/index.js';
import { stepCosts } from './costs.js';
import type { Endgame } from './endgames.js';

/** On one thread these are PNS, PN2 and df-pn. */
export const tableAlgorithms = ['rp-pns', 'rp-pn2', 'parallel-dfpn'] as const;
export type TableAlgorithm = (typeof tableAlgorithms)[number];

export interface ProofRunSettings {
  readonly endgame: Endgame;
  readonly algorithm: TableAlgorithm;
  readonly threads: number;
  readonly selection: SelectionRule;
  /** PN2 on one thread: the limit of its second level is divided by this; 1 if not given. */
  readonly divisor?: number;
  /** Costs of the simulation, or threads of this machine. */
  readonly source: ProfileName | 'threads';
  readonly seed: number;
}

export interface ProofRunFigures {
  /** Virtual ones in a simulation. */
  readonly seconds: number;
  readonly evaluated: number;
  /** Nodes in memory at most; 0 with a table. */
  readonly memory: number;
  /** Share of the threads' time that went by waiting for locks. */
  readonly waited: number;
}

const MAX_PLY = 400;
const TREE_NODES = 20_000_000;
const TABLE_BYTES = 256 << 20;
const SECOND_NODES = 250_000;
/** Nodes after which a run is given up: many times those of PNS. */
const MOST_NODES = 1e9;

/** The size of the first level to this power, divided by the threads. */
const second = { capacity: SECOND_NODES, exponent: DEFAULT_EXPONENT };

export function performProof(
  settings: ProofRunSettings,
  signal: AbortSignal,
): Promise<ProofRunFigures> {
  return settings.source === 'threads'
    ? measure(settings, signal)
    : simulateProof(settings, settings.source);
}

async function simulateProof(
  { endgame, algorithm, threads, selection, seed, divisor = 1 }: ProofRunSettings,
  profile: ProfileName,
): Promise<ProofRunFigures> {
  const { module } = await loadKernel('loa');
  const { record } = unwrap(notationOf('loa').parsePosition(endgame.position));
  const costs = stepCosts[profile];
  const own = 4 << 20;
  const bytes =
    algorithm === 'parallel-dfpn'
      ? TABLE_BYTES + threads * own
      : (TREE_NODES + (algorithm === 'rp-pn2' ? threads * SECOND_NODES : 0)) * NODE_BYTES;
  const kernel = new Kernel(module, { capacity: bytes + threads * own });
  const attack = { attacker: new Rules(kernel).turn(record), mobility: true };
  if (algorithm === 'parallel-dfpn') {
    const table = ProofTable.create(kernel, TABLE_BYTES);
    const busy = threads > 1 ? busyCounters(kernel) : 0;
    const searches = Array.from({ length: threads }, () => {
      const search = new DepthFirst(kernel, table, MAX_PLY, attack, { busy });
      search.start(record);
      return search;
    });
    const { virtualNs, first } = interleaveSearches(searches, costs.depthFirstNs, MOST_NODES);
    expectResult(endgame, first?.root);
    const evaluated = searches.reduce((sum, search) => sum + search.evaluated, 0);
    return { seconds: virtualNs / 1e9, evaluated, memory: 0, waited: 0 };
  }
  const { tree, provers } = createProvers(kernel, TREE_NODES, record, {
    attack,
    maxPly: MAX_PLY,
    threads,
    selection,
    seed,
    ...(algorithm === 'rp-pn2' && { second: { ...second, divisor } }),
  });
  const run = interleave(provers, { kind: 'timed', costs }, MOST_NODES);
  expectResult(endgame, tree.root);
  return {
    seconds: run.virtualNs / 1e9,
    evaluated: provers.reduce((sum, prover) => sum + prover.evaluated, 0),
    memory: tree.peak,
    waited: run.waitedNs / run.virtualNs / threads,
  };
}

/** An answer that differs from the one that PNS gave is a mistake, and no figure. */
function expectResult(
  { position, result }: Endgame,
  root: { readonly pn: number; readonly dn: number } | undefined,
): void {
  const found = root?.pn === 0 ? 'proved' : root?.dn === 0 ? 'disproved' : 'unknown';
  if (found === result) return;
  throw new PlyadesError('ERR_SIMULATION', `${position} was found ${found}, but is ${result}`);
}

const ALONE = { 'rp-pns': 'pns', 'rp-pn2': 'pn2', 'parallel-dfpn': 'dfpn' } as const;

async function measure(
  { endgame, algorithm, threads, selection, seed }: ProofRunSettings,
  signal: AbortSignal,
): Promise<ProofRunFigures> {
  const position = unwrap(notationOf('loa').parsePosition(endgame.position));
  const memory = 600;
  const found = await solve(position, {
    memory,
    signal,
    ...(threads === 1
      ? { algorithm: ALONE[algorithm] }
      : {
          algorithm,
          workers: threads,
          ...(algorithm !== 'parallel-dfpn' && { selection }),
          seed,
        }),
  }).result;
  signal.throwIfAborted();
  if (found.result !== endgame.result) {
    const { result } = endgame;
    const what = `${endgame.position} was found ${found.result}, but is ${result}`;
    throw new PlyadesError('ERR_SIMULATION', what);
  }
  const nodes = algorithm === 'parallel-dfpn' ? 0 : found.memoryBytes / NODE_BYTES;
  return { seconds: found.seconds, evaluated: found.nodes, memory: nodes, waited: 0 };
}
