// A scheduler for provers that share a tree, on one thread: virtual threads whose steps are interleaved, the
// same way for the same seed. In timed order each step costs what a cost profile says, the thread whose
// clock is behind goes next, and a thread that finds a lock taken spins at its own cost; locks are held
// over the time that a step takes. In random order the seed alone decides who goes next, at every lock and
// every access to the tree: that is for hunting races.
import type { Random } from '../core/random.js';
import type { Prover, ProverPhase } from '../kernel/index.js';

/** Costs of steps, in nanoseconds. */
export interface StepCosts {
  /** One more node evaluated. */
  readonly evaluateNs: number;
  /** A node of a second level, with all that belongs to it. */
  readonly secondNs: number;
  /** Playing a move on the way down, or listing those of a leaf. */
  readonly playNs: number;
  /** Looking at the numbers of one child, on the way down or up, or giving one node back. */
  readonly childNs: number;
  /** One atomic change of a word that others use: a lock taken, a lock given back, a thread counted. */
  readonly lockNs: number;
  /** Looking again whether a lock is free; each time it is not, the thread waits twice as long, up to 4 times. */
  readonly spinNs: number;
}

/** Costs of an interleaved run. */
export interface Interleaved {
  /** Virtual time until the tree was solved or all threads stopped. */
  readonly virtualNs: number;
  /** Virtual time that threads spent waiting for locks, all together. */
  readonly waitedNs: number;
  /** Steps done, and steps that found a lock taken. */
  readonly steps: number;
  readonly blocked: number;
}

/** How to interleave. */
export type StepOrder =
  | { readonly kind: 'timed'; readonly costs: StepCosts }
  | { readonly kind: 'random'; readonly random: Random; readonly holdAt?: readonly ProverPhase[] };

/** Runs started provers until all have ended, or `nodes` nodes were evaluated. */
export function interleave(
  provers: readonly Prover[],
  order: StepOrder,
  nodes = Number.POSITIVE_INFINITY,
): Interleaved {
  return order.kind === 'timed'
    ? runTimed(provers, order.costs, nodes)
    : runRandomly(provers, order, nodes);
}

/** How often it is looked whether as many nodes as allowed were evaluated, in steps. */
const LOOK = 1024;

const evaluated = (provers: readonly Prover[]) =>
  provers.reduce((sum, prover) => sum + prover.evaluated, 0);

function runTimed(provers: readonly Prover[], costs: StepCosts, nodes: number): Interleaved {
  const clocks = new Float64Array(provers.length);
  const spins = new Float64Array(provers.length).fill(costs.spinNs);
  const longest = 4 * costs.spinNs;
  let running = provers.length;
  let steps = 0;
  let blocked = 0;
  let end = 0;
  let waitedNs = 0;
  while (running > 0) {
    let next = 0;
    for (let i = 1; i < clocks.length; i++) if (clocks[i]! < clocks[next]!) next = i;
    const prover = provers[next]!;
    const phase = prover.phase;
    const stepped = prover.step();
    steps++;
    if (stepped === 'blocked') {
      blocked++;
      waitedNs += spins[next]!;
      clocks[next]! += spins[next]!;
      spins[next] = Math.min(2 * spins[next]!, longest);
    } else if (stepped === 'running') {
      spins[next] = costs.spinNs;
      clocks[next]! += costOf(phase, prover, costs);
    } else {
      end = Math.max(end, clocks[next]!);
      clocks[next] = Number.POSITIVE_INFINITY;
      running--;
    }
    if (steps % LOOK === 0 && evaluated(provers) >= nodes) provers[0]!.tree.stop();
  }
  return { virtualNs: end, waitedNs, steps, blocked };
}

/** The cost of a step, which the thread spends before its next one. */
export function costOf(phase: ProverPhase, prover: Prover, costs: StepCosts): number {
  const changes = prover.atomics * costs.lockNs;
  switch (phase) {
    case 'evaluate':
      return changes + prover.work * (prover.hasSecond ? costs.secondNs : costs.evaluateNs);
    case 'select':
      // One thread alone goes down in the same step; several do when they have been counted.
      if (prover.phase === 'evaluate' || prover.isAlone) break;
      return changes + prover.work * costs.childNs;
    case 'enter':
      break;
    default:
      return changes + prover.work * costs.childNs;
  }
  return changes + costs.playNs + prover.work * costs.childNs;
}

/** A thread is held up for at most this many steps. */
const LONGEST_STALL = 2000;
/** One in this many opportunities to hold a thread up is taken. */
const RARE = 8;

/**
 * Some races show only when others do much between two steps of a thread, which hardly ever happens when all threads
 * run equally often; so threads that are about to do one of `holdAt` are now and then held up there.
 */
function runRandomly(
  provers: readonly Prover[],
  { random, holdAt = [] }: Extract<StepOrder, { kind: 'random' }>,
  nodes: number,
): Interleaved {
  const running = [...provers];
  const heldUntil = new Map<Prover, number>();
  let steps = 0;
  let blocked = 0;
  while (running.length > 0) {
    const next = random.below(running.length);
    const prover = running[next]!;
    steps++;
    if (steps < (heldUntil.get(prover) ?? 0)) continue;
    const stepped = prover.step();
    if (stepped === 'blocked') blocked++;
    else if (stepped === 'ended') running.splice(next, 1);
    else if (holdAt.includes(prover.phase) && random.below(RARE) === 0) {
      heldUntil.set(prover, steps + random.below(LONGEST_STALL));
    }
    if (steps % LOOK === 0 && evaluated(provers) >= nodes) provers[0]!.tree.stop();
  }
  return { virtualNs: 0, waitedNs: 0, steps, blocked };
}
