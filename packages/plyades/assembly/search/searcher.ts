// A searcher is a record in linear memory: a header, a history table, killers, the rows of the
// principal variation, and one frame per ply. It holds no address but those of the table
// and the two flags, which `attach` sets, so it can be copied, checkpointed and restored elsewhere. (A search of some
// moves of the root only has the address of their list; it stays where it is.)
import { Game } from '../contract';

/** What `run` returns, and what `status` holds. */
export const STATUS_IDLE: i32 = 0;
export const STATUS_RUNNING: i32 = 1;
export const STATUS_DONE: i32 = 2;
export const STATUS_ABORTED: i32 = 3;
/** The current node has no move left but children that were given away: see splitting.ts. */
export const STATUS_WAITING: i32 = 4;

/** What `method` holds; 0 is NegaScout. */
export const METHOD_ALPHABETA: i32 = 1;
export const METHOD_MTDF: i32 = 2;
/** See textbook.ts. */
export const METHOD_TEXTBOOK: i32 = 3;

export const MODE_EXACT: i32 = 0;
export const MODE_PLAY: i32 = 1;

/** Where the null window of a part's scout lies: nowhere, below beta, above alpha. */
export const SCOUT_NONE: i32 = 0;
export const SCOUT_BETA: i32 = 1;
export const SCOUT_ALPHA: i32 = 2;

@unmanaged
export class Searcher {
  status: i32;
  method: i32;
  mode: i32;
  /** Frames in the record: no line is searched further than this. */
  maxPly: i32;

  // What was asked for: deepen up to `maxDepth`, with this window for the root.
  maxDepth: i32;
  rootAlpha: i32;
  rootBeta: i32;

  // The search under way.
  depth: i32;
  ply: i32;
  /** The window of the current search of the root, inside [rootAlpha, rootBeta]. */
  tryAlpha: i32;
  tryBeta: i32;
  /** What is known of the root at the current depth (MTD(f), aspiration). */
  lower: i32;
  upper: i32;
  moveAtLower: u32;
  aspiration: i32;
  openSoFar: u32;
  /** Of the searches of the root that found `lower` and `upper`. */
  openAtLower: u32;
  openAtUpper: u32;

  // The last finished depth.
  doneDepth: i32;
  doneValue: i32;
  doneBound: i32;
  doneMove: u32;
  doneOpen: i32;
  donePvLength: i32;

  table: usize;
  abortFlag: usize;

  /**
   * Positions entered, leaves among them (horizon or finished game), nodes when the depth ended. The
   * first two stand together, as `solve` counts them.
   */
  nodes: u64;
  leaves: u64;
  doneNodes: u64;
  /** Nodes whose first move cut, and all nodes that were cut: the quality of the move ordering. */
  firstMoveCuts: u64;
  cuts: u64;

  /** Plies of the longest line that was looked at, where lines go on beyond the depth. */
  deepest: i32;

  /** Positions of the game before the root whose keys are known, at most MAX_BEFORE. */
  beforeCount: i32;

  // Splitting; see splitting.ts.
  /** The root's type, 1 to 3: whether it is expected to be cut. */
  nodeType: i32;
  /** 1 when the root is a child of another search: its depth is taken as it is. */
  part: i32;
  /** The null window in which a part is searched first: SCOUT_NONE, _BETA or _ALPHA. */
  scouting: i32;
  /** 1 when the node at `ply` has its value and leaves next; else it is entered next. */
  leaving: i32;
  /** 1 when play mode leaves nothing out: neither moves nor what shallower searches predict. */
  thorough: i32;
  /** The last ticket given out; tickets of an earlier search must not come again in the next. */
  lastTicket: i32;

  // The textbook's search as it simulates a parallel one; see `cutAt`.
  horizon: i32;
  sharing: i32;
  opening: i32;
  /** Subtrees at the horizon that were searched to their full depth. */
  tasks: i32;

  /** Least depth of nodes that are marked, 0 for none, and least plies to the end of the game; see marks.ts. */
  markDepth: i32;
  markPlies: i32;

  // See `restrictRoot`.
  rootMoves: usize;
  rootCount: i32;

  // See shortest-win.ts.
  /** 1 while play mode looks for a quicker win than the one it has found. */
  shortening: i32;
  /** It gives up when `nodes` has come to this. */
  shorteningNodes: u64;

  /** The address of an i32: while that is not 0, `run` returns after POLL nodes and stays running. 0 for none. */
  yieldFlag: usize;

  // Of all searches since `init`; see marks.ts.
  /** Children that were put off because another searcher was searching them. */
  putOff: u32;
  /** Nodes under way that the table decided, mostly by what another searcher had stored. */
  decidedMeanwhile: u32;

  /** Nodes that the table decided when they were entered, of all searches since `init`. */
  tableHits: u64;
}

/** True when the host wants a running searcher to return before its budget is used up. */
export function isYielding(s: Searcher): bool {
  return s.yieldFlag != 0 && atomic.load<i32>(s.yieldFlag) != 0;
}

/** Only games in which positions repeat have room for the keys of game and line. */
export const MAX_BEFORE: i32 = 128;

/** Above every value: no result calls for a re-search. */
export const NO_SCOUT: i32 = i32.MAX_VALUE;

