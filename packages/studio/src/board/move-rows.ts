// The moves of a game as players read them: rows with a number, the move of the side that begins, and the answer.
import type { LoadedGame, Move, Position } from 'plyades';
import type { GameOnBoard } from './game-on-board.js';

export interface MoveCell {
  /** The position after the move has this place in the game. */
  readonly at: number;
  readonly side: 0 | 1;
  readonly text: string;
}

export interface MoveRow {
  readonly number: number;
  /** By side; a side that moves twice in a row begins another row. */
  readonly cells: readonly [MoveCell | undefined, MoveCell | undefined];
}

const texts = new WeakMap<Position, Map<Move, string>>();

/** The move as players write it; asked again and again, so it is kept. */
export function moveText(game: LoadedGame, position: Position, move: Move): string {
  let known = texts.get(position);
  if (known === undefined) {
    known = new Map();
    texts.set(position, known);
  }
  let text = known.get(move);
  if (text === undefined) {
    text = game.writeMove(position, move);
    known.set(move, text);
  }
  return text;
}

export function moveRows({ game, positions, moves }: GameOnBoard): readonly MoveRow[] {
  const rows: { number: number; cells: [MoveCell | undefined, MoveCell | undefined] }[] = [];
  for (const [ply, move] of moves.entries()) {
    const position = positions[ply]!;
    const side = game.turn(position);
    const cell = { at: ply + 1, side, text: moveText(game, position, move) };
    const last = rows.at(-1);
    if (last === undefined || side === 0 || last.cells[1] !== undefined) {
      rows.push({ number: rows.length + 1, cells: [undefined, undefined] });
    }
    rows.at(-1)!.cells[side] = cell;
  }
  return rows;
}

/** A line of a search in one text: `12. Nf3 Nc6 13. d4`; numbers only where the sides take turns. */
export function lineText(game: LoadedGame, position: Position, line: readonly Move[]): string {
  return game.writeLine(position, line).join(' ');
}
