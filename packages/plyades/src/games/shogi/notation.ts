// Shogi in writing: SFEN positions and USI moves. `b=5` behind a position makes it a node of the tree
// that keeps the best five moves everywhere, as in experiments with a bounded branching factor.
import { tooLong } from '../../core/errors.js';
import { type GameNotation, type Position, recordOf } from '../../core/game.js';
import { err, ok, unwrap } from '../../core/result.js';
import { inCheck } from './attacks.js';
import { declaration } from './declaration.js';
import { makeMove, parseMove, targetOf } from './moves.js';
import { branchingOf, MAX_MOVES, makePiece, RECORD_SIZE, SIDE, setBranching } from './pieces.js';
import { findImpossible } from './possible.js';
import { makeHand, makeSfen, parseSfen } from './sfen.js';
import { squareAt } from './squares.js';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
const MATSURI = 'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1';

/** The longest board is 170 characters, promoted pieces everywhere; hands and numbers are short. */
const MAX_TEXT = 300;

/** Squares, drops and promotions as `makeMove` of moves.ts numbers them. */
export const shogi: GameNotation = {
  id: 'shogi',
  title: 'Shogi',
  recordSize: RECORD_SIZE,
  positionFormat:
    'SFEN: board, side to move (b or w), hands or -, and optionally a move number (not kept) and b=2..593, the number of best moves that a node keeps; a mate problem may lack one king',
  moveFormat: 'USI: 7g7f from square to square, + behind for a promotion, P*5e for a drop',
  positionExamples: [
    { text: START, about: 'the start' },
    { text: MATSURI, about: '207 legal moves, a usual test of move generators' },
    { text: `${START} b=5`, about: 'the start of the tree that keeps the best five moves' },
  ],
  moveExamples: [
    { text: '7g7f', about: 'the pawn on 7g steps forward' },
    { text: '8h2b+', about: 'the bishop takes on 2b and promotes' },
    { text: 'P*5e', about: 'a pawn is dropped on 5e' },
  ],
  check: { mateByChecks: true, perpetualLoses: true },
  branching: {
    max: MAX_MOVES,
    provable: false,
    of: (position) => branchingOf(recordOf(shogi, position)),
    limit: withBranching,
  },

  start: () => unwrap(shogi.parsePosition(START)),

  parsePosition(text) {
    if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
    const written = parseSfen(text.trimEnd());
    if (!written.ok) return written;
    const impossible = findImpossible(written.value);
    return impossible ? err(impossible) : ok({ game: shogi.id, record: written.value.record });
  },

  makePosition: (position) => makeSfen(recordOf(shogi, position)),

  parseMove,
  makeMove,

  reason(position) {
    const record = recordOf(shogi, position);
    return inCheck(record, record[SIDE] === 0 ? 0 : 1) ? 'checkmate' : 'no legal move';
  },

  claim(position) {
    recordOf(shogi, position);
    const { wins, points, needed, company, kingEntered, inCheck: check } = declaration(position);
    const king = kingEntered ? 'the king has entered' : 'the king has not entered the camp';
    const pieces = `${company} pieces beside it there (10 needed)`;
    const why = `${king}, ${pieces}, ${points} points (${needed} needed)${check ? ', in check' : ''}`;
    return { word: 'declare', wins, why };
  },

  draw(position, highlight = []) {
    const record = recordOf(shogi, position);
    const targets = new Set(highlight.map(targetOf));
    const lines = ['  9  8  7  6  5  4  3  2  1'];
    for (let rank = 0; rank < 9; rank++) {
      let line = '';
      for (let file = 8; file >= 0; file--) {
        const square = squareAt(file, rank);
        const piece = record[square]!;
        const empty = targets.has(square) ? '*' : '.';
        line += (piece === 0 ? empty : makePiece(piece)).padStart(3);
      }
      lines.push(`${line} ${'abcdefghi'.charAt(rank)}`);
    }
    const branching = branchingOf(record);
    return [
      `White holds ${makeHand(record, 1) || 'nothing'}`,
      ...lines,
      `Black holds ${makeHand(record, 0) || 'nothing'}`,
      `${record[SIDE] === 0 ? 'Black' : 'White'} to move`,
      ...(branching === 0 ? [] : [`the best ${branching} moves of every node`]),
    ].join('\n');
  },
};

/** The same position in the tree that keeps the best `branching` moves of a node; 0 keeps all. */
export function withBranching(position: Position, branching: number): Position {
  const record = recordOf(shogi, position).slice();
  const fits = branching === 0 || (branching >= 2 && branching <= MAX_MOVES);
  if (!(Number.isInteger(branching) && fits)) {
    throw new RangeError(
      `a branching of ${branching}: expected 0, or an integer from 2 to ${MAX_MOVES}`,
    );
  }
  setBranching(record, branching);
  return { game: shogi.id, record };
}
