// The messages of a pass to the workers: all its tasks again, as in the paper, or what has changed
// since the last one. Tasks for one worker travel in one message.
import type { ProcessId } from '../actor.js';
import { type MinimalTreeMessage, MOST_TASKS } from './messages.js';
import { type MinimalTreeLeaf, pathTo } from './tree.js';

interface Batch {
  readonly leaves: number[];
  readonly alphas: number[];
  readonly betas: number[];
  readonly signatures: number[];
  readonly dropped: number[];
}

const emptyBatch = (): Batch => ({
  leaves: [],
  alphas: [],
  betas: [],
  signatures: [],
  dropped: [],
});

export class TaskDispatch {
  readonly #post: (to: ProcessId, message: MinimalTreeMessage) => void;
  readonly #batches = new Map<ProcessId, Batch>();
  /** The leaves that each worker was ever given. */
  readonly #given = new Map<ProcessId, Set<number>>();
  #depth = 0;

  constructor(post: (to: ProcessId, message: MinimalTreeMessage) => void) {
    this.#post = post;
  }

  /** The depth of the root for which tasks are from now on. */
  set depth(depth: number) {
    this.flush();
    this.#depth = depth;
  }

  /** A worker becomes the owner of a leaf. */
  give(leaf: MinimalTreeLeaf<unknown>, worker: ProcessId): void {
    this.drop(leaf);
    leaf.owner = worker;
    const given = this.#given.get(worker);
    if (given === undefined) this.#given.set(worker, new Set([leaf.number]));
    else given.add(leaf.number);
    this.#post(worker, { type: 'position', leaf: leaf.number, path: pathTo(leaf.node) });
  }

  /** Whether a worker was given a leaf since it joined. */
  hasGiven({ number }: MinimalTreeLeaf<unknown>, worker: ProcessId): boolean {
    return this.#given.get(worker)?.has(number) ?? false;
  }

  /** A worker is lost, and knows nothing when it comes back. */
  forget(worker: ProcessId): void {
    this.#given.delete(worker);
  }

  /** Tells the owner of a leaf that it is wanted as the leaf says. */
  tell(leaf: MinimalTreeLeaf<unknown>): void {
    const batch = this.#batch(leaf.owner!);
    const { alpha, beta, signature } = leaf;
    batch.leaves.push(leaf.number);
    batch.alphas.push(alpha);
    batch.betas.push(beta);
    batch.signatures.push(signature);
    leaf.sent = true;
    leaf.sentAlpha = alpha;
    leaf.sentBeta = beta;
    leaf.sentSignature = signature;
  }

  /** Lets the owner of a leaf drop it, if the leaf was sent. */
  drop(leaf: MinimalTreeLeaf<unknown>): void {
    if (leaf.sent) this.#batch(leaf.owner!).dropped.push(leaf.number);
    leaf.sent = false;
  }

  /** Everything leaves. */
  flush(): void {
    for (const [worker, batch] of this.#batches) this.#send(worker, batch);
    this.#batches.clear();
  }

  #batch(worker: ProcessId): Batch {
    const known = this.#batches.get(worker);
    if (known !== undefined) {
      if (known.leaves.length < MOST_TASKS && known.dropped.length < MOST_TASKS) return known;
      this.#send(worker, known);
    }
    const batch = emptyBatch();
    this.#batches.set(worker, batch);
    return batch;
  }

  #send(worker: ProcessId, batch: Batch): void {
    this.#post(worker, { type: 'tasks', depth: this.#depth, ...batch });
  }
}
