// Positions in Forsyth-Edwards notation: the board from rank 8 down, the side to move, castling, the
// en passant square, and two counters that may be left out. A position is refused when no game leads
// to it as far as a quick check shows: kings, pawns on the last ranks, too many pieces, a side that
// could take the king, castling without king and rook at home, en passant without the pawn or with a
// clock that has run since.
import { type InputError, quote } from '../../core/errors.js';
import { ok, type Result, refusal } from '../../core/result.js';
import {
  attackers,
  type ChessBoard,
  type ChessSide,
  fileOf,
  isWhite,
  kingOf,
  makeSquare,
  opponent,
  rankOf,
} from './board.js';

/** The greatest counters that are read; no game comes near. */
const MOST = 9999;

/** Castling letters with the squares of rook and king. */
const CASTLING = [
  ['K', 7, 4],
  ['Q', 0, 4],
  ['k', 63, 60],
  ['q', 56, 60],
] as const;

const FIELDS = ['board', 'side to move', 'castling', 'en passant', 'clock', 'move number'] as const;

interface Field {
  readonly text: string;
  readonly at: number;
}

/** A board on its way, with the place in the text of each piece. */
interface Draft {
  readonly squares: (string | undefined)[];
  readonly places: number[];
}

export function parseFen(text: string): Result<ChessBoard, InputError> {
  const fields = splitFields(text);
  const extra = fields[FIELDS.length];
  if (extra !== undefined) {
    const message = `${quote(extra.text)} follows the move number: expected nothing more`;
    return refusal('ERR_LENGTH', message, extra.text, extra.at);
  }
  const [board, side, castling, passant, clock, number] = fields;
  if (board === undefined) return refusal('ERR_MISSING', 'the board is missing', text, 0);
  const draft = parseBoard(board);
  if (!draft.ok) return draft;
  for (const [i, field] of [side, castling, passant].entries()) {
    if (field !== undefined) continue;
    const code = i === 0 ? 'ERR_SIDE' : 'ERR_MISSING';
    const message = `the ${FIELDS[i + 1]} is missing${i === 0 ? ': expected w or b' : ''}`;
    return refusal(code, message, '', text.trimEnd().length);
  }
  if (side!.text !== 'w' && side!.text !== 'b') {
    const message = `the side to move is ${quote(side!.text)}: expected w or b`;
    return refusal('ERR_SIDE', message, side!.text, side!.at);
  }
  const turn: ChessSide = side!.text;
  const { squares } = draft.value;
  const pieces = checkPieces(draft.value, board, turn);
  if (!pieces.ok) return pieces;
  const rooks = parseCastling(squares, castling!);
  if (!rooks.ok) return rooks;
  const target = parsePassant(squares, passant!, turn);
  if (!target.ok) return target;
  const halfMoves = parseCounter(clock, 'clock', 0, 0);
  if (!halfMoves.ok) return halfMoves;
  if (passant!.text !== '-' && halfMoves.value > 0) {
    const message = `the clock is ${halfMoves.value}, but a pawn has just moved past ${passant!.text}: expected 0`;
    return refusal('ERR_IMPOSSIBLE', message, clock!.text, clock!.at);
  }
  const move = parseCounter(number, 'move number', 1, 1);
  if (!move.ok) return move;
  return ok({
    squares,
    side: turn,
    rights: [...rooks.value, ...target.value],
    clock: halfMoves.value,
    number: move.value,
  });
}

export function makeFen({ squares, side, rights, clock, number }: ChessBoard): string {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    squares
      .slice(8 * rank, 8 * rank + 8)
      .map((piece) => piece ?? '1')
      .join('')
      .replace(/1+/g, (run) => String(run.length)),
  );
  const castling = CASTLING.filter(([, rook]) => rights.includes(rook)).map(([letter]) => letter);
  const passant = rights.find((square) => [2, 5].includes(rankOf(square)));
  return [
    ranks.join('/'),
    side,
    castling.join('') || '-',
    passant === undefined ? '-' : makeSquare(passant),
    clock,
    number,
  ].join(' ');
}

function splitFields(text: string): Field[] {
  return [...text.matchAll(/[^ ]+/g)].map((match) => ({ text: match[0], at: match.index }));
}

function parseBoard({ text, at }: Field): Result<Draft, InputError> {
  const squares = new Array<string | undefined>(64).fill(undefined);
  const places = new Array<number>(64).fill(at);
  let rank = 7;
  let file = 0;
  const ended = (place: number) => {
    const message = `rank ${rank + 1} has ${file} squares: expected 8`;
    return refusal('ERR_LENGTH', message, text.slice(place - at, place - at + 1), place);
  };
  for (const [i, character] of text.split('').entries()) {
    const place = at + i;
    if (character === '/') {
      if (file !== 8) return ended(place);
      if (rank === 0) {
        return refusal('ERR_LENGTH', 'the board has more than 8 ranks', text.slice(i), place);
      }
      rank--;
      file = 0;
    } else if (/^[1-8]$/.test(character)) {
      file += Number(character);
      if (file > 8) return ended(place);
    } else if (/^[pnbrqk]$/i.test(character)) {
      if (file === 8) {
        file++;
        return ended(place);
      }
      squares[8 * rank + file] = character;
      places[8 * rank + file] = place;
      file++;
    } else {
      const message = `${quote(character)} on rank ${rank + 1}: expected one of pnbrqk, PNBRQK or 1 to 8`;
      return refusal('ERR_CHARACTER', message, character, place);
    }
  }
  if (file !== 8) return ended(at + text.length);
  if (rank > 0) {
    const message = `the board ends after ${8 - rank} of 8 ranks`;
    return refusal('ERR_LENGTH', message, '', at + text.length);
  }
  return ok({ squares, places });
}

