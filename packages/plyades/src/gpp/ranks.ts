// How often strong players choose the move that an engine ranks first, second, third and so on: the only
// table of P-GPP (Yokoyama, Kaneko and Tanaka, "Parameter-Free Tree Style Pipeline in Asynchronous Parallel
// Game-Tree Search", section 4.3 and table 2). Before trees grow by it, it is made non-increasing, so that
// taking the most probable node next is always right, and its last class is spread over the moves left.

/** Frequencies of ranks 1, 2, ...; the last entry is the class of all ranks from there on. */
export type RankTable = readonly number[];

/** Table 2 of the paper: Stockfish DD at depth 15, the twelve games of Deep Blue against Kasparov. */
export const paperRanks: RankTable = [
  0.5472, 0.1769, 0.088, 0.0522, 0.0293, 0.0247, 0.0211, 0.0128, 0.0082, 0.011, 0.0284,
];

/**
 * Debian's Stockfish 15.1 at depth 7 in the same games, 1,089 moves with a choice: what
 * `plyades experiment gpp/table-2 --scale short` counts.
 */
export const stockfishRanks: RankTable = frequenciesOf([
  514, 207, 120, 81, 39, 28, 16, 12, 10, 15, 47,
]);

/** Counts as frequencies that sum to 1. */
export function frequenciesOf(counts: readonly number[]): RankTable {
  const total = sum(counts);
  if (!(total > 0)) throw new RangeError('a table of ranks needs at least one move');
  return counts.map((count) => count / total);
}

/**
 * The probability that the move of rank 1, 2, ... is played where there are `moves` moves (1 or more):
 * never more for a later rank, and 1 in all.
 */
export class Probabilities {
  readonly #table: RankTable;
  readonly #byMoves = new Map<number, readonly number[]>();

  constructor(table: RankTable) {
    const fits = table.length >= 2 && table[0]! > 0 && table.every((each) => each >= 0);
    if (!fits) throw new RangeError('a table of ranks has two or more classes, the first above 0');
    this.#table = table;
  }

  of(moves: number): readonly number[] {
    let found = this.#byMoves.get(moves);
    if (found === undefined) {
      found = spread(this.#table, moves);
      this.#byMoves.set(moves, found);
    }
    return found;
  }
}

function spread(table: RankTable, moves: number): readonly number[] {
  const named = table.slice(0, -1);
  const rest = moves - named.length;
  const all =
    rest <= 0
      ? named.slice(0, moves)
      : [...named, ...new Array<number>(rest).fill(table.at(-1)! / rest)];
  const falling = poolRises(all);
  const total = sum(falling);
  return falling.map((each) => each / total);
}

/** The closest non-increasing sequence: neighbours that rise get their common mean. */
function poolRises(values: readonly number[]): number[] {
  const pools: { mean: number; count: number }[] = [];
  for (const value of values) {
    let pool = { mean: value, count: 1 };
    while (pools.length > 0 && pools.at(-1)!.mean < pool.mean) {
      const before = pools.pop()!;
      const count = before.count + pool.count;
      pool = { mean: (before.mean * before.count + pool.mean * pool.count) / count, count };
    }
    pools.push(pool);
  }
  return pools.flatMap(({ mean, count }) => new Array<number>(count).fill(mean));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}
