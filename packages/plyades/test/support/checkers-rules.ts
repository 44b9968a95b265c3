// The rules of English checkers on an array of characters, as slow and plain as possible: what the
// tests compare the kernel and the notation with. Shares nothing with either.

export interface CheckersGame {
  /** b, w, B, W (kings) or - by square; index 0 is square 1. */
  readonly squares: readonly string[];
  readonly side: 'b' | 'w';
}

export const checkersStart: CheckersGame = {
  squares: [...'bbbbbbbbbbbb--------wwwwwwwwwwww'],
  side: 'b',
};

/** A legal move in full and the position it leads to. */
export interface CheckersMove {
  readonly text: string;
  readonly next: CheckersGame;
}

/** In PDN, White's squares first. */
export function checkersText({ squares, side }: CheckersGame): string {
  const list = (colour: string) =>
    squares
      .map((piece, i) => {
        if (piece.toLowerCase() !== colour) return '';
        return piece === colour ? `${i + 1}` : `K${i + 1}`;
      })
      .filter((written) => written !== '')
      .join(',');
  return `${side.toUpperCase()}:W${list('w')}:B${list('b')}`;
}

/** Squares as numbers from 1; captures, if there are any, are the only moves. */
export function checkersMoves(game: CheckersGame): CheckersMove[] {
  const captures = mine(game).flatMap((from) => capturesFrom(game, from));
  return captures.length > 0 ? captures : mine(game).flatMap((from) => stepsFrom(game, from));
}

function mine({ squares, side }: CheckersGame): number[] {
  return squares.flatMap((piece, i) => (piece.toLowerCase() === side ? [i + 1] : []));
}

function stepsFrom(game: CheckersGame, from: number): CheckersMove[] {
  return neighbours(game, from).flatMap(([to]) => {
    if (game.squares[to - 1] !== '-') return [];
    return [{ text: `${from}-${to}`, next: after(game, from, to, []) }];
  });
}

function capturesFrom(game: CheckersGame, from: number): CheckersMove[] {
  const found: CheckersMove[] = [];
  const enemy = game.side === 'b' ? 'w' : 'b';
  const goOn = (path: number[], taken: number[]) => {
    let more = false;
    for (const [over, to] of neighbours(game, from, path.at(-1)!)) {
      if (to === undefined || taken.includes(over)) continue;
      if (game.squares[over - 1]!.toLowerCase() !== enemy) continue;
      if (game.squares[to - 1] !== '-' && to !== from) continue;
      more = true;
      goOn([...path, to], [...taken, over]);
    }
    if (more || path.length === 1) return;
    found.push({ text: path.join('x'), next: after(game, from, path.at(-1)!, taken) });
  };
  goOn([from], []);
  return found;
}

/** The squares next to `here` and the ones behind them, where the piece on `from` may go. */
function neighbours(
  { squares }: CheckersGame,
  from: number,
  here = from,
): [number, number | undefined][] {
  const piece = squares[from - 1]!;
  const row = Math.ceil(here / 4);
  const rows = piece === 'b' ? [1] : piece === 'w' ? [-1] : [1, -1];
  return rows.flatMap((dy) =>
    [-1, 1].flatMap((dx): [number, number | undefined][] => {
      const at = (steps: number) => numberAt(row + dy * steps, columnOf(here) + dx * steps);
      const next = at(1);
      return next === undefined ? [] : [[next, at(2)]];
    }),
  );
}

function columnOf(square: number): number {
  const row = Math.ceil(square / 4);
  return ((square - 1) % 4) * 2 + (row % 2 === 1 ? 2 : 1);
}

function numberAt(row: number, column: number): number | undefined {
  if (row < 1 || row > 8 || column < 1 || column > 8) return undefined;
  return (row - 1) * 4 + Math.ceil(column / 2);
}

function after(game: CheckersGame, from: number, to: number, taken: number[]): CheckersGame {
  const squares = [...game.squares];
  const piece = squares[from - 1]!;
  for (const square of [from, ...taken]) squares[square - 1] = '-';
  const crowned = (piece === 'b' && to > 28) || (piece === 'w' && to < 5);
  squares[to - 1] = crowned ? piece.toUpperCase() : piece;
  return { squares, side: game.side === 'b' ? 'w' : 'b' };
}
