// The game contract. A search is compiled together with one game: `run<G>(...)` is generic in the
// game, `changetype<G>(pointer)` looks at a position in linear memory as that game, and since the
// class is unmanaged and its methods are inlined, nothing of the abstraction is left at run time.
//
// A position is `size()` bytes at an address that is a multiple of 16. It holds no addresses, so it
// can be copied with memory.copy. Methods that describe the game rather than a position (`size`,
// `maxMoves`, ...) must return constants and may be asked of any address.

/** Depth of a search that goes to the end of the game; the children of a node of this depth have it too. */
export const FULL_DEPTH: i32 = 255;

/** A won game. The search adds the remaining depth, so that a quicker win is worth more. */
export const WIN: i32 = 500_000;

/** Values beyond this are proven wins, below its negative proven losses; evaluations stay inside. */
export const PROVEN: i32 = 490_000;

/** Outside every value; fits the 20 bits of a table entry. */
export const INFINITE: i32 = 520_000;

/** The answer of `staticBound` when nothing is known; a null window has no value inside to say so. */
export const NO_BOUND: i32 = i32.MIN_VALUE;

/** The answer of a game that has none of its own. */
export const NOT_SAID: i32 = -1;

/** The answer of `replies` when there is no list. */
export const INCOMPLETE: i32 = -2;

/** What every game provides, and the optional parts with their neutral defaults. */
@unmanaged
export abstract class Game {
  // --- the game -----------------------------------------------------------------------------

  /** Bytes of a position, a multiple of 16. */
  abstract size(): i32;

  /** Bytes of the compact record that notations, messages and checkpoints carry. */
  abstract recordSize(): i32;

  /** No position has more legal moves than this (a pass counts as one). */
  abstract maxMoves(): i32;

  /** Slots of the history table; `historySlot` returns 0 .. historySlots() - 1. */
  abstract historySlots(): i32;

  /** True when the turn always changes with a move, so that values are always negated. */
  @inline
  alternates(): bool {
    return true;
  }

  /** What a finished game adds to a perft of greater depth: 1 in Othello, 0 in chess. */
  @inline
  finishedLeaves(): i32 {
    return 0;
  }

  /** True when the game has a perft of its own; `perft` then returns its count. */
  @inline
  hasPerft(): bool {
    return false;
  }

  @inline
  perft(depth: i32, scratch: usize): u64 {
    return 0;
  }

  /**
   * Bytes of tables that the game computes when its module is instantiated, from COMPUTED on (see
   * assembly/computed.ts), 0 when it has none.
   */
  @inline
  computedBytes(): i32 {
    return 0;
  }

  /** Bytes of the game's data file (evaluation weights), 0 when it has none. */
  @inline
  fileBytes(): i32 {
    return 0;
  }

  /** Bytes of the data that `prepareData` makes of the file. */
  @inline
  dataBytes(): i32 {
    return 0;
  }

  /** Makes the data at `data` from the file at `file`; done once per memory. */
  @inline
  prepareData(file: usize, data: usize): void {}

  /** Called once per instance with the address of the prepared data. */
  @inline
  setData(data: usize): void {}

  // --- a position ---------------------------------------------------------------------------

  /** Fills this position from a compact record, which the caller has already checked. */
  abstract load(record: usize): void;

  /** Writes the compact record of this position. */
  abstract store(record: usize): void;

  /** The side to move, 0 or 1. */
  abstract turn(): i32;

  /**
   * Writes the legal moves as u32 and returns their number: 0 exactly when the game is over. A game of
   * too many moves may write the best of them only; it then answers `legal` itself. The list may also
   * serve as scratch memory: it has room for maxMoves().
   */
  abstract generate(moves: usize): i32;

  /**
   * 1 when the rules allow the move, a u32 of any value, 0 when not; NOT_SAID when the list of
   * `generate` says all there is. (A default cannot call `generate` itself: positions have no header
   * that would tell which game's it is.)
   */
  @inline
  legal(move: u32): i32 {
    return NOT_SAID;
  }

  /** True when `generate` may leave legal moves out; `listsAll` then says of a position whether it does. */
  @inline
  bounded(): bool {
    return false;
  }

  /** True when `generate` lists all legal moves; false when there may be others. */
  @inline
  listsAll(): bool {
    return true;
  }

  /** True when a list of `count` moves is shorter than the lists that `generate` cuts, so that it is whole. */
  @inline
  isShort(count: i32): bool {
    return false;
  }

  /**
   * Where `generate` does not list all moves: writes those after which the other side cannot win at once,
   * or any one when there is none, and returns their number; INCOMPLETE when it cannot
   * say which they are, or when they are more than maxMoves(). A side that can win at once may write that
   * alone.
   */
  @inline
  replies(moves: usize): i32 {
    return NOT_SAID;
  }

