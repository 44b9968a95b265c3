// The master's d'-ply tree. It is expanded where passes go, and kept: a pass over nodes that are
// known asks nothing of the game. Children stand in the order in which alpha-beta tries them: at
// first by their evaluations, then the best of the last pass in front. A node remembers its last
// visit, so that a pass need not go where nothing has changed.
import type { RulesPort } from '../ports.js';
import { moveToFront, positionsTo } from '../tree-nodes.js';
import type { Probe } from './probe.js';
import type { AphidLeaf } from './table.js';

/** How a pass came to a node: its window, and its place in the tree of alpha-beta. */
export interface Visit {
  readonly alpha: number;
  readonly beta: number;
  /** 1: on the principal variation; 2: one child is enough; 3: all are needed. */
  readonly type: number;
  /** Whether it belongs to the critical tree. */
  readonly critical: boolean;
  /** Type-1 nodes on the path, this one included. */
  readonly priorityBand: number;
  /** Of the last of them: whether alternatives are to be shown to be no better for the root's side. */
  readonly leansRight: boolean;
}

/** The result of the last visit of a node. */
export interface VisitResult extends Visit {
  /** Number of the pass, and its iteration. */
  readonly pass: number;
  readonly iteration: number;
  /** Hypothetical value of the root and uncertain leaves to the left, when the visit began. */
  readonly hypothetical: number;
  readonly before: number;
  readonly value: number;
  /** Uncertain leaves below, from left to right; one may be there twice. */
  readonly uncertain: readonly AphidLeaf[];
  /** The deepest type-1 node under which a leaf was uncertain, by its ply; -1 when none was. */
  readonly unsurePly: number;
  /** True when nothing rests on an evaluation. */
  readonly complete: boolean;
  /** Of a leaf; 0 for other nodes. */
  readonly priority: number;
}

export interface AphidNode<P> {
  readonly parent: AphidNode<P> | undefined;
  readonly position: P;
  readonly ply: number;
  /** Moves from the root. */
  readonly path: readonly number[];
  /** The side to move, 0 or 1. */
  readonly turn: number;
  /** 1 when the side of the parent moves again, else -1; and the same for the root. */
  readonly sign: number;
  readonly rootSign: number;
  readonly key: string | undefined;
  /** Legal moves; none when the game is over. */
  readonly moves: readonly number[];
  /** Result of a finished game, else the evaluation; from the side to move. */
  readonly value: number;
  /** Ply of the horizon below this node. */
  horizon: number;
  /** Undefined until it is expanded. */
  children: AphidNode<P>[] | undefined;
  /** The child that a pass found best, where it beat the window. */
  best: AphidNode<P> | undefined;
  /** Undefined but for leaves, and nodes that were leaves before they were split. */
  entry: AphidLeaf | undefined;
  /** Where ProbCut may cut the node: its probes, and the one that the last visit waits for. */
  probes: AphidLeaf | undefined;
  probe: Probe | undefined;
  /** Whether it belongs to the tree that the last pass left behind. */
  present: boolean;
  /** Of the last visit; what is uncertain in it may be out of date when `stale`. */
  memory: VisitResult | undefined;
  stale: boolean;
}

/** Plies by which the horizon below an exempted piece is deeper: one might give a single child only. */
export const EXEMPTION_PLIES = 2;

/** The root of a tree with its horizon at ply `horizon`. */
export function createRoot<P>(rules: RulesPort<P>, horizon: number): AphidNode<P> {
  const position = rules.root;
  const turn = rules.turn(position);
  const of = { position, turn, path: [], sign: 1, rootSign: 1, horizon };
  return createNode(rules, { ...of, parent: undefined });
}

function createNode<P>(
  rules: RulesPort<P>,
  given: Pick<
    AphidNode<P>,
    'parent' | 'position' | 'turn' | 'path' | 'sign' | 'rootSign' | 'horizon'
  >,
): AphidNode<P> {
  const { parent, position } = given;
  const ended = parent && rules.resultByPath?.([...positionsTo(parent), position]);
  return {
    ...given,
    ply: given.path.length,
    key: rules.key(position),
    moves: ended === undefined ? rules.moves(position) : [],
    value: ended ?? rules.value(position),
    children: undefined,
    best: undefined,
    entry: undefined,
    probes: undefined,
    probe: undefined,
    present: false,
    memory: undefined,
    stale: false,
  };
}

/** The children of a node whose game is not over. */
export function expand<P>(rules: RulesPort<P>, node: AphidNode<P>): AphidNode<P>[] {
  if (node.children !== undefined) return node.children;
  const { turn, rootSign, horizon } = node;
  const children = node.moves.map((move) => {
    const position = rules.play(node.position, move);
    const childTurn = rules.turn(position);
    const sign = childTurn === turn ? 1 : -1;
    const path = [...node.path, move];
    const of = { position, path, sign, turn: childTurn, rootSign: rootSign * sign, horizon };
    return createNode(rules, { ...of, parent: node });
  });
  children.sort((a, b) => b.sign * b.value - a.sign * a.value);
  node.children = children;
  return children;
}

export const isOver = (node: AphidNode<unknown>): boolean => node.moves.length === 0;

/** Whether the node lies on the horizon. */
export const isLeaf = (node: AphidNode<unknown>): boolean => node.ply >= node.horizon;

/** Moves the horizon below a leaf deeper. */
export function exempt(node: AphidNode<unknown>): void {
  node.horizon = node.ply + EXEMPTION_PLIES;
}

/** Something below the node has changed: the next pass has to go there. */
export function touch(node: AphidNode<unknown>): void {
  let one: AphidNode<unknown> | undefined = node;
  while (one !== undefined && !one.stale) {
    one.stale = true;
    one = one.parent;
  }
}

/**
 * Puts the moves of a line in front, as far as the tree goes. `deepens` is called with a leaf on the way, and returns
 * true when it has moved the horizon deeper there.
 */
export function preferLine<P>(
  rules: RulesPort<P>,
  root: AphidNode<P>,
  line: readonly number[],
  deepens: (leaf: AphidNode<P>) => boolean = () => false,
): void {
  let node = root;
  for (const move of line) {
    if (isOver(node) || (isLeaf(node) && !deepens(node))) return;
    const child = expand(rules, node).find(({ path }) => path[path.length - 1] === move);
    if (child === undefined) return;
    moveToFront(node.children!, child);
    node = child;
  }
}
