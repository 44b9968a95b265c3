// A distributed proof of a position under the driver, in one kernel, with whatever goes wrong: packets, processes, and
// workers that lie.
import { createRandom, type Random } from '#dist/core/random.js';
import { Cell } from '#dist/hosts/epochs/cell.js';
import { drive, localCells } from '#dist/hosts/epochs/driver.js';
import { linkTimes } from '#dist/hosts/epochs/epoch-search.js';
import { KernelProofSearch } from '#dist/hosts/proof/distributed-search.js';
import { proofRules } from '#dist/hosts/proof/proof-rules.js';
import type { Attack, Kernel } from '#dist/kernel/index.js';
import { createProofActor } from '#dist/parallel/pns-dfpn/index.js';
import { PROOF_SETTINGS } from '#dist/parallel/pns-dfpn/options.js';
import type { ProofOutcome } from '#dist/parallel/pns-dfpn/outcome.js';
import type { ProofRules, ProofSearch } from '#dist/parallel/pns-dfpn/ports.js';
import { PositionMap } from '#dist/parallel/pns-dfpn/position-map.js';
import { walkStrategy } from '#dist/parallel/pns-dfpn/strategy.js';
import type { ProofBoard } from '#dist/proof/index.js';
import { verifyProof } from '#dist/proof/index.js';
import { type FaultPlan, NO_FAULTS } from '#dist/sim/faults.js';
import { createNetwork } from '#dist/sim/network.js';

const COSTS = { nodeNs: 100, masterNodeNs: 300, messageNs: 500, byteNs: 5, latencyNs: 10_000 };
const EPOCH_NS = 10_000;
const MAX_PLY = 400;
const INFINITE = 2 ** 30;

export interface ProofRun {
  readonly processors: number;
  readonly seed: number;
  readonly faults?: FaultPlan;
  readonly budget?: number;
  readonly tableBytes?: number;
  /** Workers that lie, and how; `often` if not given. */
  readonly liars?: readonly number[];
  readonly lie?: LieKind;
  /** True as if the root had more moves than are listed. */
  readonly wide?: boolean;
  /** False: workers are believed. */
  readonly show?: boolean;
}

/**
 * How a worker lies: `often` that a position is solved, with moves that are not what they should be; always so,
 * and never shows anything (`unable`); always that a line became too long (`deep`); or always that it is not won
 * (`lost`).
 */
export type LieKind = 'often' | 'unable' | 'deep' | 'lost';

export interface ProofRan {
  readonly end: string;
  readonly outcome: ProofOutcome | undefined;
  /** What the checker says of the graph; undefined when there is none. */
  readonly hole: string | undefined;
  readonly positions: number | undefined;
}

/** Kernels are made for every run: their memory is zero then. */
export async function runProof<P>(
  open: () => { readonly kernel: Kernel; readonly board: ProofBoard<P> },
  root: P,
  attack: Attack,
  run: ProofRun,
): Promise<ProofRan> {
  const { processors: size, seed, faults = NO_FAULTS, budget = 4, tableBytes = 1 << 14 } = run;
  const { kernel, board } = open();
  const attackGoal = { attack, turned: false };
  const rules = { ...proofRules(board, root, attackGoal), ...(run.wide && { listsAll: false }) };
  const times = linkTimes(COSTS, EPOCH_NS, size);
  const processes = Array.from({ length: size }, (_, process) => process);
  const searches = processes.map((process) => {
    if (process === 0) return undefined;
    const options = { maxPly: MAX_PLY, tableBytes, keyed: true };
    return new KernelProofSearch(kernel, { board, rules, attackGoal }, options);
  });
  const cell = new Cell(
    processes,
    (self, incarnation, outlet) => {
      const honest = searches[self];
      if (incarnation > 0) honest?.forget();
      const lies = run.liars?.includes(self) ?? false;
      const random = createRandom(seed * 1000 + self);
      const liar = lies && honest && liarOf(run.lie ?? 'often', honest, rules, random);
      const search = liar || honest;
      // Workers come back after a few nodes, so that there is much for the master to do.
      const slack = 1 + (seed % 3);
      const settings = { ...PROOF_SETTINGS, budget, slack, least: 1, grain: 0 };
      const task = { settings, show: run.show ?? true };
      const ports = { rules, ...(search && { search }) };
      return createProofActor({ self, size, incarnation }, outlet, ports, task, times);
    },
    COSTS,
  );
  let outcome: ProofOutcome | undefined;
  const ending = await drive(
    localCells([cell], () => 0),
    {
      epochNs: EPOCH_NS,
      world: createNetwork({ seed, faults }, COSTS.latencyNs, EPOCH_NS),
      patienceNs: 1e12,
      maxWork: 5e6,
      onReport(report) {
        if (report.type === 'done') outcome = report.outcome;
      },
    },
  );
  const { end } = ending;
  if (outcome?.graph === undefined || outcome.attackerWins === undefined) {
    return { end, outcome, hole: undefined, positions: undefined };
  }
  const claim = { goal: 'win', side: attack.attacker as 0 | 1 } as const;
  const verdict = outcome.attackerWins ? 'proved' : 'disproved';
  const checked = verifyProof(board, root, claim, attackGoal, verdict, { nodes: outcome.graph });
  return {
    end,
    outcome,
    hole: checked.valid ? undefined : checked.hole,
    positions: checked.valid ? checked.positions : undefined,
  };
}

