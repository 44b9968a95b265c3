// The calls between APHID and a program with an alpha-beta search of its own (section 5.4 and
// appendix B of the thesis). The program's recursion calls `Aphid` at its nodes; APHID calls the
// `SearchProgram`. One instance of both exists in every process, and no position passes between them but
// the root's: a piece of work is known by the moves that lead to it.

/** Identifies a position: equal for equal positions, and for them only. */
export type PositionKey = string | number | bigint;

/**
 * The calls that are put into a recursive alpha-beta search. In a worker, and where there are no workers,
 * those about nodes and the horizon do nothing.
 *
 * `ply` is the number of moves from the root of the game tree, `depth` the plies that are left to search:
 * without extensions their sum is the same at every node of a search.
 */
export interface Aphid<Move, Entry = never> {
  /**
   * True in the process that walks over the top of the tree. It goes there again and again, with guesses
   * at some leaves: so it may use the moves of a transposition table, never its scores.
   */
  readonly isMaster: boolean;
  /** True in a worker, which searches pieces of the tree. Without workers no process is either. */
  readonly isWorker: boolean;
  /** 0 for the process that calls `rootSearch`, 1 and up for the workers. */
  readonly process: number;
  /** The memory that was given to `parallelize` for all processes to share; undefined if none was. */
  readonly shared: SharedArrayBuffer | undefined;
  /** Whether the search under way is to be broken off, as `checkAlarm` last saw it. */
  readonly alarm: boolean;

  /**
   * Whether this node is a leaf of the master's tree: then return `leafValue` instead of searching it. Ask
   * at every node that is neither at the end of the game nor at depth 0, before `nodeStart`.
   *
   * Without a `key` the same position is another leaf on every path that leads to it.
   */
  horizon(ply: number, depth: number, key?: PositionKey): boolean;
  /**
   * The value of a leaf of the master's tree in the window (alpha, beta), as far as it is known or can be
   * guessed. `evaluate` gives the static value of the position, from its side to move, like a search of
   * depth 0; it is called when the leaf is visited for the first time.
   */
  leafValue(
    alpha: number,
    beta: number,
    ply: number,
    depth: number,
    key: PositionKey | undefined,
    evaluate: () => number,
  ): number;

  /**
   * Counts a node, looks at messages, and tells whether the search must be broken off: then return any
   * value as soon as possible, and store nothing on the way. Call it at every node that is not a leaf.
   * With `force` messages are looked at even if nothing announces them.
   */
  checkAlarm(force?: boolean): boolean;
  /**
   * The same, but leaves the search with an exception that APHID expects. The root of the process is set
   * again with `setRoot` afterwards, so programs that take moves back may use it too.
   */
  throwIfAlarm(force?: boolean): void;

  /** An inner node begins. `nodeEnd` must follow, unless the search is broken off. */
  nodeStart(ply: number): void;
  /**
   * The next move of the node, before its search; its searches with other windows follow without another
   * call. `sameSide` when the side that moves here also moves next: then the child's value is not negated.
   */
  nodeMove(ply: number, move: Move, sameSide?: boolean): void;
  /** The value of that move, from the side to move at the node. */
  nodeUpdate(ply: number, value: number): void;
  /**
   * The node ends with this value; at least `beta` says that moves were left out. False when the value rests
   * on guesses: then nothing should be remembered of the node, neither its value nor its best move.
   */
  nodeEnd(ply: number, value: number, beta: number): boolean;

  /**
   * Offers an entry of this worker's transposition table to the other workers, which receive up to 128 at a
   * time with `insertEntry`: of two that fall on one place the deeper one, and one that was sent already
   * only if it is deeper now. On a cluster they go round a ring. Nothing is sent by the master: its scores are
   * guesses.
   */
  shareEntry(hash: number, entry: Entry, depth: number): void;
}

/** What a worker knows when it chooses a window; all values are from the side to move at the leaf. */
export interface WindowContext {
  readonly ply: number;
  readonly depth: number;
  /** Plies that extensions have added on the way to the leaf; negative for reductions. */
  readonly extension: number;
  /** The window of the search at the root. */
  readonly alpha: number;
  readonly beta: number;
  /** The expected value of the root: the centre of the window. */
  readonly guess: number;
  /** True when the depth is not asked for yet. */
  readonly speculative: boolean;
  /** Whether a null window is (guess, guess + 1) rather than (guess - 1, guess). */
  readonly leansRight: boolean;
  /** Left branches of the principal variation that must become certain before the guess is. */
  readonly uncertainBranches: number;
  /** True for the leaf of the principal variation, which wants the window of the root. */
  readonly onPrincipalVariation: boolean;
  /** The window that is taken without `chooseWindow`. */
  readonly suggested: readonly [alpha: number, beta: number];
}

