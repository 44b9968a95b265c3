// A worker below a middle master: takes part in several searches at the same time, in each of them as the
// algorithm's own worker. Which search it works for is the middle master's choice: they have ranks, and
// one of a lower rank comes first for as long as there is something to do for it.
import type { Micros, ProcessId, Step } from '../actor.js';
import type { SearchPlan } from '../algorithm.js';
import { follow } from '../path.js';
import type { Ports } from '../ports.js';
import { type Behaviour, idleUntil, type ProcessContext } from '../process.js';
import type { LevelMessage, Levels } from './levels.js';
import type { SiteMessage } from './messages.js';
import { type MiddleSettings, SEARCHES_EACH } from './settings.js';

interface Slot<M> {
  readonly searchId: number;
  /** Which of the process's searches it has. */
  readonly place: number;
  rank: number;
  readonly worker: Behaviour<M>;
}

/** A message of another worker that may have come before the search was opened here. */
interface Early<M> {
  readonly from: ProcessId;
  readonly searchId: number;
  readonly message: M;
}

/** Workers of one incarnation of a process: their leases must not be taken for each other's. */
const WORKERS = 2 ** 16;

/** Messages of one worker that wait for their searches to be opened. */
const MAX_EARLY = 4096;

export class SiteWorker<P, M extends LevelMessage> implements Behaviour<SiteMessage<M>> {
  readonly #levels: Levels<M>;
  readonly #context: ProcessContext<SiteMessage<M>>;
  readonly #ports: Ports<P>;
  readonly #plan: SearchPlan;
  readonly #delegates: boolean;
  readonly #places: number;
  /** Those of lower rank first, then the older ones. */
  #slots: Slot<M>[] = [];
  #early: Early<M>[] = [];
  /** The latest search that was opened here. */
  #newest = 0;
  #workers = 0;

  constructor(
    levels: Levels<M>,
    context: ProcessContext<SiteMessage<M>>,
    ports: Ports<P>,
    plan: SearchPlan,
    { tasks }: MiddleSettings,
    delegates: boolean,
  ) {
    this.#levels = levels;
    this.#context = context;
    this.#ports = ports;
    this.#plan = plan;
    this.#delegates = delegates;
    this.#places = tasks;
  }

  message(from: ProcessId, message: SiteMessage<M>, now: Micros): void {
    if (message.type === 'say') this.#deliver(from, message.searchId, message.message, now);
    else if (from !== 0) this.#context.refuse(from);
    else if (message.type === 'open') this.#open(message, now);
    else if (message.type === 'close') this.#close(message.searchId, now);
    else {
      const slot = this.#find(message.searchId);
      if (slot === undefined) return;
      slot.rank = message.rank;
      this.#sort();
    }
  }

  /** Without the master there is nothing to search for; another worker leaves its parts behind. */
  lost(process: ProcessId, now: Micros): void {
    for (const { worker } of this.#slots) worker.lost(process, now);
    if (process !== 0) {
      this.#early = this.#early.filter(({ from }) => from !== process);
      return;
    }
    this.#slots = [];
    for (const each of this.#early.splice(0)) this.#decline(each);
  }

  back(process: ProcessId, now: Micros): void {
    for (const { worker } of this.#slots) worker.back(process, now);
  }

  work(budget: number, now: Micros): Step {
    if (this.#slots.length === 0) return idleUntil();
    let nodes = 0;
    let idle = true;
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const { worker } of this.#slots) {
      // Also those for which nothing is left may have something to say.
      const step = worker.work(Math.max(0, budget - nodes), now);
      nodes += step.nodes;
      idle &&= step.idle;
      wakeAt = Math.min(wakeAt, step.wakeAt);
    }
    return { nodes, masterNodes: 0, idle, wakeAt };
  }

  #find(searchId: number): Slot<M> | undefined {
    return this.#slots.find((slot) => slot.searchId === searchId);
  }

  #sort(): void {
    this.#slots.sort((a, b) => a.rank - b.rank || a.searchId - b.searchId);
  }

  #open(
    { searchId, path, depth, rank }: Extract<SiteMessage<M>, { type: 'open' }>,
    now: Micros,
  ): void {
    if (this.#find(searchId) !== undefined) return;
    const place = Array.from({ length: this.#places }, (_, index) => index).find(
      (index) => !this.#slots.some((slot) => slot.place === index),
    );
    const { rules, searches, handOver } = this.#ports;
    const root = follow(rules, path);
    if (root === undefined || depth < 1) this.#context.refuse(0);
    if (place === undefined || root === undefined || depth < 1) return;
    const each = this.#delegates ? 1 : SEARCHES_EACH;
    const own = searches.slice(place * each, (place + 1) * each);
    for (const search of own) search.rebase?.(path);
    const context: ProcessContext<M> = {
      self: this.#context.self,
      size: this.#context.size,
      incarnation: this.#context.incarnation * WORKERS + (this.#workers++ % WORKERS),
      counters: this.#context.counters,
      post: (to, message) => this.#context.post(to, { type: 'say', searchId, message }),
      isUp: (process) => this.#context.isUp(process),
      report: () => {},
      refuse: (process) => this.#context.refuse(process),
    };
    const ports = { rules: { ...rules, root }, searches: own, ...(handOver && { handOver }) };
    const worker = this.#levels.createWorker(context, ports, depth, this.#plan, this.#delegates);
    this.#slots.push({ searchId, place, rank, worker });
    this.#sort();
    this.#newest = Math.max(this.#newest, searchId);
    for (const each of this.#early.splice(0)) {
      if (each.searchId > this.#newest) this.#early.push(each);
      else this.#deliver(each.from, each.searchId, each.message, now);
    }
  }

  #close(searchId: number, now: Micros): void {
    const slot = this.#find(searchId);
    if (slot === undefined) return;
    this.#slots = this.#slots.filter((one) => one !== slot);
    slot.worker.lost(0, now);
  }

  #deliver(from: ProcessId, searchId: number, message: M, now: Micros): void {
    const slot = this.#find(searchId);
    if (slot !== undefined) slot.worker.message(from, message, now);
    // Workers learn of a search one after the other, and the first may send a message to the last.
    else if (from !== 0 && searchId > this.#newest) this.#keep({ from, searchId, message });
    else this.#decline({ from, searchId, message });
  }

  /** A worker is never more than a few searches ahead of another one. */
  #keep(early: Early<M>): void {
    const { from } = early;
    const count = this.#early.reduce((sum, each) => sum + (each.from === from ? 1 : 0), 0);
    if (count < MAX_EARLY) this.#early.push(early);
    else this.#context.refuse(from);
  }

  /** A worker must not wait for a part of a search that is over here. */
  #decline({ from, searchId, message }: Early<M>): void {
    if (message.type !== 'part') return;
    const { lease } = message as unknown as { lease: number };
    const decline = { type: 'decline', lease } as unknown as M;
    this.#context.post(from, { type: 'say', searchId, message: decline });
  }
}
