// The rules of a game, answered by its kernel: what notations, command line and hosts ask.
// Positions go in and out as compact records.
import { judgeOccurrences, type Repetition } from '../core/repetition.js';
import type { SearchMode } from '../core/search-request.js';
import { HandOver } from './hand-over.js';
import type { Kernel } from './kernel.js';
import type { Entry, Table } from './table.js';

/** Deepest perft; the scratch memory of a kernel is made for it. */
export const MAX_PERFT = 64;

const NEVER = 2 ** 31 - 1;
const NO_MOVE = 0xffffffff;

/** More threats than the moves of a position leave room for. */
export const MAX_THREATS = 256;

/** Rules of a game by compact records. Records are not checked: notations do that. */
export class Rules {
  readonly #kernel: Kernel;
  readonly #position: number;
  readonly #next: number;
  readonly #record: number;
  readonly #moves: number;
  readonly #recordBytes: number;
  #scratch = 0;
  #answers = 0;

  constructor(kernel: Kernel) {
    const { exports } = kernel;
    this.#kernel = kernel;
    this.#recordBytes = exports.recordBytes();
    this.#position = kernel.allocate(exports.positionBytes());
    this.#next = kernel.allocate(exports.positionBytes());
    this.#record = kernel.allocate(this.#recordBytes);
    this.#moves = kernel.allocate(exports.maxMoves() * 4);
  }

