// What the master tells its workers (section 5.2.3): the state of the search, and of each worker's leaves what
// has changed. A change of place that can wait travels with the worker's next message.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import type { ProcessId } from '../actor.js';
import type { Window } from '../value-bounds.js';
import { nextPlaceMessage, nextWindowMessage, priorityBand, searchedTo } from './leaf.js';
import type { AphidMessage } from './messages.js';
import type { AphidLeaf } from './table.js';

/** The state of the search, as workers know it. */
export interface SearchState {
  readonly iteration: number;
  /** Values of finished iterations, and the hypothetical value of this one. */
  readonly values: ReadonlyMap<number, number>;
  readonly hypothetical: number;
  readonly unsurePly: number;
  /** The window of the root. */
  readonly window: Window;
}

/** The window of the root that workers assume until they get one. */
const OPEN = `${-INFINITE} ${INFINITE}`;

export class LeafDispatch {
  readonly #send: (to: ProcessId, message: AphidMessage) => void;
  readonly #defersPlaces: boolean;
  /** What each worker was sent last. */
  readonly #sent = new Map<ProcessId, { iteration: number; estimate: string; bounds: string }>();
  /** Leaves whose new place a worker need not know at once. */
  readonly #deferred = new Map<ProcessId, Set<AphidLeaf>>();
  /** Workers that were sent something since the last flush. */
  readonly #addressed = new Set<ProcessId>();
  #state: SearchState | undefined;

  constructor(send: (to: ProcessId, message: AphidMessage) => void, defersPlaces: boolean) {
    this.#send = send;
    this.#defersPlaces = defersPlaces;
  }

  /** What is said from now on is of this state of the search. */
  begin(state: SearchState): void {
    this.#state = state;
  }

  get #iteration(): number {
    return this.#state!.iteration;
  }

  /** A worker is lost, and knows nothing when it comes back. */
  forget(worker: ProcessId): void {
    this.#sent.delete(worker);
    this.#deferred.delete(worker);
  }

  post(worker: ProcessId, message: AphidMessage): void {
    this.#addressed.add(worker);
    this.#send(worker, message);
  }

  /** Tells a worker what has changed of the state of the search. */
  tell(worker: ProcessId): void {
    const { iteration, values, hypothetical, unsurePly, window } = this.#state!;
    const sent = this.#sent.get(worker);
    if (sent?.iteration !== iteration) {
      const iterations = [...values.keys()];
      this.post(worker, { type: 'iteration', iteration, iterations, values: [...values.values()] });
    }
    const estimate = `${hypothetical} ${unsurePly}`;
    if (sent?.estimate !== estimate) {
      this.post(worker, { type: 'estimate', hypothetical, unsure: unsurePly + 1 });
    }
    const { alpha, beta } = window;
    const bounds = `${alpha} ${beta}`;
    if (bounds !== (sent?.bounds ?? OPEN)) this.post(worker, { type: 'bounds', alpha, beta });
    this.#sent.set(worker, { iteration, estimate, bounds });
  }

  /** The owner searches the leaf no more. */
  drop({ owner, lease }: AphidLeaf): void {
    if (owner !== undefined) this.post(owner, { type: 'drop', lease });
  }

  /** Sends the owner of a leaf its new place, now or with its next message. */
  change(entry: AphidLeaf): void {
    const { owner } = entry;
    if (owner === undefined) return;
    if (!this.#defersPlaces || this.#isUrgent(entry)) {
      this.place(entry);
      return;
    }
    const deferred = this.#deferred.get(owner);
    if (deferred === undefined) this.#deferred.set(owner, new Set([entry]));
    else deferred.add(entry);
  }

  /** Whether the worker would search something else, or otherwise, for the current iteration. */
  #isUrgent({ uncertain, place, sentPlace, scores }: AphidLeaf): boolean {
    if (sentPlace === undefined) return uncertain;
    if (place.priority === 0)
      return sentPlace.priority > 0 && scores.at(-1)!.iteration < this.#iteration;
    if (!uncertain) return false;
    const isSameBand = priorityBand(place) === priorityBand(sentPlace);
    return !isSameBand || place.leansRight !== sentPlace.leansRight;
  }

  place(entry: AphidLeaf): void {
    const { owner, lease, place, node } = entry;
    const { priority, leansRight } = place;
    // The message that asks for a probe has its place, too.
    if (entry.isProbe && priority > 0) return;
    const notice = nextPlaceMessage(entry);
    if (notice === 'place') this.post(owner!, { type: 'place', lease, priority, leansRight });
    if (notice !== 'work') return;
    // Only what was found for an iteration that is over or current is known to be of use.
    const done = searchedTo(entry, this.#iteration);
    const earlier = Math.max(done, entry.searchedBefore);
    const { path } = node;
    this.post(owner!, { type: 'work', lease, path, priority, leansRight, done, earlier });
  }

  /** Asks for another search where the score of the required depth says too little. */
  askAgain(entry: AphidLeaf): void {
    if (entry.isProbe) {
      this.#askProbe(entry);
      return;
    }
    const iteration = this.#iteration;
    const { owner, lease } = entry;
    const window = nextWindowMessage(entry, iteration, iteration);
    if (window !== undefined) this.post(owner!, { type: 'again', lease, iteration, ...window });
  }

  /** Asks for the search that a node's ProbCut waits for. */
  #askProbe(entry: AphidLeaf): void {
    const { owner, lease, place, node, probe, sentWindow: sent, sentPlace } = entry;
    if (owner === undefined || probe === undefined) return;
    const { iteration, alpha, beta, priority, leansRight } = probe;
    const round = this.#iteration * FULL_DEPTH + iteration;
    const isSame = sent?.round === round && sent.alpha === alpha && sent.beta === beta;
    if (isSame && sentPlace?.priority === priority) return;
    entry.sentWindow = { round, alpha, beta };
    entry.sentPlace = place;
    const { path } = node;
    const window = { iteration, alpha, beta };
    this.post(owner, { type: 'probe', lease, path, priority, leansRight, ...window });
  }

  /** Sends those who were sent something else the places that could wait. */
  flush(): void {
    for (const worker of this.#addressed) {
      for (const entry of this.#deferred.get(worker) ?? [])
        if (entry.owner === worker) this.place(entry);
      this.#deferred.delete(worker);
    }
    this.#addressed.clear();
  }
}
