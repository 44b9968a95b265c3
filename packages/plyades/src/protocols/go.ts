// What `go` asks for: limits, the clocks of both sides, and the moves that may be searched. Everything is
// optional; `go` alone searches as `go infinite` does. The same parser serves UCI and USI, which share all
// words but `byoyomi` and what `mate` counts.
import { type InputError, inputError, quote } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
import type { Protocol } from './protocol.js';
import type { Tokens } from './tokens.js';

/** The limits and circumstances of one search. Times are milliseconds. */
export interface Go {
  /** Only these moves of the root are searched. Not empty: nothing can be searched among no moves. */
  readonly searchMoves?: readonly string[];
  /** True: think on the opponent's time, about the position after the move that is expected. */
  readonly ponder?: boolean;
  /** True: search until `stop`, and answer not before it. */
  readonly infinite?: boolean;
  readonly depth?: number;
  readonly nodes?: number;
  readonly moveTime?: number;
  /** UCI: search for a mate in this many moves. */
  readonly mate?: number;
  /** USI, `go mate`: search for a mate, for this many ms at most; Infinity for `go mate infinite`. */
  readonly mateTime?: number;
  /** What is left on the clocks of the side that begins (white in chess, black in shogi) and of the other. */
  readonly firstTime?: number;
  readonly secondTime?: number;
  /** What each move adds to them. */
  readonly firstIncrement?: number;
  readonly secondIncrement?: number;
  /** Moves until time is added to the clocks. */
  readonly movesToGo?: number;
  /** USI: what each move has when the clock is empty. */
  readonly byoyomi?: number;
}

type NumberKey = {
  [K in keyof Go]-?: NonNullable<Go[K]> extends number ? K : never;
}[keyof Go];

/** Word -> property, for the words with a number. UCI says w and b, USI b and w: first and second. */
const numbers = {
  uci: {
    depth: 'depth',
    nodes: 'nodes',
    movetime: 'moveTime',
    mate: 'mate',
    wtime: 'firstTime',
    btime: 'secondTime',
    winc: 'firstIncrement',
    binc: 'secondIncrement',
    movestogo: 'movesToGo',
    byoyomi: 'byoyomi',
  },
  usi: {
    depth: 'depth',
    nodes: 'nodes',
    movetime: 'moveTime',
    mate: 'mateTime',
    btime: 'firstTime',
    wtime: 'secondTime',
    binc: 'firstIncrement',
    winc: 'secondIncrement',
    movestogo: 'movesToGo',
    byoyomi: 'byoyomi',
  },
} as const satisfies Record<Protocol, Record<string, NumberKey>>;

const flags = ['infinite', 'ponder'] as const;

/** A word of `go`, such as `depth`; what is none may be a move after `searchmoves`. */
function isWord(protocol: Protocol, word: string): boolean {
  return word in numbers[protocol] || word === 'searchmoves' || flags.some((flag) => flag === word);
}

/** Reads what follows the word `go`. Words it does not know are skipped; a number that is none is refused. */
export function parseGo(protocol: Protocol, tokens: Tokens): Result<Go, InputError> {
  const go: { -readonly [K in keyof Go]: Go[K] } = {};
  const names: Readonly<Record<string, NumberKey>> = numbers[protocol];
  while (!tokens.done) {
    const word = tokens.take()!;
    const key = Object.hasOwn(names, word) ? names[word] : undefined;
    if (word === 'infinite' || word === 'ponder') go[word] = true;
    else if (word === 'searchmoves') {
      go.searchMoves = tokens.takeUntil((next) => isWord(protocol, next));
    } else if (key === 'mateTime' && tokens.peek() === 'infinite') {
      tokens.take();
      go.mateTime = Number.POSITIVE_INFINITY;
    } else if (key !== undefined) {
      const number = tokens.takeInteger();
      if (number === undefined) {
        const given = tokens.peek() ?? '';
        const message = `go ${word} ${quote(given)}: expected a whole number`;
        return err(inputError('ERR_VALUE', message, given));
      }
      go[key] = number;
    }
  }
  if (go.searchMoves?.length === 0) delete go.searchMoves;
  return ok(go);
}

/** The whole command, beginning with the word `go`. */
export function makeGo(protocol: Protocol, go: Go): string {
  const line = ['go'];
  if (go.ponder) line.push('ponder');
  if (go.infinite) line.push('infinite');
  for (const [word, key] of Object.entries(numbers[protocol])) {
    const number = go[key];
    if (number === undefined) continue;
    line.push(word, Number.isFinite(number) ? String(number) : 'infinite');
  }
  // Last: engines differ in where they think a list of moves ends.
  if (go.searchMoves && go.searchMoves.length > 0) line.push('searchmoves', ...go.searchMoves);
  return line.join(' ');
}
