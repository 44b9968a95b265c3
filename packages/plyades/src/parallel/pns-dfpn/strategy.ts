// A strategy: a move for each position of the winning or holding side, from some position on, against every move of
// the other side. It is walked depth first in the order of the rules, and each position once; so a list of moves in
// the order of the walk describes it completely, and walking it by the rules checks it. The attacker's strategy must
// come to an end on every line. The defender's may come back to positions of the walk, and to those that are known
// to be held (`closed`): a side that never leaves them is never beaten.

import type { ProofRules } from './ports.js';
import { PositionMap } from './position-map.js';

/** The step of a strategy at a position. */
export interface StrategyStep<P> {
  readonly position: P;
  /** The move of the strategy's side; undefined where the other side is to move. */
  readonly move: number | undefined;
  /** Of a win: plies to the end by what follows; -1 until they are known. */
  height: number;
}

/** Why a list of moves is no strategy. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** How a strategy is walked. */
export interface StrategyWalk<P> {
  readonly rules: ProofRules<P>;
  /** Whether the attacker wins. */
  readonly wins: boolean;
  /** Positions at which a defender's walk need not go on. */
  readonly closed: Pick<PositionMap<P, unknown>, 'get'>;
  /** The move at a position, at the end of a path from where the walk began; undefined when there is none. */
  choose(position: P, path: () => number[]): Generator<number, number | undefined, void>;
}

/** Positions between two yields of a walk. */
const YIELD_POSITIONS = 64;

/** A position of the line that is walked. */
interface Stop<P> {
  readonly station: StrategyStep<P>;
  readonly moves: readonly number[];
  next: number;
  height: number;
}

/** Walks a strategy; yields the number of positions since the last yield. Throws Fault. */
export function* walkStrategy<P>(
  walk: StrategyWalk<P>,
  start: P,
): Generator<number, StrategyStep<P>[], void> {
  const { rules, wins, closed } = walk;
  const known = new PositionMap<P, StrategyStep<P>>(rules, wins);
  const stations: StrategyStep<P>[] = [];
  const line: Stop<P>[] = [];
  let positions = 0;
  const path = () => line.map(({ moves, next }) => moves[next - 1]!);

  /** Height of what a move leads to, when that is known at once; else it is entered. */
  function* enter(position: P): Generator<number, number | undefined, void> {
    const won = rules.ended(position);
    if (won !== undefined) {
      if (won === wins) return 0;
      throw new Fault(wins ? 'a game ends that is not won' : 'a game ends that is lost');
    }
    if (!wins && closed.get(position) !== undefined) return 0;
    const before = known.get(position);
    if (before !== undefined) {
      if (wins && before.height < 0) throw new Fault('a line of a win comes back to itself');
      return before.height;
    }
    let moves = rules.moves(position);
    let move: number | undefined;
    if (rules.attacks(position) === wins) {
      move = yield* walk.choose(position, path);
      if (move === undefined || !moves.includes(move)) throw new Fault('a move is missing');
      moves = [move];
    }
    const station = { position, move, height: -1 };
    known.set(position, station);
    stations.push(station);
    line.push({ station, moves, next: 0, height: 0 });
    positions++;
    return undefined;
  }

  yield* enter(start);
  for (let at = line.at(-1); at !== undefined; at = line.at(-1)) {
    if (positions >= YIELD_POSITIONS) {
      yield positions;
      positions = 0;
    }
    const move = at.moves[at.next];
    if (move === undefined) {
      at.station.height = at.height;
      line.pop();
      const above = line.at(-1);
      if (above !== undefined) above.height = Math.max(above.height, at.height + 1);
      continue;
    }
    at.next++;
    const height = yield* enter(rules.play(at.station.position, move));
    if (height !== undefined) at.height = Math.max(at.height, height + 1);
  }
  if (positions > 0) yield positions;
  return stations;
}