/** Refuses sets of pieces that no game has, and a side to move that could take the king. */
function checkPieces(
  { squares, places }: Draft,
  field: Field,
  turn: ChessSide,
): Result<null, InputError> {
  const impossible = (square: number, message: string) =>
    refusal('ERR_IMPOSSIBLE', message, squares[square] ?? '', places[square]!);
  for (const [square, piece] of squares.entries()) {
    if (piece?.toLowerCase() === 'p' && [0, 7].includes(rankOf(square))) {
      return impossible(square, `a pawn cannot stand on ${makeSquare(square)}`);
    }
  }
  for (const side of ['w', 'b'] as const) {
    const name = side === 'w' ? 'White' : 'Black';
    const own = [...squares.keys()].filter((square) => {
      const piece = squares[square];
      return piece !== undefined && isWhite(piece) === (side === 'w');
    });
    const count = (letter: string) =>
      own.filter((square) => squares[square]!.toLowerCase() === letter).length;
    const kings = own.filter((square) => squares[square]!.toLowerCase() === 'k');
    if (kings.length === 0) {
      return refusal('ERR_IMPOSSIBLE', `${name} has no king`, field.text, field.at);
    }
    if (kings.length > 1) return impossible(kings[1]!, `${name} has ${kings.length} kings`);
    const pawns = count('p');
    const surplus = (letter: string, few: number) => Math.max(0, count(letter) - few);
    const promoted = surplus('q', 1) + surplus('r', 2) + surplus('b', 2) + surplus('n', 2);
    if (pawns + promoted > 8) {
      const what =
        promoted > 0 ? `${pawns} pawns and ${promoted} promoted pieces` : `${pawns} pawns`;
      const last = own
        .filter((square) => square !== kings[0])
        .reduce((a, b) => (places[a]! > places[b]! ? a : b));
      return impossible(last, `${name} has ${what}: there were 8 pawns`);
    }
  }
  const other = kingOf(squares, opponent(turn));
  if (attackers(squares, other, turn).length > 0) {
    const who = turn === 'w' ? 'White' : 'Black';
    return impossible(other, `${who} is to move and could take the king on ${makeSquare(other)}`);
  }
  const king = kingOf(squares, turn);
  const checks = attackers(squares, king, opponent(turn)).length;
  if (checks > 2) {
    return impossible(king, `${checks} pieces give check, but a move can leave no more than 2`);
  }
  return ok(null);
}

/** The squares of the rooks that may castle. */
function parseCastling(
  squares: Draft['squares'],
  { text, at }: Field,
): Result<number[], InputError> {
  if (text === '-') return ok([]);
  const rooks: number[] = [];
  for (const [i, letter] of text.split('').entries()) {
    const known = CASTLING.find(([each]) => each === letter);
    if (known === undefined || text.indexOf(letter) < i) {
      const message = `${quote(letter)} in the castling field: expected - or some of KQkq, once each`;
      return refusal('ERR_VALUE', message, letter, at + i);
    }
    const [, rook, king] = known;
    const [rookLetter, kingLetter] = rook < 8 ? ['R', 'K'] : ['r', 'k'];
    if (squares[rook] !== rookLetter || squares[king] !== kingLetter) {
      const message = `castling ${letter} needs the king on ${makeSquare(king)} and a rook on ${makeSquare(rook)}`;
      return refusal('ERR_IMPOSSIBLE', message, letter, at + i);
    }
    rooks.push(rook);
  }
  return ok(rooks.sort((a, b) => a - b));
}

/** The en passant square, if a pawn stands beside the one that has moved; otherwise it says nothing. */
function parsePassant(
  squares: Draft['squares'],
  { text, at }: Field,
  turn: ChessSide,
): Result<number[], InputError> {
  if (text === '-') return ok([]);
  const rank = turn === 'w' ? '6' : '3';
  if (!/^[a-h][36]$/.test(text) || text[1] !== rank) {
    const message = `the en passant square is ${quote(text)}: expected - or a square of rank ${rank}`;
    return refusal('ERR_VALUE', message, text, at);
  }
  const target = text.charCodeAt(0) - 97 + 8 * (Number(rank) - 1);
  const ahead = turn === 'w' ? -8 : 8;
  const [enemy, taker] = turn === 'w' ? ['p', 'P'] : ['P', 'p'];
  const passed = target + ahead;
  const impossible = (why: string) => refusal('ERR_IMPOSSIBLE', why, text, at);
  if (squares[passed] !== enemy) {
    return impossible(`there is no pawn on ${makeSquare(passed)} to be taken en passant`);
  }
  if (squares[target] !== undefined || squares[target - ahead] !== undefined) {
    return impossible(`the pawn on ${makeSquare(passed)} cannot have come over ${text}`);
  }
  const beside = [passed - 1, passed + 1].filter(
    (square) => Math.abs(fileOf(square) - fileOf(passed)) === 1 && squares[square] === taker,
  );
  return ok(beside.length > 0 ? [target] : []);
}

function parseCounter(
  field: Field | undefined,
  name: string,
  least: number,
  missing: number,
): Result<number, InputError> {
  if (field === undefined) return ok(missing);
  const value = /^[0-9]{1,4}$/.test(field.text) ? Number(field.text) : -1;
  if (value < least) {
    const message = `the ${name} is ${quote(field.text)}: expected a number from ${least} to ${MOST}`;
    return refusal('ERR_VALUE', message, field.text, field.at);
  }
  return ok(value);
}
