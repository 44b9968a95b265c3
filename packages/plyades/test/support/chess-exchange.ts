// Static exchange in chess once more, by the words of assembly/games/chess/exchange.ts alone: the captures
// on one square are played out on an array, each by the least valuable piece, and either side stops when
// that is better for it.
import { attacksOf, colourOf, otherColour } from './chess-board.js';

const WORTH: Readonly<Record<string, number>> = {
  p: 100,
  n: 310,
  b: 320,
  r: 500,
  q: 950,
  k: 20_000,
};

const worthOf = (letter: string) => WORTH[letter.toLowerCase()] ?? 0;

/** What the side that makes the capture gains by it, and by what follows on its square. */
export function exchangeValue(squares: readonly string[], from: number, to: number): number {
  const taken = worthOf(squares[to]!);
  const after = [...squares];
  after[to] = after[from]!;
  after[from] = '';
  return taken - answerTo(after, to);
}

/** What the side that may take on `to` gains by doing so; 0 when it had better not. */
function answerTo(squares: readonly string[], to: number): number {
  const side = otherColour(colourOf(squares[to]!)!);
  const [taker] = takersOf(squares, to, side).sort(
    (a, b) => worthOf(squares[a]!) - worthOf(squares[b]!),
  );
  if (taker === undefined) return 0;
  // A king may take what nothing guards.
  const isKing = squares[taker]!.toLowerCase() === 'k';
  if (isKing && takersOf(squares, to, otherColour(side)).length > 0) return 0;
  return Math.max(0, exchangeValue(squares, taker, to));
}

function takersOf(squares: readonly string[], to: number, side: 'w' | 'b'): number[] {
  return squares.flatMap((letter, from) =>
    from !== to && colourOf(letter) === side && attacksOf(squares, from).includes(to) ? [from] : [],
  );
}
