// The master of P-GPP as a pure state machine: it takes the moves played and the workers' reports, and returns
// commands for workers. It knows no engine, no clock and no thread, so the same code runs engines by the clock, by
// exact numbers of nodes, and in tests.
//
// When the root of the tree changes, workers on nodes that are still in the tree are not interrupted (the
// tree style pipeline); those of other nodes are collected and put on new ones. A worker whose node gets a
// child begins again without that move, and keeps its table. If a move is played that is no child, the worker
// of the other moves goes along: its table knows the new root.
import type { Random } from '../core/random.js';
import { Advisers, elect } from './advisers.js';
import { countVirtual } from './greedy.js';
import {
  byListed,
  type GrowthName,
  type ListedPosition,
  likelihoods,
  nextByLines,
  randomMove,
  sharesOf,
} from './growth.js';
import { Probabilities, type RankTable } from './ranks.js';
import {
  type EngineReport,
  GppNode,
  type GppRules,
  pathOf,
  positionsOf,
  type ScoredLine,
  walk,
} from './tree.js';
import { MATE_PLIES, MATE_VALUE } from './values.js';

export interface GppMasterOptions {
  readonly growth: GrowthName;
  readonly ranks: RankTable;
  /** For growth at random. */
  readonly random: Random;
  /** Workers that search all moves of the root, each for itself, beside the tree; none if not given. */
  readonly advisers?: number;
}

/** A command to a worker. */
export type GppCommand =
  | {
      readonly kind: 'search';
      readonly worker: number;
      readonly task: number;
      /** Moves from the position that the game began with, as it was given. */
      readonly moves: readonly string[];
      /** Only these; all when not given. Never empty. */
      readonly searchMoves?: readonly string[];
      /** Number of the adviser, from 1; the host lets each search a little differently. */
      readonly adviser?: number;
    }
  | { readonly kind: 'rest'; readonly worker: number }
  | {
      /** The host answers with `addListed`: the deepest positions in the worker's table below this one. */
      readonly kind: 'list';
      readonly worker: number;
      readonly ticket: number;
      /** Moves from the beginning of the game to this position. */
      readonly moves: readonly string[];
      readonly count: number;
      /** First moves that do not count. */
      readonly covered: readonly string[];
    };

interface Worker<P> {
  readonly id: number;
  /** Nodes per second, or any measure of the same kind. */
  readonly speed: number;
  node: GppNode<P> | undefined;
  /** True when it has been sent to rest. */
  rests: boolean;
}

/** A request to list the positions of a worker's table. */
interface HashQuery<P> {
  readonly node: GppNode<P>;
  readonly count: number;
}

/** A worker of the root that is this many times slower than another one changes places with it. */
const TOO_SLOW = 2;

export class GppMaster<P> {
  readonly #rules: GppRules<P>;
  readonly #growth: GrowthName;
  readonly #probabilities: Probabilities;
  readonly #random: Random;
  readonly #workers = new Map<number, Worker<P>>();
  #root: GppNode<P> | undefined;
  /** Positions before the root, and the moves that led to the root. */
  #before: readonly P[] = [];
  #played: readonly string[] = [];
  #tasks = 0;
  /** Nodes whose worker needs a new search command. */
  readonly #changed = new Set<GppNode<P>>();
  /** Requests without a reply, by ticket. */
  readonly #queries = new Map<number, HashQuery<P>>();
  /** The last ticket that was sent. */
  #sentTickets = 0;
  /** Nodes that growth may still add. */
  #mostNew = Number.POSITIVE_INFINITY;
  /** Nodes of the tree before the round of growth under way. */
  #sizeBefore = 0;
  #tickets = 0;
  readonly #advisers: Advisers;

  constructor(rules: GppRules<P>, { growth, ranks, random, advisers = 0 }: GppMasterOptions) {
    this.#rules = rules;
    this.#growth = growth;
    this.#probabilities = new Probabilities(ranks);
    this.#random = random;
    this.#advisers = new Advisers(advisers);
  }

