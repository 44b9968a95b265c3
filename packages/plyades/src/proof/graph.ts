// A proof as data: nodes, of which the last one is the root. Where the side that proves something is to
// move, a node has one move; where the other side is, it has an answer to every move. Node 0 stands for
// every finished game, and for a side that holds, a draw for lack of progress. Nodes are written down in the order in which they were completed, so in the proof of
// a win each refers to earlier ones only, and no line of it can go round in a circle. The proof that a side
// is not beaten may go round in circles; its root is the last node all the same.

import type { ProofNode } from '../core/proof-node.js';
import { err, ok, type Result } from '../core/result.js';

export type { ProofNode } from '../core/proof-node.js';

/** Nodes in their order. An array is one; a file that was read unpacks each when it is asked for. */
export interface NodeList extends Iterable<ProofNode> {
  readonly length: number;
  at(index: number): ProofNode | undefined;
}

/** Node i of the proof is number i - 1 of the list; the root is the last. */
export interface ProofGraph {
  readonly nodes: NodeList;
}

/** More nodes than fit the memory of a program that builds or checks them. */
export const MAX_PROOF_NODES = 4_000_000;
/** Most bytes of a graph. */
export const MAX_PROOF_BYTES = 2 ** 28;

/** Kernels have moves of 32 bits. */
const MAX_MOVE = 2 ** 32 - 1;

/** The node that stands for a finished game. */
export const END = 0;

const KINDS = ['move', 'all', 'named'] as const;

/**
 * The graph as bytes: numbers of seven bits a byte, low ones first; bit 7 marks all but the last byte. Node by node:
 * - `0, move, node`: the move and its target;
 * - `1, count, nodes...`: the target of each legal move, in the order of the rules;
 * - `2, count, moves..., count, nodes..., count, threats...`: replies to some moves, and moves of the winner one of which
 *   wins after any other.
 */
export function encodeGraph({ nodes }: ProofGraph): Uint8Array {
  let out = new Uint8Array(1024);
  let length = 0;
  const put = (number: number): void => {
    if (length + MAX_NUMBER_BYTES > out.length) {
      const larger = new Uint8Array(2 * out.length);
      larger.set(out);
      out = larger;
    }
    let rest = number;
    while (rest > 127) {
      out[length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    out[length++] = rest;
  };
  const putAll = (numbers: readonly number[]) => {
    put(numbers.length);
    for (const each of numbers) put(each);
  };
  for (const node of nodes) {
    put(KINDS.indexOf(node.kind));
    switch (node.kind) {
      case 'move':
        put(node.move);
        put(node.to);
        break;
      case 'all':
        putAll(node.to);
        break;
      case 'named':
        putAll(node.moves);
        putAll(node.to);
        putAll(node.threats);
    }
  }
  return out.subarray(0, length);
}

/** 2^53 has as many times seven bits. */
const MAX_NUMBER_BYTES = 8;

/** The graph of `count` nodes that the bytes hold, or why they hold none. */
export function decodeGraph(bytes: Uint8Array, count: number): Result<ProofGraph, string> {
  const starts = new Uint32Array(count);
  const reader = new Reader(bytes);
  for (let i = 0; i < count; i++) {
    starts[i] = reader.at;
    reader.skip();
    if (reader.fault !== undefined) return err(`node ${i + 1}: ${reader.fault}`);
  }
  if (reader.at !== bytes.length) return err(`there is more in it than ${count} nodes`);
  return ok({ nodes: new PackedNodes(bytes, starts) });
}

/** Nodes as bytes. A small file may unpack to more nodes than would fit as objects. */
class PackedNodes implements NodeList {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;

  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.#bytes = bytes;
    this.#starts = starts;
  }

  get length(): number {
    return this.#starts.length;
  }

  at(index: number): ProofNode | undefined {
    const start = this.#starts[index];
    return start === undefined ? undefined : new Reader(this.#bytes, start).node();
  }

  *[Symbol.iterator](): Generator<ProofNode, void, void> {
    for (let i = 0; i < this.length; i++) yield this.at(i)!;
  }
}

class Reader {
  at: number;
  /** Why there is no node where one should be. */
  fault: string | undefined;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** A number of at most 53 bits. */
  #take(): number {
    let number = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) {
        this.fault = 'it is cut off';
        return 0;
      }
      number += (byte & 127) * scale;
      if (byte < 128 && number <= Number.MAX_SAFE_INTEGER) return number;
    }
    this.fault = `a number beyond ${Number.MAX_SAFE_INTEGER}`;
    return 0;
  }

  #takeMove(): number {
    const move = this.#take();
    if (move > MAX_MOVE) this.fault = `move ${move} is beyond ${MAX_MOVE}`;
    return move;
  }

  /** A list: its length, then its numbers. `visit` sees each. */
  #takeList(take: () => number, visit: (number: number) => void = () => {}): void {
    for (let left = this.#take(); left > 0 && this.fault === undefined; left--) visit(take());
  }

  #list(): number[] {
    const numbers: number[] = [];
    this.#takeList(
      () => this.#take(),
      (number) => numbers.push(number),
    );
    return numbers;
  }

  /** Passes over a node; sets `fault` where there is none. */
  skip(): void {
    const kind = KINDS[this.#take()];
    const reference = () => this.#take();
    const move = () => this.#takeMove();
    switch (kind) {
      case 'move':
        move();
        reference();
        break;
      case 'all':
        this.#takeList(reference);
        break;
      case 'named':
        this.#takeList(move);
        this.#takeList(reference);
        this.#takeList(move);
        break;
      default:
        this.fault ??= 'it is of no known kind';
    }
  }

  /** A node that `skip` has found whole. */
  node(): ProofNode {
    const kind = KINDS[this.#take()]!;
    switch (kind) {
      case 'move':
        return { kind, move: this.#take(), to: this.#take() };
      case 'all':
        return { kind, to: this.#list() };
      case 'named':
        return { kind, moves: this.#list(), to: this.#list(), threats: this.#list() };
    }
  }
}