  /**
   * Where `generate` does not list all moves: `legal` need be asked of no others than the codes
   * `candidate(0)` to `candidate(candidates() - 1)`.
   */
  @inline
  candidates(): i32 {
    return 0;
  }

  @inline
  candidate(index: i32): u32 {
    return 0;
  }

  /** The number of legal moves, or NOT_SAID when there is no quicker way than `generate`. */
  @inline
  count(scratch: usize): i32 {
    return NOT_SAID;
  }

  /** Writes the position after a legal move to `next`, which is not this position. */
  abstract play(move: u32, next: usize): void;

  /** True when the game is over. */
  abstract over(): bool;

  /**
   * The result of a finished game, from the side to move: WIN, 0, -WIN, or in games that are played
   * for a margin any value inside (-PROVEN, PROVEN).
   */
  abstract result(): i32;

  /** Static value from the side to move, inside (-PROVEN, PROVEN), of a game that is not over. */
  abstract evaluate(): i32;

  /** 64-bit key: equal for equal positions, side to move included. */
  abstract hash(): u64;

  /** Tells the root of a search whether it is one in play mode, for games whose keys and results depend on it. */
  @inline
  begin(playing: bool): void {}

  /**
   * True when the result of a finished game holds for the path to it alone and the key does not know the path: the
   * value then counts as open.
   */
  @inline
  endsByPath(): bool {
    return false;
  }

  // --- repetition -----------------------------------------------------------------------------

  /**
   * A position that occurs for this time, with the same side to move, ends the game; 0 when none does.
   * Positions are the same when side and `hash` are, but for what `immaterial` says: clocks are no part
   * of the hash. Exact mode knows no repetition, since values there depend on no path.
   */
  @inline
  repeats(): i32 {
    return 0;
  }

  /** What is in the hash (xor) of something that the rule of repetition does not look at. */
  @inline
  immaterial(): u64 {
    return 0;
  }

  /**
   * True when the side to move is in check, in games where repetition is lost by the side that gave
   * check with every move since the position came first. Always false where it is just a draw. Such
   * games have a quiescence search; it is asked only where a position has come again.
   */
  @inline
  checked(): bool {
    return false;
  }

  /** An equal position lies at most this many plies back: a capture, say, cannot be taken back. */
  @inline
  reversiblePlies(): i32 {
    return i32.MAX_VALUE;
  }

  /** With more reversible plies than this the game is drawn, in games that repeat. */
  @inline
  mostReversible(): i32 {
    return i32.MAX_VALUE;
  }

  // --- move ordering ------------------------------------------------------------------------

  /** The history slot of a move made in this position. */
  abstract historySlot(move: u32): i32;

  /**
   * Writes one static i32 score per move, larger is earlier, within about +-1,000,000. The buffer has
   * room for maxMoves() scores; what lies beyond the last one is free for use as scratch.
   */
  @inline
  score(moves: usize, scores: usize, count: i32, depth: i32): void {
    memory.fill(scores, 0, (<usize>count) << 2);
  }

  /** True when moves that cut elsewhere at the same ply are tried early. */
  @inline
  usesKillers(): bool {
    return true;
  }

  /** Nodes of at least this remaining depth are looked up and stored in the table. */
  @inline
  tableDepth(): i32 {
    return 2;
  }

  /**
   * True when a node of this depth looks its children up in the table before it searches the first:
   * for large subtrees in games with many transpositions.
   */
  @inline
  looksAhead(depth: i32): bool {
    return false;
  }

  /**
   * Least depth of nodes that threads of one tree mark as being searched, or with `full` least plies to the end of the
   * game: a mark costs about a microsecond where 16 threads write them, so a subtree should have a thousand nodes.
   */
  @inline
  markDepth(full: bool): i32 {
    return 4;
  }

  // --- quiescence ---------------------------------------------------------------------------

  /** True when depth 0 is followed by a quiescence search over `tactical` moves. */
  @inline
  quiesces(): bool {
    return false;
  }

  /**
   * False when the side to move may not be content with the evaluation at the horizon: the value there
   * is then that of its best tactical move, of which there is at least one. For compulsory captures.
   */
  @inline
  standsPat(): bool {
    return true;
  }

  /** Like `generate`, tactical moves only; 0 also when there are none. */
  @inline
  tactical(moves: usize): i32 {
    return 0;
  }

  // --- play mode ----------------------------------------------------------------------------
  // What a strong player leaves out. None of it is used in exact mode.

  /**
   * True when play mode may prune and reduce moves. The game then answers the questions below, and evaluations are in centipawns or something like it.
   */
  @inline
  selective(): bool {
    return false;
  }

  /** True when a move neither takes nor promotes: it may be searched less deeply, or not at all. */
  @inline
  quiet(move: u32): bool {
    return false;
  }