  /** A place in the same memory through which tables hand over what they know. */
  createHandOver(): HandOver {
    return new HandOver(this.#kernel);
  }

  /** 0 or 1. */
  turn(record: Uint8Array): number {
    return this.#kernel.exports.turn(this.#load(record));
  }

  /**
   * Legal moves in the game's own order; none exactly when the game is over. In games of too many moves
   * these are the best ones, what a search looks at.
   */
  moves(record: Uint8Array): number[] {
    const count = this.#kernel.exports.generate(this.#load(record), this.#moves);
    return Array.from(this.#kernel.u32.subarray(this.#moves >>> 2, (this.#moves >>> 2) + count));
  }

  /** True when the rules allow the move, whether `moves` lists it or not. */
  legal(record: Uint8Array, move: number): boolean {
    return this.#kernel.exports.legal(this.#load(record), move, this.#moves) !== 0;
  }

  /** Tactical moves, what the quiescence search looks at; none in games without one. */
  tacticalMoves(record: Uint8Array): number[] {
    const count = this.#kernel.exports.tactical(this.#load(record), this.#moves);
    return Array.from(this.#kernel.u32.subarray(this.#moves >>> 2, (this.#moves >>> 2) + count));
  }

  /** False when the side to move must make a tactical move at the horizon. */
  standsPat(record: Uint8Array): boolean {
    return this.#kernel.exports.standsPat(this.#load(record)) !== 0;
  }

  /** True when depth 0 is followed by a quiescence search. */
  get quiesces(): boolean {
    return this.#kernel.exports.quiesces() !== 0;
  }

  /** The position after a legal move. The caller makes sure that it is legal. */
  play(record: Uint8Array, move: number): Uint8Array {
    this.#kernel.exports.play(this.#load(record), move, this.#next);
    this.#kernel.exports.store(this.#next, this.#record);
    return this.#kernel.bytes.slice(this.#record, this.#record + this.#recordBytes);
  }

  /** True when the game is over. */
  over(record: Uint8Array): boolean {
    return this.#kernel.exports.over(this.#load(record)) !== 0;
  }

  /** Result of a finished game, from the side to move. */
  result(record: Uint8Array): number {
    return this.#kernel.exports.result(this.#load(record));
  }

  /** Static evaluation of a game that is not over, from the side to move. */
  evaluate(record: Uint8Array): number {
    return this.#kernel.exports.evaluate(this.#load(record));
  }

  /** True when a search of this depth is taken to the end of the game. */
  completes(record: Uint8Array, depth: number): boolean {
    return this.#kernel.exports.completes(this.#load(record), depth) !== 0;
  }

  /**
   * Plies without anything new after which the game is drawn, by the count that the position carries: 0
   * when it is drawn (if not over), Infinity in games without this rule.
   */
  pliesToDraw(record: Uint8Array): number {
    const plies = this.#kernel.exports.pliesToDraw(this.#load(record));
    return plies === NEVER ? Number.POSITIVE_INFINITY : plies;
  }

  /** The depth that iterative deepening tries after this one; FULL_DEPTH is the end. Exact if not said. */
  deepen(record: Uint8Array, depth: number, mode: SearchMode = 'exact', selective = true): number {
    const playing = mode === 'play';
    const at = this.#load(record);
    return this.#kernel.exports.deepen(at, depth, playing ? 1 : 0, playing && selective ? 1 : 0);
  }

  /** Whether play mode may cut a node by what shallower searches of it predict (ProbCut). */
  get usesProbCut(): boolean {
    return this.#kernel.exports.usesProbCut() !== 0;
  }

  /**
   * The shallow search that ProbCut tries at a node of `depth` plies after `tried` others: its depth, and the value from
   * which on, or with `low` up to which, it predicts `bound`. Undefined when there is none.
   */
  probCut(
    record: Uint8Array,
    depth: number,
    tried: number,
    bound: number,
    low: boolean,
  ): { readonly depth: number; readonly bound: number } | undefined {
    const { exports } = this.#kernel;
    const at = this.#load(record);
    const shallow = exports.probCutDepth(at, depth, tried);
    if (shallow === 0) return undefined;
    return { depth: shallow, bound: exports.probCutBound(at, depth, tried, bound, low ? 1 : 0) };
  }

  /** A position that occurs for this time, with the same side to move, ends the game; 0 when none does. */
  get repeats(): number {
    return this.#kernel.exports.repeats();
  }

  /** True when the side to move is in check, in games where perpetual check loses; elsewhere false. */
  checked(record: Uint8Array): boolean {
    return this.#kernel.exports.checked(this.#load(record)) !== 0;
  }

  /** What the rule of repetition compares, beside the side to move: 16 hexadecimal digits. */
  repetitionKey(record: Uint8Array): string {
    const position = this.#load(record);
    return hex(this.#kernel.exports.keyHigh(position), this.#kernel.exports.keyLow(position));
  }

  /** How a game ended by repetition, all its positions given in order; undefined when it did not. */
  repetition(game: readonly Uint8Array[]): Repetition | undefined {
    const times = this.repeats;
    if (times === 0) return undefined;
    const occurrences = game.map((record) => ({
      key: this.repetitionKey(record),
      turn: this.turn(record) === 0 ? (0 as const) : (1 as const),
      checked: this.checked(record),
    }));
    return judgeOccurrences(times, occurrences);
  }

  /** True when `moves` lists all that the rules allow in this position. */
  listsAll(record: Uint8Array): boolean {
    return this.#kernel.exports.listsAll(this.#load(record)) !== 0;
  }

  /**
   * Where `moves` does not list all: the moves after which the other side cannot win at once, or any one
   * when there is none; undefined when the game cannot say.
   */
  replies(record: Uint8Array): number[] | undefined {
    const count = this.#kernel.exports.replies(this.#load(record), this.#moves);
    if (count < 0) return undefined;
    return Array.from(this.#kernel.u32.subarray(this.#moves >>> 2, (this.#moves >>> 2) + count));
  }

  /** Whether `unanswered` takes lists of this length. */
  canAnswer(named: number, threats: number): boolean {
    return named <= this.#kernel.exports.maxMoves() && threats <= MAX_THREATS;
  }

  /**
   * Where `moves` does not list all: the first legal move that is not among `named`, and after which none
   * of `threats` is a move that wins at once; undefined when there is none.
   */
  unanswered(
    record: Uint8Array,
    named: readonly number[],
    threats: readonly number[],
  ): number | undefined {
    const { exports, u32 } = this.#kernel;
    const most = exports.maxMoves();
    if (!this.canAnswer(named.length, threats.length)) throw new RangeError('too many moves');
    if (this.#answers === 0) {
      const bytes = 4 * (most + MAX_THREATS) + 2 * exports.positionBytes() + 64;
      this.#answers = this.#kernel.allocate(bytes);
    }
    const threatsAt = this.#answers + 4 * most;
    const scratch = Math.ceil((threatsAt + 4 * MAX_THREATS) / 16) * 16;
    const sorted = Uint32Array.from(named).sort();
    u32.set(sorted, this.#answers >>> 2);
    u32.set(threats, threatsAt >>> 2);
    const position = this.#load(record);
    const found = exports.unanswered(
      position,
      this.#answers,
      sorted.length,
      threatsAt,
      threats.length,
      scratch,
    );
    return found >>> 0 === NO_MOVE ? undefined : found >>> 0;
  }

  /** What a table of the same kernel knows of the position after a legal move. */
  look(table: Table, record: Uint8Array, move: number): Entry | undefined {
    this.#kernel.exports.play(this.#load(record), move, this.#next);
    return table.look(this.#next, this.#moves);
  }

  /** The best move of a position as a table of the same kernel knows it: not checked, others may write it. */
  bestMove(table: Table, record: Uint8Array): number | undefined {
    return table.bestMove(this.#load(record), this.#moves);
  }

  /** The position's 64-bit key as 16 hexadecimal digits. */
  hash(record: Uint8Array): string {
    const position = this.#load(record);
    return hex(this.#kernel.exports.hashHigh(position), this.#kernel.exports.hashLow(position));
  }

  /** Leaves of the full tree of this depth, 0 to 64. */
  perft(record: Uint8Array, depth: number): number {
    if (depth > MAX_PERFT)
      throw new RangeError(`perft depth ${depth} is greater than ${MAX_PERFT}`);
    const { exports } = this.#kernel;
    if (this.#scratch === 0) this.#scratch = this.#kernel.allocate(exports.perftBytes(MAX_PERFT));
    this.#kernel.bytes.set(record, this.#record);
    exports.load(this.#scratch, this.#record);
    return exports.perft(this.#scratch, depth);
  }

  #load(record: Uint8Array): number {
    this.#kernel.bytes.set(record, this.#record);
    this.#kernel.exports.load(this.#position, this.#record);
    return this.#position;
  }
}

const hex = (...halves: readonly number[]): string =>
  halves.map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