  get root(): GppNode<P> | undefined {
    return this.#root;
  }

  /** Moves from the beginning of the game to the root. */
  get played(): readonly string[] {
    return this.#played;
  }

  get size(): number {
    return this.#root === undefined ? 0 : [...walk(this.#root)].length;
  }

  /** Workers that have nothing to search. */
  get spare(): number {
    return this.#spare().length;
  }

  /** Adds a worker; it gets the root if that has no worker, else a node when the tree grows. */
  join(id: number, speed = 1): GppCommand[] {
    if (this.#workers.has(id)) throw new RangeError(`worker ${id} has joined before`);
    this.#workers.set(id, { id, speed, node: undefined, rests: true });
    this.#staff();
    return this.#commands();
  }

  /** Removes a worker. Its node goes to a spare worker or to that of the least probable leaf. */
  leave(id: number): GppCommand[] {
    const worker = this.#workers.get(id);
    this.#workers.delete(id);
    if (this.#advisers.dismiss(id)) this.#staff();
    if (worker?.node !== undefined) {
      worker.node.worker = undefined;
      this.#forget(worker.node);
      this.#staff();
    }
    return this.#commands();
  }

  /**
   * Starts a game that the tree does not know, given by its positions and the moves between them. `only`: the moves of
   * its last position that are to be searched, all if not given.
   */
  begin(game: readonly P[], moves: readonly string[], only?: readonly string[]): GppCommand[] {
    this.#collect(this.#root);
    this.#before = game.slice(0, -1);
    this.#played = moves;
    this.#root = new GppNode(this.#rules, game, undefined, only);
    this.#advisers.turn();
    this.#staff();
    return this.#commands();
  }

  /** Plays moves at the root, one after the other, and grows the tree. */
  advance(moves: readonly string[]): GppCommand[] {
    for (const move of moves) this.#follow(move);
    this.#giveRootToFastest();
    return this.grow();
  }

  /** Puts spare workers on new nodes, at most `most`. */
  grow(most = Number.POSITIVE_INFINITY): GppCommand[] {
    this.#staff();
    this.#mostNew = most;
    if (this.#growth === 'pv' || this.#growth === 'consultation') this.#growByLines();
    else this.#growByShares();
    return this.#commands();
  }

  /** Records a worker's report; false when it is not about the worker's task. */
  report(id: number, task: number, report: EngineReport): boolean {
    const node = this.#workers.get(id)?.node;
    const first = report.line[0];
    if (first === undefined) return false;
    const { value, depth, line } = report;
    const scored = { value, depth, line };
    if (this.#advisers.has(id)) {
      if (!this.#root?.legal.includes(first)) return false;
      if (!this.#advisers.record(id, task, report)) return false;
      // An adviser's line may show where to grow.
      this.#root.remember(scored);
      return true;
    }
    if (node === undefined || node.task !== task) return false;
    if (!node.legal.includes(first) || node.children.has(first)) return false;
    node.remember(scored);
    // A search that began again, without some of the moves, counts when it is as deep as it was before.
    const deeper = node.own === undefined || depth >= node.own.depth;
    if ((report.multiPv ?? 1) === 1 && deeper) {
      node.own = scored;
      node.latest = scored;
    }
    return true;
  }

  /** Adds nodes for the positions that a worker's table lists, the most valuable first. */
  addListed(ticket: number, positions: readonly ListedPosition[]): GppCommand[] {
    const query = this.#queries.get(ticket);
    if (query === undefined) return [];
    this.#queries.delete(ticket);
    const { node, count } = query;
    const room = Math.min(count, this.#spare().length, this.#mostNew);
    for (const path of byListed(node, positions, room)) this.#addPath(node, path);
    this.#staff();
    if (this.#queries.size === 0) this.#growOn();
    return this.#commands();
  }

  /** The line that the tree and its advisers choose by vote. */
  get bestLine(): ScoredLine | undefined {
    const root = this.#root;
    // No vote for a move that the tree knows to be mate against it.
    const sound = this.#advisers.advice.filter(({ line }) => !loses(root?.children.get(line[0]!)));
    return elect(root?.bestLine(), sound);
  }

  /**
   * The best lines of the root, each with another first move, at most `count`, none worth more than the one
   * before it. `after`: lines after this move at the root instead, as the side to move there sees them.
   */
  lines(count: number, after?: string): readonly ScoredLine[] {
    const root = this.#root;
    if (root === undefined) return [];
    if (after === undefined) return inOrder(this.bestLine, root.alternatives(count), count);
    const child = root.children.get(after);
    if (child !== undefined) return inOrder(child.bestLine(), child.alternatives(count), count);
    return root.after(after).lines.slice(-1);
  }

  #spare(): Worker<P>[] {
    return [...this.#workers.values()]
      .filter(({ id, node }) => node === undefined && !this.#advisers.has(id))
      .sort((a, b) => b.speed - a.speed || a.id - b.id);
  }

  /** One move at the root: its node becomes the root, and the workers elsewhere are collected. */
  #follow(move: string): void {
    const root = this.#root;
    if (root === undefined) throw new Error('a move is played before a game has begun');
    if (!root.legal.includes(move)) throw new RangeError(`${move} is not legal at the root`);
    let next = root.children.get(move) ?? this.#child(root, move);
    if (next.ended !== undefined) {
      // Below the root it was a draw; now it is played on.
      next = new GppNode(this.#rules, [...this.#before, root.position, next.position]);
    }
    if (next !== root.children.get(move)) {
      const successor = root.worker;
      if (successor !== undefined && isOpen(next))
        this.#assign(this.#workers.get(successor)!, next);
    }
    root.children.delete(move);
    this.#collect(root);
    next.parent = undefined;
    // A value without a move is of use below a root only.
    if (next.inherited?.line.length === 0) next.inherited = undefined;
    this.#before = [...this.#before, root.position];
    this.#played = [...this.#played, move];
    this.#root = next;
    this.#advisers.turn();
  }

  /** Frees the workers of a node and of all below it. */
  #collect(node: GppNode<P> | undefined): void {
    if (node === undefined) return;
    for (const each of walk(node)) {
      this.#changed.delete(each);
      this.#forget(each);
      this.#free(each);
    }
  }

  /** Drops the requests about a node. */
  #forget(node: GppNode<P>): void {
    for (const [ticket, query] of this.#queries) {
      if (query.node === node) this.#queries.delete(ticket);
    }
  }

  #free(node: GppNode<P>): void {
    const worker = node.worker === undefined ? undefined : this.#workers.get(node.worker);
    node.worker = undefined;
    if (worker?.node === node) worker.node = undefined;
  }

  /** A node for a move, not yet in the tree. */
  #child(parent: GppNode<P>, move: string): GppNode<P> {
    const position = this.#rules.play(parent.position, move);
    const game = [...this.#before, ...positionsOf(parent), position];
    const child = new GppNode(this.#rules, game, { node: parent, move });
    const { inherited, ceiling, lines } = parent.after(move);
    child.inherited = inherited;
    child.ceiling = ceiling;
    for (const line of lines) child.remember(line);
    return child;
  }

  /** Adds a child; the worker of its parent will do without that move. */
  #add(parent: GppNode<P>, move: string): GppNode<P> {
    const child = this.#child(parent, move);
    parent.children.set(move, child);
    this.#mostNew--;
    const known = parent.deepest;
    if (known?.line[0] === move) {
      parent.othersCeiling = { value: known.value - 1, depth: known.depth };
    }
    if (parent.own?.line[0] === move) {
      // The value of the other moves is what was found at the same depth, if anything was.
      const { depth } = parent.own;
      parent.own = parent.lines.find(
        (other) => other.depth === depth && !parent.children.has(other.line[0]!),
      );
    }
    if (parent.children.size === parent.legal.length) {
      this.#free(parent);
      this.#changed.delete(parent);
      this.#forget(parent);
    } else if (parent.worker !== undefined) {
      this.#changed.add(parent);
    }
    return child;
  }

  /** Adds the last node of a path, and those before it that are missing; illegal paths change nothing. */
  #addPath(from: GppNode<P>, path: readonly string[]): void {
    let node = from;
    for (const move of path) {
      if (!node.legal.includes(move)) return;
      node = node.children.get(move) ?? this.#add(node, move);
    }
  }

  #assign(worker: Worker<P>, node: GppNode<P>): void {
    if (worker.node !== undefined) worker.node.worker = undefined;
    worker.node = node;
    node.worker = worker.id;
    this.#changed.add(node);
  }

  /** Every node with moves to search gets a worker, as long as there are any, the most probable first. */
  #staff(): void {
    for (;;) {
      const root = this.#root;
      if (root === undefined) return;
      this.#appoint(root);
      const nodes = likelihoods(root, this.#probabilities);
      const vacant = nodes
        .filter(({ node }) => isOpen(node) && node.worker === undefined)
        .sort((a, b) => b.probability - a.probability);
      const spare = this.#spare();
      for (const worker of spare) {
        const next = vacant.shift();
        if (next === undefined) break;
        this.#assign(worker, next.node);
      }
      if (vacant.length === 0) {
        this.#appoint(root);
        return;
      }
      // No worker is left: remove the least probable leaf, whose worker becomes spare.
      const leaves = nodes.filter(({ node }) => node !== root && node.children.size === 0);
      if (leaves.length > 0) {
        this.#prune(leaves.reduce((a, b) => (b.probability < a.probability ? b : a)).node);
      } else if (!this.#advisers.dismiss()) return;
    }
  }

  /** Fills the advisers' seats as soon as the root has its worker, before the rest of the tree. */
  #appoint(root: GppNode<P>): void {
    if (root.legal.length === 0) while (this.#advisers.dismiss());
    else if (!isOpen(root) || root.worker !== undefined) {
      this.#advisers.appoint(this.#spare().map(({ id }) => id));
    }
  }

  /** Removes a leaf; its parent searches that move again and keeps the leaf's value of it. */
  #prune(leaf: GppNode<P>): void {
    const parent = leaf.parent!;
    this.#collect(leaf);
    parent.takeBack(leaf);
    if (parent.worker !== undefined) this.#changed.add(parent);
  }

  /** The fastest worker keeps the root, unless the difference is small: changing places costs work. */
  #giveRootToFastest(): void {
    const root = this.#root;
    const slow = root?.worker === undefined ? undefined : this.#workers.get(root.worker);
    if (root === undefined || slow === undefined) return;
    const fast = [...this.#workers.values()].reduce((a, b) => (b.speed > a.speed ? b : a));
    if (fast.speed < TOO_SLOW * slow.speed) return;
    const other = fast.node;
    this.#advisers.dismiss(fast.id);
    this.#assign(fast, root);
    slow.node = undefined;
    if (other !== undefined) this.#assign(slow, other);
  }

  #growByLines(): void {
    for (let spare = this.#spare(); spare.length > 0; spare = this.#spare()) {
      const root = this.#root;
      if (root === undefined || this.#mostNew <= 0) return;
      const next = nextByLines(root, this.#probabilities);
      if (next === undefined) return;
      const child = this.#add(next.node, next.move);
      if (isOpen(child)) this.#assign(spare[0]!, child);
    }
  }

  /** Grows by lines where workers are left over after all tables have been listed. */
  #growOn(): void {
    this.#growByLines();
    if (this.size > this.#sizeBefore) this.#growByShares();
  }

  /** One round of growth; a reply to a request about a table starts another one. */
  #growByShares(): void {
    const root = this.#root;
    const spare = Math.min(this.#spare().length, this.#mostNew);
    if (root === undefined || spare === 0) return;
    this.#queries.clear();
    this.#sizeBefore = this.size;
    for (const { node, virtual } of sharesOf(root, spare, this.#probabilities)) {
      const count = countVirtual(virtual);
      if (this.#growth === 'hash') this.#queries.set(++this.#tickets, { node, count });
      else this.#growAtRandom(node, count);
    }
    this.#staff();
    // Nodes without a worker, such as finished games, leave workers over.
    if (this.#growth === 'random' && this.size > this.#sizeBefore) this.#growByShares();
  }

  #growAtRandom(node: GppNode<P>, count: number): void {
    const best = node.own?.line[0] ?? node.inherited?.line[0];
    const added: GppNode<P>[] = [];
    const fits = best !== undefined && node.legal.includes(best) && !node.children.has(best);
    if (fits) added.push(this.#add(node, best));
    while (added.length < count) {
      const next = randomMove([node, ...added], this.#random);
      if (next === undefined) return;
      added.push(this.#add(next.node, next.move));
    }
  }

  /** Commands for what has changed since the last call. */
  #commands(): GppCommand[] {
    const commands: GppCommand[] = [];
    for (const node of this.#changed) {
      if (node.worker === undefined) continue;
      this.#workers.get(node.worker)!.rests = false;
      node.task = ++this.#tasks;
      const { others } = node;
      commands.push({
        kind: 'search',
        worker: node.worker,
        task: node.task,
        moves: [...this.#played, ...pathOf(node)],
        ...((node.restricted || others.length < node.legal.length) && { searchMoves: others }),
      });
    }
    this.#changed.clear();
    for (const { worker, task, number } of this.#advisers.assignTasks(() => ++this.#tasks)) {
      this.#workers.get(worker)!.rests = false;
      const { restricted, legal } = this.#root!;
      commands.push({
        kind: 'search',
        worker,
        task,
        moves: this.#played,
        ...(restricted && { searchMoves: legal }),
        adviser: number,
      });
    }
    for (const worker of this.#workers.values()) {
      if (worker.node !== undefined || this.#advisers.has(worker.id) || worker.rests) continue;
      worker.rests = true;
      commands.push({ kind: 'rest', worker: worker.id });
    }
    for (const [ticket, { node, count }] of this.#queries) {
      if (ticket <= this.#sentTickets || node.worker === undefined) continue;
      const moves = [...this.#played, ...pathOf(node)];
      const covered = [...node.children.keys()];
      commands.push({ kind: 'list', worker: node.worker, ticket, moves, count, covered });
    }
    this.#sentTickets = this.#tickets;
    return commands;
  }
}

/** The best line and then others by their values, none better than the one before it. */
function inOrder(
  best: ScoredLine | undefined,
  others: readonly ScoredLine[],
  count: number,
): readonly ScoredLine[] {
  const lines = new Map<string, ScoredLine>();
  let most = Number.POSITIVE_INFINITY;
  const sorted = others.toSorted((a, b) => b.value - a.value);
  for (const line of best === undefined ? sorted : [best, ...sorted]) {
    const first = line.line[0];
    if (first === undefined || lines.has(first)) continue;
    most = Math.min(most, line.value);
    lines.set(first, { ...line, value: most });
  }
  return [...lines.values()].slice(0, count);
}

/** True when the move to a child is answered by a forced mate, as far as the tree knows. */
function loses<P>(child: GppNode<P> | undefined): boolean {
  const seen = child?.bestLine();
  return seen !== undefined && child!.worth(seen) < MATE_PLIES - MATE_VALUE;
}

/** True when there are moves that only this node's worker searches. */
function isOpen<P>({ legal, children }: GppNode<P>): boolean {
  return children.size < legal.length;
}
