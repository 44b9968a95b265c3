// The rules of a game in plain TypeScript on positions of the library. A position is the line of moves from the start,
// four bytes a move, since states are values of the author's own. A move is written as it prints (a number, a text, or
// JSON without spaces) and numbered when it is first seen, so codes and records hold within one process only.
import { type InputError, PlyadesError, quote } from '../core/errors.js';
import type { Move, Position } from '../core/game.js';
import type { Repetition } from '../core/repetition.js';
import { err, ok, type Result } from '../core/result.js';
import { bindGame, gameWinner, type PlainGame, positionOf } from '../games/plain/index.js';
import { illegalMove } from './lines.js';

const MOVE_BYTES = 4;

/** Numbers for the moves of a game, given in the order in which they are first seen. */
export class MoveCodes {
  readonly #codes = new Map<string, Move>();
  readonly #texts: string[] = [];

  codeOf(move: unknown): Move {
    const text = textOf(move);
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.#texts.push(text) - 1;
      this.#codes.set(text, code);
    }
    return code;
  }

  /** Undefined for a number that no move has. */
  textOf(code: Move): string | undefined {
    return this.#texts[code];
  }
}

function textOf(move: unknown): string {
  const text = typeof move === 'string' ? move : (JSON.stringify(move) ?? String(move));
  if (/\s/.test(text) || text === '') {
    const message = `the move ${quote(text)} cannot be written: moves as text have no spaces`;
    throw new PlyadesError('ERR_RULES', message);
  }
  return text;
}

export class PlainRules {
  readonly id: string;
  readonly title: string;
  readonly game: PlainGame<unknown, unknown>;
  readonly #codes = new MoveCodes();
  readonly #binding: ReturnType<typeof bindGame<unknown, unknown>>;

  constructor(id: string, game: PlainGame<unknown, unknown>) {
    this.id = id;
    this.title = game.title ?? id;
    this.game = game;
    this.#binding = bindGame(game);
  }

  codeOf(move: unknown): Move {
    return this.#codes.codeOf(move);
  }

  /** Throws RangeError for a number that no move has. */
  makeMove(move: Move): string {
    const text = this.#codes.textOf(move);
    if (text === undefined) throw new RangeError(`${move} is no move of ${this.title}`);
    return text;
  }

  start(): Position {
    return { game: this.id, record: new Uint8Array(0) };
  }

  /** The moves that lead to a position. */
  lineOf({ game, record }: Position): Move[] {
    if (game !== this.id || record.length % MOVE_BYTES !== 0) {
      throw new TypeError(`a position of ${game} is no position of ${this.id}`);
    }
    const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
    return Array.from({ length: record.length / MOVE_BYTES }, (_, i) =>
      view.getUint32(MOVE_BYTES * i, true),
    );
  }

  /** The states of the game that leads to a position, its own one last. */
  statesOf(position: Position): unknown[] {
    let state = this.game.start();
    const states = [state];
    for (const move of this.lineOf(position)) {
      const played = this.game.moves(state).find((each) => this.codeOf(each) === move);
      state = this.game.play(state, played);
      states.push(state);
    }
    return states;
  }

  stateOf(position: Position): unknown {
    return this.statesOf(position).at(-1);
  }

  /** The position as searches take it. */
  sourceOf(position: Position): unknown {
    const states = this.statesOf(position);
    return positionOf(this.game, states.at(-1), states.slice(0, -1));
  }

  /** None when the game is over, by repetition too. */
  legalMoves(position: Position): Move[] {
    return this.#binding.moves(this.sourceOf(position)).map((move) => this.codeOf(move));
  }

  /** True when the rules end the game whatever came before. */
  isFinished(position: Position): boolean {
    return this.game.winner(this.stateOf(position)) !== undefined;
  }

  /** How the game that leads to a position was ended by repetition. */
  repetition(position: Position): Repetition | undefined {
    if (this.game.repetition === undefined || this.isFinished(position)) return undefined;
    const winner = gameWinner(this.game, this.statesOf(position));
    if (winner === undefined || winner === 'draw') return winner && { result: 'draw' };
    return { result: 'loss', loser: winner === 0 ? 1 : 0 };
  }

  play(position: Position, move: Move): Result<Position, InputError> {
    const legal = this.legalMoves(position);
    if (!legal.includes(move)) {
      const texts = legal.map((each) => this.makeMove(each));
      return err(illegalMove(texts, this.makeMove(move)));
    }
    const record = new Uint8Array(position.record.length + MOVE_BYTES);
    record.set(position.record);
    new DataView(record.buffer).setUint32(position.record.length, move, true);
    return ok({ game: this.id, record });
  }

  /** Result of a finished game, else its evaluation; from the side to move. */
  value(position: Position): number {
    return this.#binding.value(this.sourceOf(position));
  }

  turn(position: Position): 0 | 1 {
    return this.#binding.turn(this.sourceOf(position)) === 0 ? 0 : 1;
  }
}
