// The engines of a team at work: sends them the master's commands, passes on their reports, and keeps them searching.
// An engine that fails is started again by its supervisor and then gets its task again; one that stays down
// leaves the team, and the master gives its work to another one.
import type { Engine } from '../../engines/engine.js';
import type { Info, Setup } from '../../protocols/index.js';
import type { EngineReport, GppCommand, GppMaster } from '../index.js';
import type { TeamTrace } from './team-trace.js';
import { reportOf } from './worker.js';

type Search = Extract<GppCommand, { kind: 'search' }>;
type List = Extract<GppCommand, { kind: 'list' }>;

export interface EngineTeamEvents {
  /** A report was taken, or the tree has changed. */
  changed(): void;
  /** An engine has failed and stays down, by its number. */
  left(id: number, error: unknown): void;
}

interface Member {
  readonly id: number;
  readonly engine: Engine;
  order: Search | undefined;
  /** Requests to list its table, sent as soon as it has begun with its order. */
  lists: List[];
  /** It has reported a line of its order, so its table knows the position. */
  begun: boolean;
  /** Counts searches, so that the end of an old one is not taken for that of the newest. */
  search: number;
  /** Nodes of its searches that are over, and of the one that runs. */
  before: number;
  now: number;
  /** Nodes of the search that runs that were searched before `work`. */
  uncounted: number;
  /** How far from its position its longest line went, by its reports. */
  selDepth: number;
  gone: boolean;
}

export class EngineTeam<P> {
  readonly #members: readonly Member[];
  readonly #events: EngineTeamEvents;
  #master: GppMaster<P> | undefined;
  #start: string | undefined;
  #multiPv = 1;
  #working = false;
  #trace: TeamTrace | undefined;

