// The lower half of a middle master: the searches that its upper half, a worker like any other, believes to
// be sequential ones. Each of them is made by a master of its own and all the workers of the site.
import type { Micros, ProcessId, Step } from '../actor.js';
import type { SearchPlan } from '../algorithm.js';
import { countSearch } from '../counters.js';
import type { Ports } from '../ports.js';
import { type Behaviour, idleUntil, type ProcessContext } from '../process.js';
import type { SavedTree } from '../saved-tree.js';
import { Sharing } from '../sharing.js';
import type { LevelMessage, Levels } from './levels.js';
import type { SiteMessage } from './messages.js';
import { SiteSearch } from './search.js';
import type { MiddleSettings } from './settings.js';

/** Searches of one incarnation of a middle master. */
const SEARCHES = 2 ** 26;
/** Positions of which it knows what was found. */
const MOST_KEPT = 1024;

export class Site<P, M extends LevelMessage> implements Behaviour<SiteMessage<M>> {
  readonly context: ProcessContext<SiteMessage<M>>;
  readonly levels: Levels<M>;
  readonly ports: Ports<P>;
  readonly plan: SearchPlan;
  readonly settings: MiddleSettings;
  /** For the upper half. */
  readonly searches: readonly SiteSearch<P, M>[];
  /** When the step under way began. */
  now: Micros = 0;
  /** Nodes of the masters' trees that were visited in the step under way. */
  masterNodes = 0;
  /** Its searches have the same workers. */
  readonly sharing = new Sharing();
  readonly #kept = new Map<string, SavedTree>();
  #searchesBegun = 0;

  /** `ports` are the process's own, with a search for each of the site's; `isSiteWorker` when it is below a middle master. */
  constructor(
    levels: Levels<M>,
    context: ProcessContext<SiteMessage<M>>,
    ports: Ports<P>,
    plan: SearchPlan,
    settings: MiddleSettings,
    isSiteWorker: boolean,
  ) {
    this.levels = levels;
    this.context = context;
    this.ports = ports;
    this.plan = plan;
    this.settings = settings;
    this.searches = ports.searches
      .slice(0, siteSearches(settings, isSiteWorker))
      .map((alone, index) => new SiteSearch(this, index, alone));
  }

  /** Keeps the results of a position for deeper searches. */
  remember(path: readonly number[], tree: SavedTree | undefined): void {
    if (tree === undefined) return;
    const key = path.join(' ');
    this.#kept.delete(key);
    this.#kept.set(key, tree);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
  }

  recall(path: readonly number[]): SavedTree | undefined {
    return this.#kept.get(path.join(' '));
  }

  nextSearchId(): number {
    this.#searchesBegun++;
    return this.#lastSearchId;
  }

  get #lastSearchId(): number {
    return this.context.incarnation * SEARCHES + this.#searchesBegun;
  }

  /** Searches that are under way. */
  get active(): number {
    return this.searches.filter((search) => search.isActive).length;
  }

  /** Workers that can be reached. */
  get workers(): number {
    let workers = 0;
    for (let each = 1; each < this.context.size; each++) if (this.context.isUp(each)) workers++;
    return workers;
  }

  /** A step begins: every master may go on once. */
  begin(now: Micros): void {
    this.now = now;
    this.masterNodes = 0;
    for (const search of this.searches) search.begin(now);
  }

  /** Runs the masters that the upper half did not, since it has something better to do; returns their nodes. */
  runOthers(budget: number): number {
    const { counters } = this.context;
    let nodes = 0;
    for (const search of this.searches) {
      if (search.status === 'running') nodes += countSearch(counters, search, budget);
    }
    return nodes;
  }

  /** Whether a master has something to do now. */
  get hasWork(): boolean {
    return this.searches.some((search) => search.isReady);
  }
  get wakeAt(): Micros {
    return Math.min(...this.searches.map((search) => search.wakeAt));
  }

  message(from: ProcessId, message: SiteMessage<M>, now: Micros): void {
    if (message.type !== 'say' || message.searchId > this.#lastSearchId) {
      this.context.refuse(from);
      return;
    }
    this.searches
      .find(({ searchId }) => searchId === message.searchId)
      ?.onMessage(from, message.message, now);
  }

  lost(process: ProcessId, now: Micros): void {
    for (const search of this.searches) search.lost(process, now);
  }

  back(process: ProcessId, now: Micros): void {
    for (const search of this.searches) search.back(process, now);
  }

  /** Masters work when the upper half runs their searches. */
  work(): Step {
    return idleUntil();
  }
}

/**
 * How many searches the upper half of a middle master has: as many at the same time as its workers have slots
 * for. Of several, a worker keeps one back.
 */
export const siteSearches = ({ tasks }: MiddleSettings, isSiteWorker: boolean): number =>
  isSiteWorker ? tasks : tasks + 1;
