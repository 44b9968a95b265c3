// A game of the library, whose rules are answered by its kernel.
import { loadNotation } from '#notations';
import type { InputError } from '../core/errors.js';
import { branchingOf, type Move, type Position, recordOf } from '../core/game.js';
import { err, ok, type Result } from '../core/result.js';
import { loadKernel } from '../games/load.js';
import { openKernel } from '../games/open.js';
import { Rules } from '../kernel/index.js';
import { endingOf } from './game-ending.js';
import type { Playable } from './games.js';
import { ambiguousMove, illegalMove, linesOf, refusedMove } from './lines.js';

export async function openKernelGame(id: string): Promise<Playable> {
  const notation = await loadNotation(id);
  const kernel = await loadKernel(id);
  const rules = new Rules(await openKernel(id, ({ data }) => ({ capacity: 4 << 20, data })));
  const recordIn = (position: Position) => recordOf(notation, position);

  function play(position: Position, move: Move): Result<Position, InputError> {
    const record = recordIn(position);
    if (rules.legal(record, move)) return ok({ game: id, record: rules.play(record, move) });
    const legal = rules.moves(record);
    const meant = notation.meanings?.(move, legal) ?? [];
    if (meant.length === 1) return ok({ game: id, record: rules.play(record, meant[0]!) });
    if (meant.length > 1)
      return err(ambiguousMove(meant.map(notation.makeMove), notation.makeMove(move)));
    const why = notation.whyIllegal?.(position, move);
    if (why !== undefined) return err(refusedMove(why, notation.makeMove(move)));
    const more = branchingOf(notation, position) > 0;
    return err(illegalMove(legal.map(notation.makeMove), notation.makeMove(move), more));
  }

  /** As machines write it or as players do; what is neither is refused as the notation refuses it. */
  function readMove(position: Position, text: string): Result<Move, InputError> {
    const move = notation.parseMove(text);
    if (
      notation.display === undefined ||
      (move.ok && rules.legal(recordIn(position), move.value))
    ) {
      return move;
    }
    const displayed = notation.display.parse(rules, position, text);
    return displayed.ok || (!move.ok && displayed.error.code !== 'ERR_MOVE') ? displayed : move;
  }

  function writeMove(position: Position, move: Move): string {
    return notation.display?.make(rules, position, move) ?? notation.makeMove(move);
  }

  function writeLine(position: Position, moves: readonly Move[]): string[] {
    let { record } = position;
    return moves.map((move) => {
      const text = writeMove({ game: id, record }, move);
      record = rules.play(record, move);
      return text;
    });
  }

  const { claim } = notation;
  const open: Playable = {
    id,
    notation,
    readMove,
    writeMove,
    writeLine,
    ending: (played) => endingOf(open, played),
    ...(claim !== undefined && { claim }),
    legalMoves: (position) => rules.moves(recordIn(position)),
    play,
    over: (position) => rules.over(recordIn(position)),
    drawnByCount: (position) => rules.pliesToDraw(recordIn(position)) === 0,
    result: (position) => rules.result(recordIn(position)),
    evaluate: (position) => rules.evaluate(recordIn(position)),
    turn: (position) => (rules.turn(recordIn(position)) === 0 ? 0 : 1),
    ...linesOf({ notation, readMove, play }),
    repeats: rules.repeats,
    repetition: (game) => rules.repetition(game.map(recordIn)),
    source: { kind: 'kernel', kernel },
    evaluates: true,
    usesTable: true,
    sourcePosition: recordIn,
    translate: (report) => report,
  };
  return open;
}
