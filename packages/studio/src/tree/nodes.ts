// The nodes of a run's tree in typed arrays: every node that exists at some time, in one numbering in which parents
// come before their children. What changes over time (effort, states) lives in arrays of the same numbers elsewhere,
// so a moment of the run needs no tree of its own.

/** No node. */
export const NONE = -1;
export const ROOT = 0;

const FIRST_CAPACITY = 1024;
/** Nodes deeper than this are not taken: no search goes there, and a hostile trace must not make a tree of one line. */
export const MOST_PLIES = 2048;
/** The children of a node with more of them are found by a map. */
const MANY_CHILDREN = 32;

export class TreeNodes {
  count = 0;
  parent = new Int32Array(FIRST_CAPACITY);
  /** Codes of moves, of 32 bits. */
  move = new Uint32Array(FIRST_CAPACITY);
  ply = new Uint16Array(FIRST_CAPACITY);
  firstChild = new Int32Array(FIRST_CAPACITY);
  nextSibling = new Int32Array(FIRST_CAPACITY);
  /** Plies below the node. */
  height = new Uint16Array(FIRST_CAPACITY);
  #lastChild = new Int32Array(FIRST_CAPACITY);
  #childCount = new Int32Array(FIRST_CAPACITY);
  /** Children of nodes with many of them, by node and move. */
  readonly #families = new Map<number, number>();

  constructor() {
    this.#create(NONE, 0);
  }

  get capacity(): number {
    return this.parent.length;
  }

  /** The child that a move leads to; NONE when the tree has no such node. */
  find(parent: number, move: number): number {
    const code = move >>> 0;
    if (this.#childCount[parent]! > MANY_CHILDREN) {
      return this.#families.get(keyOf(parent, code)) ?? NONE;
    }
    let child = this.firstChild[parent]!;
    while (child !== NONE && this.move[child] !== code) child = this.nextSibling[child]!;
    return child;
  }

  /** The same; a new node, the last of its siblings, when there is none. NONE beyond the deepest ply. */
  child(parent: number, move: number): number {
    const found = this.find(parent, move);
    if (found !== NONE) return found;
    return this.ply[parent]! < MOST_PLIES ? this.#create(parent, move) : NONE;
  }

  /** The node that a path of moves leads to; NONE when the tree has no such node. */
  follow(path: readonly number[]): number {
    let node = ROOT;
    for (const move of path) {
      node = this.find(node, move);
      if (node === NONE) return NONE;
    }
    return node;
  }

  /** Moves from the root. */
  path(node: number): number[] {
    const moves: number[] = [];
    for (let at = node; at > ROOT; at = this.parent[at]!) moves.push(this.move[at]!);
    return moves.reverse();
  }

  /** The nodes from the root to this one, both included. */
  ancestors(node: number): number[] {
    const all: number[] = [];
    for (let at = node; at !== NONE; at = this.parent[at]!) all.push(at);
    return all.reverse();
  }

  #create(parent: number, move: number): number {
    const node = this.count++;
    if (node >= this.capacity) this.#grow();
    this.parent[node] = parent;
    this.move[node] = move;
    this.firstChild[node] = NONE;
    this.nextSibling[node] = NONE;
    this.#lastChild[node] = NONE;
    if (parent === NONE) return node;
    this.ply[node] = this.ply[parent]! + 1;
    const last = this.#lastChild[parent]!;
    if (last === NONE) this.firstChild[parent] = node;
    else this.nextSibling[last] = node;
    this.#lastChild[parent] = node;
    this.#index(parent, node);
    let height = 1;
    for (let at = parent; at !== NONE && this.height[at]! < height; at = this.parent[at]!) {
      this.height[at] = height++;
    }
    return node;
  }

  /** Notes a new child where children are found by the map. */
  #index(parent: number, child: number): void {
    const count = ++this.#childCount[parent]!;
    if (count < MANY_CHILDREN + 1) return;
    // The first time all of them are noted.
    let each = count === MANY_CHILDREN + 1 ? this.firstChild[parent]! : child;
    for (; each !== NONE; each = this.nextSibling[each]!) {
      this.#families.set(keyOf(parent, this.move[each]!), each);
    }
  }

  #grow(): void {
    const capacity = 2 * this.capacity;
    this.parent = grown(this.parent, capacity);
    this.move = grown(this.move, capacity);
    this.ply = grown(this.ply, capacity);
    this.firstChild = grown(this.firstChild, capacity);
    this.nextSibling = grown(this.nextSibling, capacity);
    this.height = grown(this.height, capacity);
    this.#lastChild = grown(this.#lastChild, capacity);
    this.#childCount = grown(this.#childCount, capacity);
  }
}

const keyOf = (parent: number, move: number): number => parent * 2 ** 32 + move;

type Column =
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** A copy with room for `capacity` elements; those that are new are 0, or `fill`. */
export function grown<T extends Column>(column: T, capacity: number, fill = 0): T {
  const Kind = column.constructor as new (length: number) => T;
  const larger = new Kind(capacity);
  larger.set(column);
  if (fill !== 0) larger.fill(fill, column.length);
  return larger;
}
