// Every process searches the root for itself, and all they share is the table; the process that finishes a depth first
// has found its value for all. How they come to search different parts of the tree is the algorithm's choice: by chance
// (lazy SMP) or by marks in the table (ABDADA).
import { isProvenLoss, isProvenWin } from '../../core/score.js';
import type { Micros, ProcessId, SearchFinding, Step } from '../actor.js';
import type { ActorRequest, SearchPlan } from '../algorithm.js';
import { countSearch } from '../counters.js';
import { atDepth, nextDepth, realDepth, settled } from '../depths.js';
import type { Ports } from '../ports.js';
import { type Behaviour, idleUntil, type ProcessContext } from '../process.js';
import { hasDepth, isLegalLine, isValue } from '../received.js';
import type { RootSearchMessage } from './messages.js';

const isProven = (value: number) => isProvenWin(value) || isProvenLoss(value);

/** Of two proven values, whether the first takes fewer plies. */
const isQuicker = (one: SearchFinding, other: SearchFinding): boolean =>
  Math.abs(one.value) - one.depth > Math.abs(other.value) - other.depth;

/** What lets processes search different parts of the tree. */
export interface Divergence {
  /** Every second process begins a ply deeper, and each orders its moves with a little noise of its own. */
  readonly byChance?: boolean;
  /** Least depth of nodes that are marked in the table while they are searched, 0 for the game's own. */
  readonly markDepth?: number;
}

export class RootSearchProcess<P> implements Behaviour<RootSearchMessage> {
  readonly #context: ProcessContext<RootSearchMessage>;
  readonly #ports: Ports<P>;
  readonly #request: ActorRequest;
  readonly #divergence: Divergence;
  /** The deepest finding of all processes, as far as this one knows. */
  #finding: SearchFinding | undefined;
  /** The last finished depth of the search under way that was looked at. */
  #seen = 0;
  #seenValue = 0;
  /** Nodes of the depths that this search has finished: the rest is lost when it is left. */
  #kept = 0;
  #over = false;

  constructor(
    context: ProcessContext<RootSearchMessage>,
    ports: Ports<P>,
    { request, from = 1 }: SearchPlan,
    divergence: Divergence,
  ) {
    this.#context = context;
    this.#ports = ports;
    this.#request = request;
    this.#divergence = divergence;
    const { rules, searches } = ports;
    const { byChance = false, markDepth } = divergence;
    if (byChance && context.self > 0) searches[0]!.perturb(request.seed + context.self);
    searches[0]!.start(rules.root, {
      from: this.#firstDepth(realDepth(rules, Math.min(from, request.depth))),
      depth: request.depth,
      ...(markDepth !== undefined && { markDepth }),
    });
  }

  message(from: ProcessId, message: RootSearchMessage): void {
    const { type: _, ...finding } = message;
    if (!this.#canBe(finding)) {
      this.#context.refuse(from);
      return;
    }
    // Of several lines only the best one is sent: the process that reports finds them all itself.
    if ((this.#request.lines ?? 1) > 1) return;
    if (!this.#learn({ ...finding, bound: 'exact' }) || this.#over) return;
    const search = this.#ports.searches[0]!;
    // Play mode's values depend on the path to them: each search goes its own way to the end, unless all search one tree.
    const isApart = this.#request.mode === 'play' && this.#divergence.markDepth === undefined;
    if (isApart || search.depth > finding.depth) return;
    this.#context.counters.abandonedNodes += search.nodes - this.#kept;
    this.#kept = search.nodes;
    search.advance(
      this.#firstDepth(nextDepth(this.#ports.rules, finding.depth, this.#request.depth)),
    );
  }

  /** Whether a search of this root, as deep as that, can have found it. */
  #canBe({ depth, value, move, pv }: Omit<SearchFinding, 'bound'>): boolean {
    const { rules } = this.#ports;
    if (!isValue(value) || !hasDepth(rules, this.#request.depth, 0, depth)) return false;
    return move !== undefined && pv[0] === move && isLegalLine(rules, rules.root, pv);
  }

  lost(): void {}

  /** A process that starts again need not search what is known. */
  back(process: ProcessId): void {
    if (this.#finding !== undefined) this.#send(process, this.#finding);
  }

  work(budget: number, _now: Micros): Step {
    if (this.#over) return idleUntil();
    const search = this.#ports.searches[0]!;
    const nodes = countSearch(this.#context.counters, search, budget);
    const found = search.found;
    if (found !== undefined && (found.depth > this.#seen || found.value !== this.#seenValue)) {
      this.#seen = found.depth;
      this.#seenValue = found.value;
      this.#kept = search.nodes;
      const finding = this.#atKnownDepth(found);
      if (finding.bound === 'exact' && this.#learn(finding)) {
        for (let to = 0; to < this.#context.size; to++) {
          if (to !== this.#context.self) this.#send(to, finding);
        }
      }
    }
    if (search.status === 'done') this.#end();
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  /** The depth that this process searches next, where `depth` is not known yet. */
  #firstDepth(depth: number): number {
    const last = this.#request.depth;
    const ahead = this.#divergence.byChance && this.#context.self % 2 === 1 && depth < last;
    return ahead ? nextDepth(this.#ports.rules, depth, last) : depth;
  }

  /** A win or loss of play mode, found at any depth, as one of the depth that is known. */
  #atKnownDepth(found: SearchFinding): SearchFinding {
    const known = this.#finding;
    if (this.#request.mode !== 'play' || known === undefined || !isProven(found.value))
      return found;
    return known.depth > found.depth ? atDepth(found, known.depth) : found;
  }

  /**
   * Play mode ends with a win or loss that is proven, at any depth of this process: one that began
   * late finds it in the table. It counts more than what others have found at greater depths without it, and so
   * does a win or loss that takes fewer plies.
   */
  #saysMore(finding: SearchFinding): boolean {
    const known = this.#finding;
    if (known === undefined || finding.depth > known.depth) return true;
    if (this.#request.mode !== 'play' || !isProven(finding.value)) return false;
    return !isProven(known.value) || isQuicker(finding, known);
  }

  /** True when the finding says more than what was known. */
  #learn(finding: SearchFinding): boolean {
    if (!this.#saysMore(finding)) return false;
    this.#finding = finding;
    const end = settled(finding, this.#request.depth);
    if (this.#context.self === 0) {
      this.#context.report({ type: 'depth', finding: end ?? finding });
    }
    // A win of play mode may still be found to be quicker: the search itself says when it is over.
    const isLast = this.#request.mode !== 'play' || !isProven(finding.value);
    if (end !== undefined && isLast) this.#end();
    return true;
  }

  #end(): void {
    if (!this.#over && this.#context.self === 0) this.#context.report({ type: 'done' });
    this.#over = true;
  }

  #send(process: ProcessId, finding: SearchFinding): void {
    const { depth, value, move, pv, complete } = finding;
    this.#context.post(process, { type: 'found', depth, value, move, pv, complete });
  }
}
