// The nodes of the master's tree that workers are to expand, and which worker has which. A worker has one at a time:
// the others wait for the next pass, which may not want them any more. Links lose nothing without saying so, so a
// request is sent once, and again only when its worker is lost or silent.
import type { ProcessId } from '../actor.js';
import type { MinimalTreeMessage } from './messages.js';
import type { LeafRequest } from './pass.js';
import { type MinimalTreeNode, pathTo } from './tree.js';

/** Plies that a request looks ahead: with 3 and 5 shogi on 128 processors is as fast. */
const MOST_PLIES = 4;

interface OpenRequest<P> {
  readonly node: MinimalTreeNode<P>;
  readonly worker: ProcessId;
}

/** Whom a request may go to, and for which search. */
export interface ExpansionTerms {
  readonly workers: readonly ProcessId[];
  /** Whether a worker has nothing to search. */
  readonly isIdle: (worker: ProcessId) => boolean;
  /** The depth of the search of the root. */
  readonly depth: number;
  /** Plies of the master's tree. */
  readonly horizon: number;
}

export class Expansions<P> {
  readonly #post: (to: ProcessId, message: MinimalTreeMessage) => void;
  readonly #open = new Map<number, OpenRequest<P>>();
  /** Nodes that are being expanded, and the workers that expand them. */
  readonly #requested = new Set<MinimalTreeNode<P>>();
  readonly #asked = new Set<ProcessId>();
  #next = 0;
  /** Answers to requests before this one are too late. */
  #first = 0;
  #turn = 0;

  constructor(post: (to: ProcessId, message: MinimalTreeMessage) => void) {
    this.#post = post;
  }

  /** Asks a worker for a node that is not being expanded, an idle one if there is one, unless all have a request. */
  ask(
    node: MinimalTreeNode<P>,
    { alpha, beta }: Pick<LeafRequest, 'alpha' | 'beta'>,
    { workers, isIdle, depth, horizon }: ExpansionTerms,
  ): void {
    if (this.#requested.has(node) || this.#asked.size >= workers.length) return;
    const worker = this.#choose(workers, isIdle);
    if (worker === undefined) return;
    const request = this.#next++;
    this.#open.set(request, { node, worker });
    this.#requested.add(node);
    this.#asked.add(worker);
    const plies = Math.min(MOST_PLIES, horizon - node.ply);
    const path = pathTo(node);
    this.#post(worker, { type: 'expand', request, path, depth, plies, alpha, beta });
  }

  /** The node that a worker's answer is about; `late` when it is not wanted any more, undefined when it never was. */
  take(request: number, from: ProcessId): MinimalTreeNode<P> | 'late' | undefined {
    const open = this.#open.get(request);
    if (open === undefined) return request < this.#first ? 'late' : undefined;
    if (open.worker !== from) return undefined;
    this.#open.delete(request);
    this.#requested.delete(open.node);
    this.#asked.delete(from);
    return open.node;
  }

  /** A worker is lost: others may be asked for what it had. */
  forget(worker: ProcessId): void {
    for (const [request, { node, worker: asked }] of this.#open) {
      if (asked !== worker) continue;
      this.#open.delete(request);
      this.#requested.delete(node);
    }
    this.#asked.delete(worker);
  }

  /** All that is open may be asked for again, of other workers, too; answers still count. */
  renew(): void {
    this.#requested.clear();
    this.#asked.clear();
  }

  /** No answer counts any more. */
  clear(): void {
    this.renew();
    this.#open.clear();
    this.#first = this.#next;
  }

  /** By turns. */
  #choose(
    workers: readonly ProcessId[],
    isIdle: (worker: ProcessId) => boolean,
  ): ProcessId | undefined {
    let chosen: number | undefined;
    for (let i = 0; i < workers.length; i++) {
      const at = (this.#turn + i) % workers.length;
      const worker = workers[at]!;
      if (this.#asked.has(worker)) continue;
      chosen ??= at;
      if (!isIdle(worker)) continue;
      chosen = at;
      break;
    }
    if (chosen === undefined) return undefined;
    this.#turn = chosen + 1;
    return workers[chosen];
  }
}