/** The functions that APHID calls: one instance for every process, made by `create`. */
export interface SearchProgram<Position, Move, Entry = never> {
  /**
   * Makes a position the root of all that follows, and the current one. It is called when a search begins,
   * and with the same object again whenever `throwIfAlarm` has left a search: tables must outlive that.
   */
  setRoot(position: Position): void;
  /** Plays moves from the root; the last one leads to the current position. */
  moveDownPath(moves: readonly Move[]): void;
  /** Takes them back: the root is the current position again. */
  moveUpPath(moves: readonly Move[]): void;
  /**
   * Your alpha-beta from the current position, which is `ply` moves from the root: an integer from its side
   * to move. At most `alpha` says that the value is no greater, at least `beta` that it is no smaller.
   */
  search(ply: number, depth: number, alpha: number, beta: number): number;
  /**
   * The depth that a piece of work is searched to after `last`, at most `max`. If not given, `max - 4` for a
   * piece that was never searched, `max` for what an iteration requires, and `last + 1` ahead of it.
   */
  deepen?(ply: number, last: number, max: number): number;
  /** The window of a piece of work; `aim.suggested` if not given. */
  chooseWindow?(aim: WindowContext): readonly [alpha: number, beta: number];
  /** A search begins: your program clears its memory of an alarm. */
  clearAlarm?(): void;
  /**
   * Takes an entry that another worker has shared. It is called from within `checkAlarm` and `throwIfAlarm`,
   * so in the middle of your search: what the search has read of its table before may have changed.
   */
  insertEntry?(hash: number, entry: Entry): void;
}

/** What is known after a pass over the master's tree. */
export interface PassStatistics {
  /** Passes of this root search so far. */
  readonly passes: number;
  /** Leaves that were visited, and those among them whose value was guessed. */
  readonly leaves: number;
  readonly uncertain: number;
  /**
   * Nodes that all processes together have counted since `begin`, as far as they have reported; what a worker
   * that died had counted is missing.
   */
  readonly nodes: number;
  /** The value of the root, if all guesses were right. */
  readonly value: number;
  /**
   * What the value is at least and at most, however the guesses turn out; from -maxScore to maxScore. They
   * rest on what your search says of its nodes: a move that it leaves out without a cut-off is taken to be
   * no better than those it searches.
   */
  readonly lower: number;
  readonly upper: number;
}

/** Bounds of a move at the root, like those of a result. */
export interface RootMove<Move> {
  readonly move: Move;
  readonly lower: number;
  readonly upper: number;
}

/** The result of a root search. */
export interface RootResult<Move> extends PassStatistics {
  /** The value your own search would return; a guess when not `certain`. */
  readonly value: number;
  /** False when the search was stopped before its end. */
  readonly certain: boolean;
  /** The best moves from the root of this search, as far down as the master's tree goes. */
  readonly line: readonly Move[];
  /**
   * The bounds of each move that was searched at the root of this search, in the order of the last pass.
   * When a search was stopped, a move whose `lower` is above another one's `upper` is better at this depth.
   */
  readonly moves: readonly RootMove<Move>[];
}

/** What `throwIfAlarm` throws; APHID catches it. */
export class SearchInterrupted extends Error {
  override readonly name = 'SearchInterrupted';

  constructor() {
    super('the search was broken off');
  }
}

/** Whether alpha and beta are a window that values can be compared with. */
export function isWindow(alpha: number, beta: number): boolean {
  const isBound = (value: number) => Number.isInteger(value) || Math.abs(value) === Infinity;
  return isBound(alpha) && isBound(beta) && alpha < beta;
}

/** Checks what a function of the program returned. */
export function checkScore(value: number, maxScore: number, from: string): number {
  if (Number.isInteger(value) && Math.abs(value) <= maxScore) return value === 0 ? 0 : value;
  throw new RangeError(
    `${from} returned ${value}: expected an integer from -${maxScore} to ${maxScore}`,
  );
}
