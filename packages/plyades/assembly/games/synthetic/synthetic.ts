// Synthetic trees: uniform branching, no rules. Every edge has a value that is drawn by hashing the
// path to it, so a node always has the same value, every path is a node of its own, and no tree is
// ever stored. The value of a node is the sum of the edges on its path, each from the side of the
// player who made that move: an incremental random tree, in which a good move tends to stay good.
//
// Parameters: branching b; seed; spread, the largest random part of an edge; the distribution of that
// part; order, from 0 to 1000: the share of the spread by which child 0 is favoured over its
// siblings (linearly down to child b - 1), so 0 is a purely random tree and 1000 a well ordered one.
import { Game, PROVEN } from '../../contract';
import { mix } from '../../hash';

/** What `distribution` holds for a normal one; 0 is a uniform one. */
const NORMAL: u32 = 1;

const MAX_BRANCHING: i32 = 64;

@unmanaged
export class Synthetic extends Game {
  branching: u32;
  distribution: u32;
  seed: u32;
  spread: i32;
  order: u32;
  ply: u32;
  path: u64;
  /** Sum of the edges so far, from the side to move. */
  sum: i32;

  @inline
  size(): i32 {
    return 48;
  }

  @inline
  recordSize(): i32 {
    return 40;
  }

  @inline
  maxMoves(): i32 {
    return MAX_BRANCHING;
  }

  @inline
  historySlots(): i32 {
    return MAX_BRANCHING;
  }

  /** The same index is another move elsewhere. */
  @inline
  usesKillers(): bool {
    return false;
  }

  /**
   * Record: branching u16, distribution u16, seed u32, spread i32, order u32, plies played u32,
   * 0 u32, path u64, sum i32, 0 u32.
   */
  load(record: usize): void {
    this.branching = load<u16>(record);
    this.distribution = load<u16>(record, 2);
    this.seed = load<u32>(record, 4);
    this.spread = load<i32>(record, 8);
    this.order = load<u32>(record, 12);
    this.ply = load<u32>(record, 16);
    this.path = load<u64>(record, 24);
    this.sum = load<i32>(record, 32);
  }

  store(record: usize): void {
    store<u16>(record, <u16>this.branching);
    store<u16>(record, <u16>this.distribution, 2);
    store<u32>(record, this.seed, 4);
    store<i32>(record, this.spread, 8);
    store<u32>(record, this.order, 12);
    store<u32>(record, this.ply, 16);
    store<u32>(record, 0, 20);
    store<u64>(record, this.path, 24);
    store<i32>(record, this.sum, 32);
    store<u32>(record, 0, 36);
  }

  @inline
  turn(): i32 {
    return <i32>(this.ply & 1);
  }

  generate(moves: usize): i32 {
    const b = this.branching;
    for (let i: u32 = 0; i < b; i++) store<u32>(moves + ((<usize>i) << 2), i);
    return <i32>b;
  }

  @inline
  count(scratch: usize): i32 {
    return <i32>this.branching;
  }

  @inline
  play(move: u32, next: usize): void {
    const to = changetype<Synthetic>(next);
    const path = this.childPath(move);
    const sum = this.sum + this.edge(path, move);
    to.branching = this.branching;
    to.distribution = this.distribution;
    to.seed = this.seed;
    to.spread = this.spread;
    to.order = this.order;
    to.ply = this.ply + 1;
    to.path = path;
    to.sum = -sum;
  }

  /** A synthetic tree has no winner: it ends where the search ends. */
  @inline
  over(): bool {
    return false;
  }

  @inline
  result(): i32 {
    return 0;
  }

  /** A tree may be entered anywhere and be of any depth, so only here is the sum kept in range. */
  @inline
  evaluate(): i32 {
    return min(max(this.sum, 1 - PROVEN), PROVEN - 1);
  }

  /** All but the ply: whose turn it is makes no difference to what the moves are worth. */
  @inline
  hash(): u64 {
    const shape =
      this.branching | (this.distribution << 7) | (this.order << 8) | (this.spread << 18);
    const tree = ((<u64>this.seed) << 32) | shape;
    return mix((this.path ^ (tree * 0xd6e8feb86659fd93)) + <u64>this.sum * 0x9e3779b97f4a7c15);
  }

  @inline
  historySlot(move: u32): i32 {
    return <i32>move;
  }

  /** The edge itself: what a static evaluation of the child sees. */
  score(moves: usize, scores: usize, count: i32, depth: i32): void {
    for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
      const move = load<u32>(moves + i);
      store<i32>(scores + i, this.edge(this.childPath(move), move) * 16);
    }
  }

  @inline
  childPath(move: u32): u64 {
    return mix(this.path * 0x9e3779b97f4a7c15 + ((<u64>this.seed) << 8) + move + 1);
  }

  /** The edge that leads to a child, from the side that moves, within +-2 * spread. */
  edge(path: u64, move: u32): i32 {
    const bits = mix(path ^ 0xd1b54a32d192ed03);
    const width = 2 * <u32>this.spread + 1;
    let random: i32;
    if (this.distribution == NORMAL) {
      // The mean of four uniform draws: bell-shaped, within the same bounds.
      let sum: u32 = 0;
      for (let i: u64 = 0; i < 64; i += 16) sum += ((<u32>(bits >> i) & 0xffff) * width) >> 16;
      random = <i32>(sum >> 2) - this.spread;
    } else {
      random = <i32>(((bits >> 32) * <u64>width) >> 32) - this.spread;
    }
    const last = <i32>this.branching - 1;
    const bias = (<i32>this.order * this.spread * (last - 2 * <i32>move)) / (1000 * last);
    return random + bias;
  }
}