/** Begins what it is asked to, and knows where that was. */
function tracked(honest: ProofSearch) {
  const search = {
    here: '',
    start(path: readonly number[], most: Parameters<ProofSearch['start']>[1]) {
      search.here = path.join();
      honest.start(path, most);
    },
  };
  return search;
}

function liarOf<P>(
  lie: LieKind,
  honest: ProofSearch,
  rules: ProofRules<P>,
  random: Random,
): ProofSearch {
  if (lie === 'often') return lying(honest, rules, random);
  const won = { pn: 0, dn: INFINITE, rests: Number.POSITIVE_INFINITY };
  const lost = { pn: INFINITE, dn: 0, rests: Number.POSITIVE_INFINITY };
  const claims = new Map<string, typeof won>();
  const search = tracked(honest);
  return {
    start: search.start,
    run: (budget) => honest.run(budget),
    leave() {
      const known = honest.leave();
      const { here } = search;
      if (lie === 'deep') return { ...known, deep: true };
      if (lie === 'lost') return { ...known, ...lost };
      // A liar repeats its lie.
      const claim = claims.get(here) ?? (random.below(2) === 0 ? won : lost);
      claims.set(here, claim);
      return { ...known, ...claim };
    },
    get nodes() {
      return honest.nodes;
    },
    explain() {},
    runExplanation: () => true,
    explanation: undefined,
  };
}

/** Says now and then that a position is solved, either way, and shows moves that are not what they should be. */
function lying<P>(honest: ProofSearch, rules: ProofRules<P>, random: Random): ProofSearch {
  let asked: { readonly path: readonly number[]; readonly wins: boolean } | undefined;
  const often = 1 + random.below(4);
  const lies = () => random.below(often) === 0;
  const claims = new Map<string, boolean>();
  const search = tracked(honest);
  return {
    start: search.start,
    run: (budget) => honest.run(budget),
    leave() {
      const known = honest.leave();
      const { here } = search;
      const before = claims.get(here);
      if (before === undefined && !lies()) return known;
      // A liar repeats its lie.
      const wins = before ?? random.below(2) === 0;
      claims.set(here, wins);
      const answer = wins ? { pn: 0, dn: INFINITE } : { pn: INFINITE, dn: 0 };
      if (before !== undefined) return { ...known, ...answer, rests: Number.POSITIVE_INFINITY };
      if (random.below(3) > 0 || known.children.length === 0) {
        return { ...known, ...answer, rests: Number.POSITIVE_INFINITY };
      }
      const [first, ...others] = known.children;
      const child = { ...first!, ...answer, rests: Number.POSITIVE_INFINITY };
      const children = random.below(8) === 0 ? others : [child, ...others];
      return { ...known, children };
    },
    get nodes() {
      return honest.nodes;
    },
    explain(path, wins) {
      asked = { path, wins };
      honest.explain(path, wins);
    },
    runExplanation: (budget) => honest.runExplanation(budget),
    get explanation() {
      const found = honest.explanation;
      if (found !== undefined && !lies()) return found;
      const way = random.below(8);
      if (way === 0) return undefined;
      if (way > 3) return legalMoves(rules, asked!.path, asked!.wins, random);
      const moves = found ?? Array.from({ length: 1 + random.below(8) }, () => random.below(3));
      if (way === 1) return moves.slice(0, -1);
      if (way === 2) return [...moves, 0];
      return moves.map((move) => (random.below(4) === 0 ? random.below(4) : move));
    },
  };
}

/** Legal moves in the order of a walk, as if every end of the game were the right one. */
function legalMoves<P>(
  rules: ProofRules<P>,
  path: readonly number[],
  wins: boolean,
  random: Random,
): number[] {
  const closed = new PositionMap<P, true>(rules, wins);
  let position = rules.root;
  for (const move of path) {
    closed.set(position, true);
    position = rules.play(position, move);
  }
  const moves: number[] = [];
  const ended = (at: P) => (rules.ended(at) === undefined ? undefined : wins);
  // biome-ignore lint/correctness/useYield: a lie needs no time.
  function* choose(at: P) {
    const legal = rules.moves(at);
    const move = legal[random.below(legal.length)]!;
    moves.push(move);
    return move;
  }
  try {
    for (const _ of walkStrategy({ rules: { ...rules, ended }, wins, closed, choose }, position));
  } catch {
    // A line comes back to itself: what there is so far is a lie all the same.
  }
  return moves;
}