  constructor(engines: readonly Engine[], events: EngineTeamEvents) {
    this.#events = events;
    this.#members = engines.map((engine, id) => ({
      id,
      engine,
      order: undefined,
      lists: [],
      begun: false,
      search: 0,
      before: 0,
      now: 0,
      uncounted: 0,
      selDepth: 0,
      gone: false,
    }));
  }

  /** Engines that have not left. */
  get present(): readonly number[] {
    return this.#members.filter(({ gone }) => !gone).map(({ id }) => id);
  }

  /** Nodes of all engines since `work`. */
  get nodes(): number {
    return this.#members.reduce((sum, { before, now }) => sum + before + now, 0);
  }

  /** Plies from the root to the end of the longest line of all engines; 0 when none says it. */
  get selDepth(): number {
    const root = this.#master?.played.length ?? 0;
    const depths = this.#members.map(({ order, selDepth }) =>
      order === undefined || selDepth === 0 ? 0 : order.moves.length - root + selDepth,
    );
    return Math.max(0, ...depths);
  }

  /** Records in this trace from now on, or in none. */
  record(trace: TeamTrace | undefined): void {
    this.#trace = trace;
  }

  /** Records the tasks that engines search already. */
  recordTasks(): void {
    if (!this.#working) return;
    for (const { id, order, gone } of this.#members) {
      if (order !== undefined && !gone) this.#trace?.searching(id, order);
    }
  }

  /** Serves another master; no engine searches until `work`. */
  serve(master: GppMaster<P>, start: string | undefined): void {
    this.rest();
    for (const member of this.#members) {
      member.order = undefined;
      member.lists = [];
      member.begun = false;
    }
    this.#master = master;
    this.#start = start;
  }

  execute(orders: readonly GppCommand[]): void {
    for (const order of orders) {
      const member = this.#members[order.worker]!;
      if (order.kind === 'search') {
        member.order = order;
        member.begun = false;
        if (this.#working) this.#begin(member);
      } else if (order.kind === 'rest') {
        member.order = undefined;
        member.begun = false;
        member.search++;
        member.engine.stop();
        this.#trace?.rested(member.id);
      } else {
        member.lists.push(order);
        if (member.begun) this.#listAll(member);
      }
    }
  }

  /** All engines search; those that already do go on. `multiPv` is for the worker of the root. */
  work(multiPv = 1): void {
    for (const member of this.#members) {
      member.uncounted += member.now;
      [member.before, member.now] = [0, 0];
    }
    const again = multiPv !== this.#multiPv;
    this.#multiPv = multiPv;
    this.recordTasks();
    if (this.#working && !again) return;
    this.#working = true;
    for (const member of this.#members) this.#begin(member);
  }

  /** All engines stop; tasks are kept. */
  rest(): void {
    if (!this.#working) return;
    this.#working = false;
    for (const member of this.#members) {
      member.search++;
      member.engine.stop();
      this.#trace?.rested(member.id);
    }
  }

  /** Ends the work of all engines; those that fail from now on are not reported. */
  dismiss(): void {
    for (const member of this.#members) member.gone = true;
  }

  #begin(member: Member): void {
    const { order, engine } = member;
    if (order === undefined || member.gone) return;
    const search = ++member.search;
    member.before += member.now;
    member.now = 0;
    member.uncounted = 0;
    member.selDepth = 0;
    member.begun = false;
    const master = this.#master;
    const atRoot =
      master !== undefined &&
      order.adviser === undefined &&
      order.moves.length === master.played.length;
    const setup = this.#setup(order.moves);
    const go = order.searchMoves === undefined ? {} : { searchMoves: order.searchMoves };
    this.#trace?.began(member.id, order, setup, go);
    engine
      .search({
        ...{ setup, go },
        ...(atRoot && this.#multiPv > 1 && { multiPv: this.#multiPv }),
        onInfo: (info) => {
          if (member.search !== search) return;
          member.begun = true;
          this.#listAll(member);
          const nodes = Math.max(member.now, (info.nodes ?? 0) - member.uncounted);
          this.#trace?.searched(member.id, nodes - member.now);
          member.now = nodes;
          member.selDepth = Math.max(member.selDepth, info.selDepth ?? 0);
          const report = reportOf(info);
          if (report !== undefined) this.#report(member, order, report, info);
        },
      })
      .catch(() => this.#fell(member, search));
  }

  #report({ id }: Member, { task }: Search, report: EngineReport, info: Info): void {
    const taken = this.#master?.report(id, task, report) ?? false;
    this.#trace?.reported(id, info, report, taken);
    if (taken) this.#events.changed();
  }

  /** After a fault: waits until the engine is back, and sends it its task again. */
  async #fell(member: Member, search: number): Promise<void> {
    if (member.search === search && this.#working) this.#trace?.fell(member.id);
    try {
      await member.engine.ready();
      if (member.search === search && this.#working) this.#begin(member);
    } catch (error) {
      if (member.gone) return;
      member.gone = true;
      member.lists = [];
      this.#trace?.left(member.id);
      this.execute(this.#master?.leave(member.id) ?? []);
      this.#events.left(member.id, error);
      this.#events.changed();
    }
  }

  /** Lists a table only after the engine has begun to search the position: it lists below the position searched last. */
  #listAll(member: Member): void {
    for (const list of member.lists.splice(0)) void this.#list(member, list);
  }

  async #list(member: Member, order: List): Promise<void> {
    const master = this.#master!;
    const { ticket, count, covered } = order;
    let offers: { path: readonly string[]; depth: number }[] = [];
    const itsOwn = member.order?.moves.join(' ') === order.moves.join(' ');
    if (itsOwn && member.engine.extensions.includes('hash')) {
      this.#trace?.listed(member.id, count + covered.length);
      try {
        const lines = await member.engine.hashLines(count + covered.length);
        offers = lines
          .map(({ line, depth }) => ({ path: line, depth }))
          .filter(({ path }) => !covered.includes(path[0] ?? ''));
      } catch {
        // The engine failed meanwhile: it has nothing to list.
      }
    }
    if (this.#master !== master) return;
    this.execute(master.addListed(ticket, offers));
    this.#events.changed();
  }

  #setup(moves: readonly string[]): Setup {
    return { moves, ...(this.#start !== undefined && { start: this.#start }) };
  }
}
