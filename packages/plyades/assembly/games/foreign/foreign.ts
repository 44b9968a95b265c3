// Any game in plain TypeScript: its rules are functions on the other side of the boundary, its
// states are values there. What lies in linear memory is only where to find the state, and its
// status. The child of a state always takes the next slot: the frames of a searcher are the plies of
// one line, so one slot per ply is enough and a sibling may overwrite what it finds.
import { Game } from '../../contract';
import { mix } from '../../hash';
import * as game from './game';

/** The longest list of moves. Frames are made for it, at 8 bytes a move. */
const MAX_MOVES: i32 = 1024;

@unmanaged
export class Foreign extends Game {
  slot: i32;
  /** Bit 0: the side to move; bits 1 and 2: OVER and BY_PATH; the others: the result of a finished game. */
  status: i32;

  @inline
  size(): i32 {
    return 16;
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
  markDepth(full: bool): i32 {
    return 3;
  }

  /** A move is its index in a list, and means something else in the next one: nothing to learn. */
  @inline
  historySlots(): i32 {
    return 1;
  }

  @inline
  historySlot(move: u32): i32 {
    return 0;
  }

  @inline
  usesKillers(): bool {
    return false;
  }

  /**
   * All moves alike: the list is in the order in which its author wants them tried. A loop, since
   * memory.fill is a call that short lists do not pay back.
   */
  @inline
  score(moves: usize, scores: usize, count: i32, depth: i32): void {
    for (let i: usize = 0; i < (<usize>count) << 2; i += 4) store<i32>(scores + i, 0);
  }

  @inline
  alternates(): bool {
    return false;
  }

  /** Record: slot u32, 0 u32. */
  load(record: usize): void {
    this.slot = load<i32>(record);
    this.status = game.load(this.slot);
  }

  begin(playing: bool): void {
    game.begin(this.slot, playing ? 1 : 0);
  }

  store(record: usize): void {
    store<i32>(record, this.slot);
    store<i32>(record, 0, 4);
  }

  @inline
  turn(): i32 {
    return this.status & 1;
  }

  generate(moves: usize): i32 {
    if (this.over()) return 0;
    const count = game.moves(this.slot);
    for (let i = 0; i < count; i++) store<u32>(moves + ((<usize>i) << 2), i);
    return count;
  }

  @inline
  count(scratch: usize): i32 {
    return this.over() ? 0 : game.moves(this.slot);
  }

  @inline
  play(move: u32, next: usize): void {
    const to = changetype<Foreign>(next);
    const slot = this.slot;
    to.slot = slot + 1;
    to.status = game.play(slot, move);
  }

  @inline
  over(): bool {
    return (this.status & game.OVER) != 0;
  }

  @inline
  result(): i32 {
    return this.status >> game.RESULT_SHIFT;
  }

  @inline
  endsByPath(): bool {
    return (this.status & game.BY_PATH) != 0;
  }

  @inline
  evaluate(): i32 {
    return game.evaluate(this.slot);
  }

  /** Most nodes are leaves: a list of them is looked at in one call, where their states live. */
  @inline
  looksAtLeaves(): bool {
    return true;
  }

  lookAtLeaves(beta: i32, out: usize): i32 {
    const word = game.leaves(this.slot, this.turn(), beta);
    const looked = word & 0x7ff;
    const best = word >> 12;
    store<i32>(out, looked);
    // A move that cuts is the last one looked at: no need to ask.
    store<u32>(out, best >= beta ? looked - 1 : game.bestLeaf(), 4);
    store<u32>(out, (word >> 11) & 1, 8);
    return best;
  }

  @inline
  simulatesOutside(): bool {
    return true;
  }

  reach(root: usize, path: usize, count: i32, isKnown: bool): void {
    this.slot = changetype<Foreign>(root).slot + 1;
    this.status = game.reach(this.slot, path, count, isKnown);
  }

  moveCodes(codes: usize): void {
    game.codes(this.slot, codes);
  }

  playOut(out: usize, most: i32, seed: u32): i32 {
    return game.playOut(this.slot, out, most, seed);
  }

  @inline
  hash(): u64 {
    const low = <u64>game.keyLow(this.slot);
    return mix(low | ((<u64>game.keyHigh()) << 32));
  }
}
