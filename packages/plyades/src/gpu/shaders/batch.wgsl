// A batch: positions that are given by a root, a path of moves from it and one more move, and the room for
// what is found. All input is one buffer, so that a batch costs one transfer; the head says where its parts
// lie (src/gpu/batch.ts writes it). WGSL keeps the words move and from to itself: a move is a choice here, and
// it goes from a source.

@group(0) @binding(0) var<storage, read> tables: array<u32>;
@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;
/** 0: the next item to be taken; 1, 4: nodes, 2^32 of them; 2: items that did not fit; 3: words taken from a pool. */
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>, 8>;
@group(0) @binding(4) var<storage, read_write> scratch: array<u32>;

const WIN: i32 = 500000;
const INFINITE: i32 = 520000;
/** Stands for a value that the device could not find: the host finds it. */
const NOT_FOUND: u32 = 0x7fffffffu;
/** Stands for a value whose search took too many nodes. */
const TOO_LONG: u32 = 0x7ffffffeu;
/** The move of an item that is its path's end itself. */
const NO_MOVE: u32 = 0x3ffffu;
const MOVE_BITS: u32 = 18u;

/** What a lane has counted; trees in full have more nodes than 32 bits can say. */
fn countNodes(nodes: u32) {
  let before = atomicAdd(&counters[1], nodes);
  if (before + nodes < before) { atomicAdd(&counters[4], 1u); }
}

fn itemCount() -> u32 { return input[0]; }
fn pathLength() -> u32 { return input[1]; }
fn depthAsked() -> i32 { return i32(input[2]); }
fn limitAsked() -> u32 { return input[3]; }
fn rootAt(path: u32) -> u32 { return input[4] + input[pathAt(path)] * ROOT_WORDS; }
/** A path: the number of its root, then its moves, NO_MOVE behind the last. */
fn pathAt(path: u32) -> u32 { return input[5] + path * (pathLength() + 1u); }
fn itemOf(index: u32) -> u32 { return input[input[6] + index]; }
fn pathOf(item: u32) -> u32 { return item >> MOVE_BITS; }
fn moveOfItem(item: u32) -> u32 { return item & NO_MOVE; }

/** The window of an item, alpha and beta from its own side; open when none were sent. */
fn windowOf(index: u32) -> vec2<i32> {
  if (input[7] == 0u) {
    return vec2<i32>(-INFINITE, INFINITE);
  }
  let at = input[7] + 2u * index;
  return vec2<i32>(i32(input[at]), i32(input[at + 1u]));
}

/** Plies that are asked of an item: its own, or the same for all. */
fn depthOf(index: u32) -> i32 {
  if (input[11] == 0u) {
    return depthAsked();
  }
  return i32(input[input[11] + index]);
}

/** Nodes after which the search of an item is given up, 0 for never. */
fn nodesAllowed() -> u32 { return input[12]; }
/**
 * Only one of `spread` lanes side by side works: lanes of one subgroup wait for each other wherever they take
 * different ways, so that few items are faster when each has a subgroup of its own.
 */
fn spread() -> u32 { return input[14]; }
/** Whether children get their values as leaves. */
fn wantsValues() -> bool { return input[13] == 1u; }

/** How many lanes work on the batch; each has every so-manieth word of the scratch memory. */
fn laneCount() -> u32 { return input[8]; }
/** Whether nothing is pruned but in the quiescence search. */
fn isOpen() -> bool { return input[10] == 1u; }
/** Words of the pool behind the fixed part of the output. */
fn poolWords() -> u32 { return input[9]; }

/** A finished game, at `depth` plies from the horizon: a quicker win is worth more. */
fn settled(result: i32, depth: i32) -> i32 {
  return result + sign(result) * depth;
}