@unmanaged
export class Frame {
  /** The window as it narrows, and alpha as it was on entry. */
  alpha: i32;
  beta: i32;
  floor: i32;
  depth: i32;
  /** Fail-soft best value so far and its move. */
  best: i32;
  bestMove: u32;
  /** Moves tried so far, moves in all. */
  index: i32;
  count: i32;
  /** The move being searched; the alpha of its scout, or NO_SCOUT when it has the full window. */
  move: u32;
  scout: i32;
  /** -1 when the child's value is from the other side's view, +1 when the same side moves again. */
  sign: i32;
  open: u32;
  tableMove: u32;
  pvLength: i32;
  hash: u64;

  // Play mode of selective games; see selective.ts.
  /** What became of giving up the move here. */
  passing: i32;
  /**
   * Plies by which the child under way is searched less deeply; in the textbook's search, by which the
   * iteration under way is less deep than the node's own depth.
   */
  reduced: i32;
  /** 1 when the side to move is in check, or must not stand pat for another reason. */
  checked: u8;
  /** 1 when quiet moves are hopeless. */
  futile: u8;
  /** Shallow searches of this node; see probcut.ts. */
  probing: u16;

  /** Children that were given away and have no value yet; see splitting.ts. */
  pending: i32;
}

const HEADER: usize = 256;
export const FRAME_HEADER: usize = 80;

export function frameStride<G extends Game>(): usize {
  const g = changetype<G>(0);
  return (FRAME_HEADER + <usize>g.size() + <usize>g.maxMoves() * 8 + 15) & ~15;
}

/** Offsets inside the record. */
export function historyAt<G extends Game>(searcher: usize): usize {
  return searcher + HEADER;
}

export function killersAt<G extends Game>(searcher: usize): usize {
  return searcher + HEADER + ((<usize>changetype<G>(0).historySlots() * 4 + 15) & ~15);
}

/**
 * Row `ply` of the principal variations under way, of maxPly - ply moves; row maxPly is the finished
 * one, of maxPly moves.
 */
export function pvAt<G extends Game>(searcher: usize, ply: i32): usize {
  const maxPly = changetype<Searcher>(searcher).maxPly;
  const rows = killersAt<G>(searcher) + <usize>maxPly * 8;
  return rows + <usize>(ply * (2 * maxPly - ply + 1)) * 2;
}

/** Bytes of all rows of the principal variations. */
function pvBytes(maxPly: usize): usize {
  return maxPly * (maxPly + 3) * 2;
}

/** The finished principal variation of the last completed depth. */
export function donePvAt<G extends Game>(searcher: usize): usize {
  return pvAt<G>(searcher, changetype<Searcher>(searcher).maxPly);
}

export function framesAt<G extends Game>(searcher: usize): usize {
  const maxPly = <usize>changetype<Searcher>(searcher).maxPly;
  const rows = killersAt<G>(searcher) + maxPly * 8;
  return (rows + pvBytes(maxPly) + 63) & ~63;
}

/**
 * Where the key (u64) of the position `ply` plies below the root is noted. Those of the game stand in
 * front of it: -1 is the position that led to the root, -MAX_BEFORE the last there is room for.
 */
export function keyAt<G extends Game>(searcher: usize, ply: i32): usize {
  const maxPly = <usize>changetype<Searcher>(searcher).maxPly;
  return framesAt<G>(searcher) + maxPly * frameStride<G>() + ((<usize>(MAX_BEFORE + ply)) << 3);
}

/** `checked` (u8) of the positions of the game before the root, the last one first. */
export function beforeCheckedAt<G extends Game>(searcher: usize): usize {
  return keyAt<G>(searcher, changetype<Searcher>(searcher).maxPly);
}

/** The game's memory for `solve`, at the end of the record; 0 for none. */
export function solverAt<G extends Game>(searcher: usize): usize {
  const maxPly = changetype<Searcher>(searcher).maxPly;
  const bytes = <usize>changetype<G>(0).solverBytes(maxPly);
  return bytes == 0 ? 0 : searcher + searcherBytes<G>(maxPly) - bytes;
}

/** Bytes of a searcher whose lines have at most `maxPly` plies. */
export function searcherBytes<G extends Game>(maxPly: i32): usize {
  const g = changetype<G>(0);
  const plies = <usize>maxPly;
  const history = (<usize>g.historySlots() * 4 + 15) & ~15;
  const path: usize = g.repeats() ? (<usize>MAX_BEFORE + plies) * 8 + <usize>MAX_BEFORE : 0;
  const bytes =
    ((HEADER + history + plies * 8 + pvBytes(plies) + 63) & ~63) + plies * frameStride<G>() + path;
  const solver = <usize>g.solverBytes(maxPly);
  return solver == 0 ? bytes : ((bytes + 63) & ~63) + solver;
}

export function stateOf(frame: usize): usize {
  return frame + FRAME_HEADER;
}

export function movesOf<G extends Game>(frame: usize): usize {
  return frame + FRAME_HEADER + <usize>changetype<G>(0).size();
}

export function scoresOf<G extends Game>(frame: usize): usize {
  const g = changetype<G>(0);
  return frame + FRAME_HEADER + <usize>g.size() + <usize>g.maxMoves() * 4;
}
