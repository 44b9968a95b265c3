// A process that lies, for simulations: some of its searches end with a false result. A value is moved by some points,
// and a value beyond one end of the window is reported beyond the other, so that no
// lie can be true by chance.
import type { Random } from '../../core/random.js';
import { INFINITE } from '../../core/score.js';
import type { SearchFinding } from '../../parallel/actor.js';
import type { SearchPort } from '../../parallel/ports.js';

const FURTHEST = 8;
const PARTS = 2 ** 30;

/** A search of which the share `lies`, 0 to 1, of results is false. */
export function lyingSearch<P>(search: SearchPort<P>, lies: number, random: Random): SearchPort<P> {
  /** The false result of the search that has ended, if it lies. */
  let lie: SearchFinding | undefined;
  let low = -INFINITE;
  let high = INFINITE;
  const begin = (alpha = -INFINITE, beta = INFINITE) => {
    lie = undefined;
    low = alpha;
    high = beta;
  };
  return {
    start(position, order) {
      begin(order.alpha, order.beta);
      search.start(position, order);
    },
    take(position, part) {
      begin(part.alpha, part.beta);
      search.take(position, part);
    },
    candidate: (rule) => search.candidate(rule),
    split: (ply) => search.split(ply),
    deliver: (ticket, found) => search.deliver(ticket, found),
    window: (ticket) => search.window(ticket),
    run(budget) {
      const running = search.status !== 'done';
      const status = search.run(budget);
      if (running && status === 'done' && random.below(PARTS) < lies * PARTS) {
        lie = falsify(search.found!, low, high, random);
      }
      return status;
    },
    advance: (depth) => search.advance(depth),
    rewindow(alpha, beta) {
      begin(alpha, beta);
      search.rewindow(alpha, beta);
    },
    perturb: (seed) => search.perturb(seed),
    get depth() {
      return search.depth;
    },
    get status() {
      return search.status;
    },
    get found() {
      return lie ?? search.found;
    },
    get nodes() {
      return search.nodes;
    },
    get leaves() {
      return search.leaves;
    },
  };
}

function falsify(found: SearchFinding, low: number, high: number, random: Random): SearchFinding {
  const { value, bound } = found;
  if (bound === 'lower') return { ...found, bound: 'upper', value: Math.min(low, value - 1) };
  if (bound === 'upper') return { ...found, bound: 'lower', value: Math.max(high, value + 1) };
  const by = 1 + random.below(FURTHEST);
  return { ...found, value: random.below(2) === 0 ? value - by : value + by };
}
