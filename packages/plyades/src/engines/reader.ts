// From what a protocol writes to positions that the rules have agreed to, and back. A game is sent again
// whole with every move, so the positions of the game read last are kept: what is new is read, no more.
import type { LoadedGame } from '../api/index.js';
import { type InputError, quote } from '../core/errors.js';
import type { Move, Position } from '../core/game.js';
import { err, ok, type Result } from '../core/result.js';
import type { Setup } from '../protocols/index.js';

/** Reads positions and moves of a protocol by the rules of a game. */
export interface PositionReader {
  /**
   * All positions of a game in order, where it began first. Refuses a bad position and a move that is not
   * legal, with the number of the move in the message.
   */
  read(setup: Setup): Result<readonly Position[], InputError>;
  /** A legal move as the protocol writes it. */
  move(position: Position, text: string): Result<Move, InputError>;
  /** As many moves of a line as are legal one after the other. */
  legalPart(position: Position, line: readonly string[]): readonly string[];
}

/** A reader for one game. */
export function createReader(game: LoadedGame): PositionReader {
  const { notation } = game;
  let last: { readonly setup: Setup; readonly positions: readonly Position[] } | undefined;

  function move(position: Position, text: string): Result<Move, InputError> {
    const parsed = notation.parseMove(text);
    if (!parsed.ok) return parsed;
    const played = game.play(position, parsed.value);
    return played.ok ? parsed : played;
  }

  function play(position: Position, text: string): Result<Position, InputError> {
    const parsed = notation.parseMove(text);
    return parsed.ok ? game.play(position, parsed.value) : parsed;
  }

  /** How many moves of a setup have been played before, from the same start. */
  function known({ start, moves }: Setup): number {
    if (last === undefined || last.setup.start !== start) return -1;
    const before = last.setup.moves;
    let same = 0;
    while (same < moves.length && same < before.length && moves[same] === before[same]) same++;
    return same;
  }

  return {
    move,
    read(setup) {
      const { start, moves } = setup;
      const same = known(setup);
      const positions = same < 0 ? [] : last!.positions.slice(0, same + 1);
      if (same < 0) {
        const first = start === undefined ? ok(notation.start()) : notation.parsePosition(start);
        if (!first.ok) return first;
        positions.push(first.value);
      }
      for (let i = positions.length - 1; i < moves.length; i++) {
        const next = play(positions[i]!, moves[i]!);
        if (!next.ok) {
          const message = `move ${i + 1}, ${quote(moves[i]!)}: ${next.error.message}`;
          return err({ ...next.error, message });
        }
        positions.push(next.value);
      }
      last = { setup, positions };
      return ok(positions);
    },
    legalPart(position, line) {
      let at = position;
      for (const [i, text] of line.entries()) {
        const next = play(at, text);
        if (!next.ok) return line.slice(0, i);
        at = next.value;
      }
      return line;
    },
  };
}
