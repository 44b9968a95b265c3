// What a search needs to know of positions outside the kernel: how to hand one to a searcher and how
// to follow a line. Games with a kernel use compact records, games in plain TypeScript their states.
import { FULL_DEPTH, WIN } from '../core/score.js';
import type { SearchMode } from '../core/search-request.js';
import type { OpenedGame } from '../games/open.js';
import { stateBoard } from '../games/plain/index.js';
import { type HandOver, Rules } from '../kernel/index.js';

export interface Board<P> {
  /** The record with which searcher number `index` of this kernel starts at the position. */
  record(position: P, index: number): Uint8Array;
  /** Legal moves, none exactly when the game is over. */
  moves(position: P): readonly number[];
  play(position: P, move: number): P;
  /** False where the rules allow more moves than `moves` lists; not there in games that always list all. */
  listsAll?(position: P): boolean;
  /** The side to move, 0 or 1. */
  turn(position: P): number;
  /** Value of the position without search: the result when the game is over, else the evaluation. */
  value(position: P): number;
  /** Positions as a searcher takes those before its root; none in games without repetition. */
  before(positions: readonly P[]): readonly Uint8Array[];
  /**
   * The result of a game that the rule of repetition has ended, all its positions given in order, from the
   * side to move at its end; undefined when it goes on.
   */
  repetition(game: readonly P[]): number | undefined;
  /** True when a search of this depth is taken to the end of the game. */
  completes(position: P, depth: number): boolean;
  /**
   * Plies without anything new after which the game is drawn: 0 when it is drawn (if not over), Infinity
   * in games without this rule. Exact searches do not know it.
   */
  pliesToDraw(position: P): number;
  /** The depth that iterative deepening tries after this one; `selective` is for play mode. */
  deepen(position: P, depth: number, mode?: SearchMode, selective?: boolean): number;
  /** The shallow searches of ProbCut (Rules.probCut); not there in games without a model of them. */
  probCut?(
    position: P,
    depth: number,
    tried: number,
    bound: number,
    low: boolean,
  ): { readonly depth: number; readonly bound: number } | undefined;
  /** Equal for equal positions; undefined when the game cannot tell. */
  key(position: P): string | undefined;
  /** What tables hand over to each other; undefined when the game's positions are not in a kernel's memory. */
  handOver?(): HandOver;
}

/** The board of an opened game, for `searchers` searchers of `maxPly` plies each. */
export function boardOf(
  { kernel, binding }: OpenedGame,
  maxPly: number,
  searchers: number,
): Board<unknown> {
  if (binding !== undefined) return stateBoard(binding, maxPly, searchers);
  return recordBoard(new Rules(kernel)) as Board<unknown>;
}

/** The board of a game with a kernel of its own. */
export function recordBoard(rules: Rules): Board<Uint8Array> {
  let handOver: HandOver | undefined;
  return {
    record: (position) => position,
    moves: (position) => rules.moves(position),
    play: (position, move) => rules.play(position, move),
    listsAll: (position) => rules.listsAll(position),
    turn: (position) => rules.turn(position),
    value: (position) => (rules.over(position) ? rules.result(position) : rules.evaluate(position)),
    before: (positions) => (rules.repeats === 0 ? [] : positions),
    repetition(game) {
      const found = rules.repetition(game);
      if (found === undefined || found.result === 'draw') return found && 0;
      return found.loser === rules.turn(game.at(-1)!) ? -WIN : WIN;
    },
    completes: (position, depth) => rules.completes(position, depth),
    pliesToDraw: (position) => rules.pliesToDraw(position),
    deepen: (position, depth, mode, selective) => rules.deepen(position, depth, mode, selective),
    ...(rules.usesProbCut && {
      probCut: (position, depth, tried, bound, low) =>
        rules.probCut(position, depth, tried, bound, low),
    }),
    key: (position) => rules.hash(position),
    handOver() {
      handOver ??= rules.createHandOver();
      return handOver;
    },
  };
}

/** The least depth that reaches the end of the game, 0 when it is over. */
export function gameLength<P>(board: Board<P>, position: P): number {
  let depth = 0;
  while (depth < FULL_DEPTH && !board.completes(position, depth)) depth++;
  return depth;
}
