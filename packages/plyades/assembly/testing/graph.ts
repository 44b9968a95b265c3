// A game for tests: a stone on a small random graph, which both sides move in turn. Lines of it go round in
// circles of every kind, so what repetition, perpetual check and the count of moves without progress decide is
// seen in graphs that can be looked at whole. No module of the package contains it.
//
// Nodes have two levels. Moves within a level can be taken back, moves to the second level cannot.
import { Game, WIN } from '../contract';
import { mix } from '../hash';

/** `most` of a game without a count of moves. */
const NO_COUNT: i32 = 255;

const MAX_MOVES: i32 = 4;

@unmanaged
export class Graph extends Game {
  seed: u32;
  node: i32;
  clock: i32;
  /** A multiple of 4. */
  nodes: i32;
  most: i32;

  @inline
  size(): i32 {
    return 32;
  }

  @inline
  recordSize(): i32 {
    return 8;
  }

  @inline
  maxMoves(): i32 {
    return MAX_MOVES;
  }

  @inline
  historySlots(): i32 {
    return 1;
  }

  @inline
  historySlot(move: u32): i32 {
    return 0;
  }

  /** Record: seed u32, node u8, nodes u8, most u8, clock u8. */
  load(record: usize): void {
    this.seed = load<u32>(record);
    this.node = <i32>load<u8>(record, 4);
    this.nodes = <i32>load<u8>(record, 5);
    this.most = <i32>load<u8>(record, 6);
    this.clock = <i32>load<u8>(record, 7);
  }

  store(record: usize): void {
    store<u32>(record, this.seed);
    store<u8>(record, <u8>this.node, 4);
    store<u8>(record, <u8>this.nodes, 5);
    store<u8>(record, <u8>this.most, 6);
    store<u8>(record, <u8>this.clock, 7);
  }

  @inline
  turn(): i32 {
    return this.node & 1;
  }

  /** Random bits of a node, for one purpose. */
  bits(purpose: u32): u32 {
    return <u32>(mix(((<u64>this.seed) << 32) | <u64>((this.node << 8) | purpose)) >> 20);
  }

  generate(moves: usize): i32 {
    if (this.over()) return 0;
    const count = 1 + <i32>(this.bits(0) % 3);
    for (let i = 0; i < count; i++) store<u32>(moves + ((<usize>i) << 2), i);
    return count;
  }

  play(move: u32, next: usize): void {
    const to = changetype<Graph>(next);
    const half = this.nodes >> 1;
    const random = this.bits(16 + move);
    const level = this.node >= half ? 1 : 0;
    const rises = level == 0 && (random >> 8) % 8 == 0;
    // Of the other side's nodes of the level.
    const among = <u32>(half >> 1);
    const place = <i32>(random % among) * 2 + ((this.node & 1) ^ 1);
    const count = this.most == NO_COUNT ? 0 : this.clock + 1;
    to.seed = this.seed;
    to.nodes = this.nodes;
    to.most = this.most;
    to.node = place + (level || rises ? half : 0);
    to.clock = rises ? 0 : count;
  }

  @inline
  over(): bool {
    return this.bits(1) % 5 == 0;
  }

  @inline
  result(): i32 {
    const kind = this.bits(2) % 5;
    return kind < 2 ? WIN : kind < 4 ? -WIN : 0;
  }

  @inline
  evaluate(): i32 {
    return 0;
  }

  @inline
  hash(): u64 {
    return mix(((<u64>this.seed) << 32) | <u64>(this.node + 1));
  }

  @inline
  repeats(): i32 {
    return 4;
  }

  /** Two nodes of three: circles in which one side always gives check are not rare. */
  @inline
  checked(): bool {
    return this.bits(3) % 3 != 0;
  }

  @inline
  reversiblePlies(): i32 {
    return this.most == NO_COUNT ? i32.MAX_VALUE : this.clock;
  }

  @inline
  mostReversible(): i32 {
    return this.most == NO_COUNT ? i32.MAX_VALUE : this.most;
  }
}
