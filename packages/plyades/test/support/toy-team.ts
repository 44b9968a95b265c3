// A game of random values and workers that solve it, for tests of masters: what a worker reports is the
// minimax value of the moves of its task, so the tree must come to the minimax value of its root.
import { createRandom } from '#dist/core/random.js';
import {
  type GppCommand,
  GppMaster,
  type GppRules,
  type GrowthName,
  paperRanks,
} from '#dist/gpp/index.js';
import { valueBefore } from '#dist/gpp/values.js';

/** A position is the moves to it. */
export type Toy = string;

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A tree of `plies`, three at least, with `least` to 6 moves a node; with 1, some lines end before. */
export function toyGame(seed: number, plies: number, least = 1): GppRules<Toy> {
  const draw = (position: Toy) => {
    let hash = seed;
    for (const letter of position) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x9e3779b1) | 0;
    return createRandom(hash);
  };
  const moves = (position: Toy) => {
    if (position.length >= plies) return [];
    const random = draw(position);
    if (position.length >= 3 && random.below(6) < 2 - least) return [];
    return LETTERS.slice(0, position === '' ? 6 : least + random.below(7 - least));
  };
  return {
    moves,
    play: (position, move) => position + move,
    ended: (game) => {
      const position = game.at(-1)!;
      return moves(position).length > 0 ? undefined : draw(`${position}!`).below(200) - 100;
    },
  };
}

/** The minimax value and a best line of some moves of a position. */
export function solve(rules: GppRules<Toy>, position: Toy, among?: readonly string[]) {
  const moves = among ?? rules.moves(position);
  let best: { value: number; line: string[] } | undefined;
  for (const move of moves) {
    const next = rules.play(position, move);
    const ended = rules.ended([next]);
    const below = ended === undefined ? solve(rules, next) : { value: ended, line: [] };
    const value = valueBefore(below.value);
    if (best === undefined || value > best.value) best = { value, line: [move, ...below.line] };
  }
  return best ?? { value: rules.ended([position])!, line: [] };
}

/** The last command to a worker. */
export type Busy = Extract<GppCommand, { kind: 'search' }>;

/** A master with workers that carry out their commands on demand. */
export function toyTeam(seed: number, workers: number, growth: GrowthName, plies = 5, least = 1) {
  const rules = toyGame(seed, plies, least);
  const random = createRandom(seed);
  const master = new GppMaster(rules, { growth, ranks: paperRanks, random });
  const busy = new Map<number, Busy>();
  /** Searches that were begun, of all workers. */
  let begun = 0;
  const obey = (orders: readonly GppCommand[]) => {
    for (const order of orders) {
      if (order.kind === 'search') {
        busy.set(order.worker, order);
        begun++;
      } else if (order.kind === 'rest') {
        busy.delete(order.worker);
      } else {
        obey(master.addListed(order.ticket, offer(order)));
      }
    }
  };
  const offer = ({ moves, count, covered }: Extract<GppCommand, { kind: 'list' }>) => {
    const found: { path: string[]; depth: number }[] = [];
    const queue = rules.moves(moves.join('')).map((move) => [move]);
    for (const path of queue) {
      if (found.length >= count || covered.includes(path[0]!)) continue;
      found.push({ path, depth: 20 - path.length });
      for (const move of rules.moves([...moves, ...path].join(''))) queue.push([...path, move]);
    }
    return found;
  };
  const report = (worker: number) => {
    const order = busy.get(worker)!;
    const { value, line } = solve(rules, order.moves.join(''), order.searchMoves);
    return master.report(worker, order.task, { value, line, depth: 30, nodes: 1 });
  };
  for (let worker = 0; worker < workers; worker++) obey(master.join(worker));
  obey(master.begin([''], []));
  return {
    rules,
    master,
    busy,
    obey,
    report,
    reportAll: () => [...busy.keys()].forEach(report),
    get begun() {
      return begun;
    },
  };
}
