// Which child a thread goes to. One thread, and the PV thread of several, take the best successor, the
// first of equals. The alternative threads of RP-PNS (section 4.1) take one of the children whose
// successor number is at most D above the best, each with the same chance; and once in each descent, with
// the chance 2/d at a node, the second or third best, where d is the depth of the last leaf of the
// principal variation. Children that a thread is expanding are passed over: there is nothing to do there.
import { INF } from './goal';
import { BEST, Prover, RANDOMIZED } from './prover';
import {
  BUSY,
  countOf,
  countsOf,
  firstChild,
  flagsOf,
  NODE_BYTES,
  nodeAt,
  Store,
  USERS,
} from './store';

/** The index of the child to go to, 0 when all that is left is being expanded. */
export function choose(prover: Prover, node: usize, or: bool): u32 {
  const successor: usize = or ? 0 : 4;
  if (changetype<Store>(prover.store).threads == 1) return bestOf(prover, node, successor);
  if (prover.selection == RANDOMIZED) return chooseNear(prover, node, successor);
  return chooseApart(prover, node, successor);
}

/** The best successor of a thread alone. */
function bestOf(prover: Prover, node: usize, successor: usize): u32 {
  const first = firstChild(node);
  const count = countOf(node);
  let at = nodeAt(prover.store, first) + successor;
  let best: u32 = 0;
  let least: u32 = INF;
  for (let i: u32 = 0; i < count; i++) {
    const number = load<u32>(at);
    if (number < least) {
      least = number;
      best = first + i;
    }
    at += NODE_BYTES;
  }
  return best;
}

/** The best successor when threads below a child count, and in `rival` the number of the next best. */
function chooseApart(prover: Prover, node: usize, successor: usize): u32 {
  const penalty = prover.selection == BEST ? 0 : <u32>prover.spread;
  const first = firstChild(node);
  const count = countOf(node);
  let at = nodeAt(prover.store, first);
  let best: u32 = 0;
  let least: u32 = INF;
  let rival: u32 = INF;
  for (let i: u32 = 0; i < count; i++) {
    let number = load<u32>(at + successor);
    if (number < rival) {
      const flags = flagsOf(at);
      number = flags & BUSY ? INF : number + penalty * ((flags & USERS) >> 8);
      if (number < least) {
        rival = least;
        least = number;
        best = first + i;
      } else if (number < rival) {
        rival = number;
      }
    }
    at += NODE_BYTES;
  }
  prover.rival = rival;
  return best;
}

function chooseNear(prover: Prover, node: usize, successor: usize): u32 {
  const first = firstChild(node);
  const count = countOf(node);
  const start = nodeAt(prover.store, first);
  // The three best that are open; the best of all decides who is near, busy or not.
  let least: u32 = INF;
  let best: u32 = 0;
  let second: u32 = 0;
  let third: u32 = 0;
  let bestNumber: u32 = INF;
  let secondNumber: u32 = INF;
  let thirdNumber: u32 = INF;
  let at = start;
  for (let i: u32 = 0; i < count; i++) {
    const number = load<u32>(at + successor);
    if (number < least) least = number;
    if (number < thirdNumber && (flagsOf(at) & BUSY) == 0) {
      if (number < bestNumber) {
        third = second;
        thirdNumber = secondNumber;
        second = best;
        secondNumber = bestNumber;
        best = first + i;
        bestNumber = number;
      } else if (number < secondNumber) {
        third = second;
        thirdNumber = secondNumber;
        second = first + i;
        secondNumber = number;
      } else {
        third = first + i;
        thirdNumber = number;
      }
    }
    at += NODE_BYTES;
  }
  if (best == 0) return 0;
  if (!prover.deviated && second != 0) {
    const depth = <u32>max(countsOf(prover.store).pvDepth, 2);
    if (below(prover, depth) < 2) {
      prover.deviated = 1;
      return third != 0 && below(prover, 2) == 1 ? third : second;
    }
  }
  const most = min(least + <u32>prover.spread, INF - 1);
  let near: u32 = 0;
  let chosen = best;
  at = start;
  for (let i: u32 = 0; i < count; i++) {
    if (load<u32>(at + successor) <= most && (flagsOf(at) & BUSY) == 0) {
      near++;
      // Each of those seen so far has been kept with the same chance.
      if (below(prover, near) == 0) chosen = first + i;
    }
    at += NODE_BYTES;
  }
  if (chosen != best) prover.deviated = 1;
  return chosen;
}

/** A random integer 0 .. n - 1 (xorshift64*). */
export function below(prover: Prover, n: u32): u32 {
  let x = prover.random;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  prover.random = x;
  return <u32>((((x * 0x2545f4914f6cdd1d) >> 32) * <u64>n) >> 32);
}
