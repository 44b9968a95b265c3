// The nodes that a worker has made below a node of the master's tree, as lists of numbers that travel. A tree is
// written node by node: an expanded node gives its width and its guess, then all its children, then each expanded one
// of them in the same way. The master checks the lists as a whole before it writes any of them into its tree.
import { isValue } from '../received.js';
import type { MinimalTree, MinimalTreeNode } from './tree.js';

/** What the rules say of a position. */
export interface NodeFacts {
  readonly turn: number;
  /** The game is over. */
  readonly over: boolean;
  /** The result of a finished game, else the evaluation; from the side to move. */
  readonly value: number;
  /** Undefined when the game cannot tell. */
  readonly key: string | undefined;
}

interface ChildFacts {
  readonly move: number;
  /** Undefined when the child was not looked at. */
  readonly node: NodeFacts | undefined;
  /** Undefined when the child was not expanded. */
  readonly expanded: ExpandedNode | undefined;
}

/** All moves of a node, most promising first, and the value that the worker believes. */
export interface ExpandedNode {
  readonly guess: number;
  readonly children: readonly ChildFacts[];
}

/** The same as lists. */
export interface FactLists {
  /** Children of each expanded node. */
  readonly widths: readonly number[];
  readonly guesses: readonly number[];
  readonly moves: readonly number[];
  /** Of each child: a sum of TURN, OVER and EXPANDED, or UNMADE. */
  readonly kinds: readonly number[];
  /** Of each child that was looked at: its evaluation, and the two halves of its key if the game has keys. */
  readonly values: readonly number[];
  readonly keys: readonly number[];
}

const TURN = 1;
const OVER = 2;
const EXPANDED = 4;
const UNMADE = 8;
export const MOST_KIND = UNMADE;

/** Children in one message. */
export const MOST_FACTS = 8192;

const KEY = /^[0-9a-f]{16}$/;

/** Whether keys of this form can travel; those of games that are not kernels may be texts of any length. */
export const isShortKey = (key: string | undefined): boolean => key === undefined || KEY.test(key);

/** What a tree holds, for a tree whose root has `ply` 0 there. Nodes beyond MOST_FACTS are left out. */
export function writeFacts<P>(tree: MinimalTree<P>): FactLists {
  const widths: number[] = [];
  const guesses: number[] = [];
  const moves: number[] = [];
  const kinds: number[] = [];
  const values: number[] = [];
  const keys: number[] = [];
  const written = new Set<MinimalTreeNode<P>>();
  let promised = 0;
  /** Whether there is room for the children of a node, which are written once. */
  const goesInto = (node: MinimalTreeNode<P>): boolean => {
    const { children } = node;
    if (children === undefined || written.has(node)) return false;
    if (promised + children.length > MOST_FACTS) return false;
    promised += children.length;
    written.add(node);
    return true;
  };
  const write = (node: MinimalTreeNode<P>): void => {
    const children = node.children!;
    widths.push(children.length);
    guesses.push(node.guess);
    const below: MinimalTreeNode<P>[] = [];
    for (const child of children) {
      moves.push(child.move);
      if (!tree.isMade(child)) {
        kinds.push(UNMADE);
        continue;
      }
      const { turn, over, value } = child.node;
      const expanded = goesInto(child.node);
      if (expanded) below.push(child.node);
      kinds.push((turn === 0 ? 0 : TURN) + (over ? OVER : 0) + (expanded ? EXPANDED : 0));
      values.push(value);
      const key = tree.keyOf(child.node);
      if (key === undefined) continue;
      keys.push(Number.parseInt(key.slice(0, 8), 16), Number.parseInt(key.slice(8), 16));
    }
    for (const each of below) write(each);
  };
  if (goesInto(tree.root)) write(tree.root);
  return { widths, guesses, moves, kinds, values, keys };
}

/**
 * The tree that lists describe, at most `plies` deep; `hasKeys` tells whether the game has keys. Undefined when they
 * describe none.
 */
export function readFacts(
  { widths, guesses, moves, kinds, values, keys }: FactLists,
  plies: number,
  hasKeys: boolean,
): ExpandedNode | undefined {
  const made = kinds.filter((kind) => kind !== UNMADE).length;
  const isWhole =
    guesses.length === widths.length &&
    kinds.length === moves.length &&
    values.length === made &&
    keys.length === (hasKeys ? 2 * made : 0) &&
    values.every(isValue) &&
    guesses.every(isValue);
  if (!isWhole) return undefined;
  let [expandedAt, childAt, madeAt] = [0, 0, 0];
  const node = (kind: number): NodeFacts => {
    const at = madeAt++;
    const key = hasKeys ? half(keys[2 * at]!) + half(keys[2 * at + 1]!) : undefined;
    return { turn: kind & TURN, over: (kind & OVER) !== 0, value: values[at]!, key };
  };
  const read = (left: number): ExpandedNode | undefined => {
    const at = expandedAt++;
    const width = widths[at];
    const from = childAt;
    if (width === undefined || width === 0 || from + width > moves.length || left <= 0) {
      return undefined;
    }
    childAt += width;
    const children: ChildFacts[] = [];
    const played = moves.slice(from, childAt);
    if (new Set(played).size < width) return undefined;
    const own = kinds.slice(from, childAt);
    const nodes = own.map((kind) => (kind === UNMADE ? undefined : node(kind)));
    for (const [index, kind] of own.entries()) {
      const isExpanded = (kind & EXPANDED) !== 0;
      const expanded = isExpanded ? read(left - 1) : undefined;
      if (isExpanded && (expanded === undefined || (kind & OVER) !== 0)) return undefined;
      children.push({ move: played[index]!, node: nodes[index], expanded });
    }
    return { guess: guesses[at]!, children };
  };
  const tree = read(plies);
  const isUsed = expandedAt === widths.length && childAt === moves.length;
  return isUsed ? tree : undefined;
}

const half = (number: number): string => number.toString(16).padStart(8, '0');
