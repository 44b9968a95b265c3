// Chess in writing: positions in FEN, moves as UCI has them and, for people, in SAN (san.ts), which depends
// on the position.
import { tooLong } from '../../core/errors.js';
import { type GameNotation, recordOf } from '../../core/game.js';
import { err, map, unwrap } from '../../core/result.js';
import { type ChessBoard, fileOf, fromRecord, RECORD_SIZE, rankOf, toRecord } from './board.js';
import { makeFen, parseFen } from './fen.js';
import { makeUci, parseUci, partsOf } from './moves.js';
import { makeSan, parseSan } from './san.js';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Where the clock and the number of plies are in a record. */
const CLOCK = 40;
const PLIES = 42;

/** Twice the longest FEN. */
const MAX_TEXT = 200;

/** The code of a move is in moves.ts. */
export const chess: GameNotation = {
  id: 'chess',
  title: 'Chess',
  recordSize: RECORD_SIZE,
  positionFormat:
    'FEN: ranks 8 to 1 (KQRBNP white, kqrbnp black, numbers for empty squares), w or b to move, castling KQkq or -, en passant square or -, clock and move number',
  moveFormat:
    'UCI: from and to square, and q, r, b or n for a promotion; castling is the king move. SAN is read too, such as Nf3 or O-O',
  positionExamples: [
    { text: START, about: 'the start' },
    {
      text: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
      about: 'Kiwipete, a test of every kind of move',
    },
    { text: '8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1', about: 'Black wins with b3b2' },
  ],
  moveExamples: [
    { text: 'e2e4', about: 'from e2 to e4' },
    { text: 'e1g1', about: 'White castles' },
    { text: 'a7a8q', about: 'a pawn becomes a queen' },
  ],

  check: { mateByChecks: false, perpetualLoses: false },

  withoutCounts(record) {
    const same = record.slice();
    same.fill(0, CLOCK);
    // The parity of the plies is the side to move.
    same[PLIES] = record[PLIES]! & 1;
    return same;
  },

  start: () => unwrap(chess.parsePosition(START)),

  parsePosition(text) {
    if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
    return map(parseFen(text), (board) => ({ game: chess.id, record: toRecord(board) }));
  },

  makePosition: (position) => makeFen(fromRecord(recordOf(chess, position))),

  parseMove: parseUci,

  makeMove: makeUci,

  display: {
    make: (rules, position, move) => makeSan(rules, recordOf(chess, position), move),
    parse: (rules, position, text) => parseSan(rules, recordOf(chess, position), text),
  },

  reason(position, result) {
    if (result !== 0) return 'checkmate';
    return isDead(fromRecord(recordOf(chess, position))) ? 'insufficient material' : 'stalemate';
  },

  draw(position, highlight = []) {
    const { squares, side } = fromRecord(recordOf(chess, position));
    const targets = new Set(highlight.map((move) => partsOf(move).to));
    const lines = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
      const cells = squares.slice(8 * rank, 8 * rank + 8).map((piece, file) => {
        return piece ?? (targets.has(8 * rank + file) ? '*' : '-');
      });
      return `${rank + 1} ${cells.join(' ')}`;
    });
    const turn = side === 'w' ? 'White' : 'Black';
    return [...lines, '  a b c d e f g h', `${turn} to move`].join('\n');
  },
};

/** Bare kings, one minor piece, or bishops on squares of one colour: as the kernel judges. */
function isDead({ squares }: ChessBoard): boolean {
  const others = [...squares.entries()].flatMap(([square, piece]) => {
    const letter = piece?.toLowerCase();
    return letter === undefined || letter === 'k' ? [] : { square, letter };
  });
  if (others.some(({ letter }) => letter !== 'b' && letter !== 'n')) return false;
  if (others.length <= 1) return true;
  const colours = new Set(others.map(({ square }) => (fileOf(square) + rankOf(square)) % 2));
  return others.every(({ letter }) => letter === 'b') && colours.size === 1;
}