  /** True when to give up the move is no advantage here, as far as a quick look shows: no zugzwang near. */
  @inline
  canPass(): bool {
    return false;
  }

  /** Writes the position with the other side to move to `next`; asked only where `canPass`. */
  @inline
  pass(next: usize): void {}

  /**
   * True when play mode may cut a node by what shallower searches of it predict (search/probcut.ts). The
   * game then answers the two questions below.
   */
  @inline
  usesProbCut(): bool {
    return false;
  }

  /**
   * The depth of the shallow search that is tried when `tried` others have decided nothing about a search
   * of `depth` plies here; less than `depth`, and 0 when no other is worth it.
   */
  @inline
  probCutDepth(depth: i32, tried: i32): i32 {
    return 0;
  }

  /**
   * The value of that shallow search from which on the deeper one would be worth `bound` or more, as
   * surely as play mode wants it; with `low`, up to which it would be worth `bound` or less.
   */
  @inline
  probCutBound(depth: i32, tried: i32, bound: i32, low: bool): i32 {
    return bound;
  }

  // --- random games ---------------------------------------------------------------------------
  // Monte Carlo tree search plays random games by `generate` and `play`, and knows a move again by its `historySlot`. A
  // game whose positions live outside linear memory does all this there, with one call for a whole game.

  /** True when the game answers the three questions below. */
  @inline
  simulatesOutside(): bool {
    return false;
  }

  /**
   * Makes this position the one at the end of a path: `count` pairs of a node's address, which identifies the node until
   * the tree changes, and the move to it, u32 each, the root first. `isKnown`: turn and result are not asked for.
   */
  @inline
  reach(root: usize, path: usize, count: i32, isKnown: bool): void {}

  /** Writes an even u32 for each move of the last `generate`: equal for moves that are the same in other positions. */
  @inline
  moveCodes(codes: usize): void {}

  /**
   * Plays random moves that `seed` determines, `most` at the most. Writes their codes, with the side that moved in bit 0,
   * and behind them the result for side 0 (i32), 0 when the game is not over; returns the number of moves.
   */
  @inline
  playOut(out: usize, most: i32, seed: u32): i32 {
    return 0;
  }

  // --- the last ply ---------------------------------------------------------------------------

  /** True when `lookAtLeaves` does what the search would do one ply from the horizon. */
  @inline
  looksAtLeaves(): bool {
    return false;
  }

  /**
   * Looks at the leaves below this ongoing game, in an order that depends on nothing but the position,
   * until one is worth beta or more. Returns the best value, from this side. Writes three i32 to
   * `out`: how many leaves it looked at, the best move, and 1 when one of the leaves is no finished
   * game. What lies beyond them is scratch, maxMoves() words in all.
   */
  @inline
  lookAtLeaves(beta: i32, out: usize): i32 {
    return 0;
  }

  // --- searching to the end of the game -----------------------------------------------------

  /**
   * True when a search of this depth is taken to the end of the game (FULL_DEPTH). For games of
   * limited length that are played for a margin: in Othello, depth >= empties.
   */
  @inline
  completes(depth: i32): bool {
    return false;
  }

  /**
   * The depth that iterative deepening tries after `depth`, greater than it; `playing` in play mode, which
   * leaves things out when `selective`.
   */
  @inline
  deepen(depth: i32, playing: bool, selective: bool): i32 {
    return depth + 1;
  }

  /** True when `solve` takes over: a small rest of a game that is searched to its end. */
  @inline
  solvable(): bool {
    return false;
  }

  /** Bytes of memory, a multiple of 64, that a searcher of `maxPly` plies keeps for `solve`. */
  @inline
  solverBytes(maxPly: i32): i32 {
    return 0;
  }

  /**
   * The game's own fail-soft search to the end of the game, of some thousand nodes at most. Adds the
   * positions it visits to the u64 at `counts` and the finished games among them to the u64 behind
   * it. `memory` has solverBytes(), zeros at first, then what the last call left there; 0 for none. `table` is 0 or that
   * of threads that share a tree: then positions at least `least` plies from the end are marked while they are solved
   * (search/marks.ts), and what is found of them is stored there; `isAll` where no cut is expected at the root.
   */
  @inline
  solve(
    alpha: i32,
    beta: i32,
    counts: usize,
    memory: usize,
    table: usize,
    least: i32,
    isAll: bool,
  ): i32 {
    return 0;
  }

  /**
   * A bound that costs no search, asked at FULL_DEPTH: a value v with v >= beta or v <= alpha proves
   * the cut-off; NO_BOUND means that nothing is known.
   */
  @inline
  staticBound(alpha: i32, beta: i32): i32 {
    return NO_BOUND;
  }
}
