// Games as a program uses them: loaded once, then rules and notation answer at once.
import { type InputError, inputError, quote } from '../core/errors.js';
import { type GameNotation, type Move, type Position, recordOf } from '../core/game.js';
import { err, ok, type Result } from '../core/result.js';
import { catalogue } from '../games/catalogue.js';
import { loadKernel, notationOf } from '../games/load.js';
import { Kernel, Rules } from '../kernel/index.js';

/** Names of the games that come with the library. */
export const gameIds: readonly string[] = catalogue.map((game) => game.id);

/** A game's rules and notation. */
export interface LoadedGame {
  readonly id: string;
  readonly notation: GameNotation;
  /** Legal moves in the game's own order; none exactly when the game is over. */
  legalMoves(position: Position): Move[];
  /** The position after a move; ERR_ILLEGAL_MOVE when it is against the rules. */
  play(position: Position, move: Move): Result<Position, InputError>;
  /** True when the game is over. */
  over(position: Position): boolean;
  /** Result of a finished game from the side to move, in the units of search values. */
  result(position: Position): number;
  /** Static evaluation from the side to move; only for a game that is not over. */
  evaluate(position: Position): number;
  /** The side to move; 0 is the side that begins the game. */
  turn(position: Position): 0 | 1;
  /** Reads a position and plays moves on it, given as text with spaces between them. */
  parsePosition(text: string, moves?: string): Result<Position, InputError>;
  /** Plays moves, given as text with spaces between them, on a position. */
  playMoves(position: Position, moves: string): Result<Position, InputError>;
}

/** No game of ours is longer than this; a longer list of moves is refused unread. */
const MAX_MOVES_TEXT = 100_000;

const games = new Map<string, Promise<LoadedGame>>();

/** Loads a game by name. Throws a PlyadesError: ERR_GAME when there is none of that name. */
export function loadGame(id: string): Promise<LoadedGame> {
  let game = games.get(id);
  if (!game) {
    game = load(id);
    game.catch(() => games.delete(id));
    games.set(id, game);
  }
  return game;
}

async function load(id: string): Promise<LoadedGame> {
  const notation = notationOf(id);
  const { module, data } = await loadKernel(id);
  const rules = new Rules(new Kernel(module, { capacity: 4 << 20, ...(data && { data }) }));
  const recordIn = (position: Position) => recordOf(notation, position);

  function play(position: Position, move: Move): Result<Position, InputError> {
    const record = recordIn(position);
    const legal = rules.moves(record);
    if (legal.includes(move)) return ok({ game: id, record: rules.play(record, move) });
    return err(illegal(notation, legal, notation.makeMove(move)));
  }

  function playMoves(position: Position, moves: string): Result<Position, InputError> {
    if (moves.length > MAX_MOVES_TEXT) {
      const message = `${moves.length} characters of moves are too many: at most ${MAX_MOVES_TEXT} are read`;
      return err(inputError('ERR_TOO_LONG', message, moves));
    }
    let current = position;
    for (const { 0: text, index } of moves.matchAll(/\S+/g)) {
      const move = notation.parseMove(text);
      if (!move.ok) return err({ ...move.error, at: index + (move.error.at ?? 0) });
      const next = play(current, move.value);
      if (!next.ok) return err({ ...next.error, at: index });
      current = next.value;
    }
    return ok(current);
  }

  return {
    id,
    notation,
    legalMoves: (position) => rules.moves(recordIn(position)),
    play,
    over: (position) => rules.over(recordIn(position)),
    result: (position) => rules.result(recordIn(position)),
    evaluate: (position) => rules.evaluate(recordIn(position)),
    turn: (position) => (rules.turn(recordIn(position)) === 0 ? 0 : 1),
    parsePosition(text, moves = '') {
      const position = notation.parsePosition(text);
      return position.ok ? playMoves(position.value, moves) : position;
    },
    playMoves,
  };
}

function illegal(notation: GameNotation, legal: readonly Move[], text: string): InputError {
  const shown = legal.slice(0, 12).map((move) => notation.makeMove(move));
  const rest = legal.length > shown.length ? ', ...' : '';
  const hint = legal.length === 0 ? 'the game is over' : `legal here: ${shown.join(', ')}${rest}`;
  return inputError('ERR_ILLEGAL_MOVE', `${quote(text)} is not a legal move: ${hint}`, text);
}
