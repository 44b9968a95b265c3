// How many captures a position of English checkers can have at most: the room that a move list needs.
// A jump changes row and column by two, so the board falls into four parts of eight squares, and in each
// the nine inner squares of one parity are the only ones that can be jumped, each along one diagonal.
// Two parts share the same nine. All sets of kings and of jumped pieces are tried, part by part; that
// kings of one pair of parts would stand where pieces of the other are jumped is ignored, so the number
// is a bound.

/** A part of the board: a graph of eight squares and nine jumps, numbered as their jumped squares. */
interface Part {
  readonly squares: readonly number[];
  readonly jumps: ReadonlyMap<number, readonly (readonly [to: number, jumped: number])[]>;
}

function partOf(parity: number): Part {
  const jumps = new Map<number, [number, number][]>();
  const connect = (from: number, to: number, jumped: number) =>
    jumps.set(from, [...(jumps.get(from) ?? []), [to, jumped]]);
  for (let jumped = 0; jumped < 9; jumped++) {
    const [row, column] = [Math.floor(jumped / 3), jumped % 3];
    const left = (row + column) % 2 === parity ? 4 * row + column : 4 * (row + 1) + column;
    const right = (row + column) % 2 === parity ? 4 * (row + 1) + column + 1 : 4 * row + column + 1;
    connect(left, right, jumped);
    connect(right, left, jumped);
  }
  return { squares: [...jumps.keys()], jumps };
}

const bits = (set: number): number => set.toString(2).replaceAll('0', '').length;

/** Most captures by the set of pieces that can be jumped and the number of kings, 0 to 8. */
function mostByKings({ squares, jumps }: Part): number[][] {
  return Array.from({ length: 512 }, (_, pieces) => {
    const most = new Array<number>(9).fill(0);
    for (let set = 0; set < 256; set++) {
      const kings = new Set(squares.filter((_, i) => (set >> i) & 1));
      const captures = (start: number, here: number, left: number): number => {
        let found = 0;
        for (const [to, jumped] of jumps.get(here)!) {
          const free = !kings.has(to) || to === start;
          if ((left >> jumped) & 1 && free) found += captures(start, to, left & ~(1 << jumped));
        }
        return found === 0 && left !== pieces ? 1 : found;
      };
      const sum = [...kings].reduce((n, king) => n + captures(king, king, pieces), 0);
      most[kings.size] = Math.max(most[kings.size]!, sum);
    }
    return most;
  });
}

/** A bound on the captures of a side with `own` pieces against `others`. */
export function mostCaptures(own: number, others: number): number {
  const [even, odd] = [mostByKings(partOf(0)), mostByKings(partOf(1))];
  const pair = Array.from({ length: 10 }, () => new Array<number>(17).fill(0));
  for (let pieces = 0; pieces < 512; pieces++) {
    const row = pair[bits(pieces)]!;
    for (let i = 0; i <= 8; i++) {
      for (let j = 0; j <= 8; j++) {
        row[i + j] = Math.max(row[i + j]!, even[pieces]![i]! + odd[pieces]![j]!);
      }
    }
  }
  let most = 0;
  for (let first = 0; first <= 9; first++) {
    for (let second = 0; second <= 9 && first + second <= others; second++) {
      for (let kings = 0; kings <= Math.min(own, 16); kings++) {
        for (let rest = 0; kings + rest <= own; rest++) {
          most = Math.max(most, pair[first]![kings]! + pair[second]![rest]!);
        }
      }
    }
  }
  return most;
}
