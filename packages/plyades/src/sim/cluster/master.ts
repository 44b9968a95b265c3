// A master of a simulated cluster: its state machine, process 0, its checkpoints, and the faults of its plan. A job may
// outlive several masters: each begins from the last checkpoint of the one before.
import {
  CheckpointSchedule,
  type MasterControl,
  type MasterControlEffect,
  type MasterControlEvent,
  type MasterControlOptions,
  type SeatEntry,
  type SeatGrant,
  type SeatNotice,
  type WorkerAddress,
} from '../../control-plane/index.js';
import { resumePlan } from '../../hosts/resume.js';
import type { ActorReport, SearchFinding } from '../../parallel/actor.js';
import type { SearchPlan } from '../../parallel/algorithm.js';
import { algorithms } from '../../parallel/algorithms.js';
import { createActor } from '../../parallel/create-actor.js';
import type { WatchedMaster } from './monitor.js';
import { SimNode } from './node.js';
import { SimProcess } from './process.js';
import type { JobPlan } from './scenario.js';
import type { SearchMemory } from './trees.js';
import {
  SIM_GAME,
  SIM_LINK_TIMES,
  SIM_PROTOCOL,
  SIM_TABLE_BYTES,
  SIM_VERSION,
  type SimFinding,
  type SimStartCommand,
  type SimWork,
} from './work.js';
import type { SimWorld } from './world.js';

const SCAN_MS = 150;
const COUNT_MS = 1500;
const CHECKPOINT_INTERVAL_MS = 1000;
/** Between two looks whether a checkpoint is due. */
const CHECKPOINT_LOOK_MS = 200;
const LONGEST_WRITE_MS = 300;

export type CreateMasterControl = (
  options: MasterControlOptions,
) => Pick<MasterControl, 'handle' | 'nextTick' | 'seats' | 'workerAt'>;

/** How the work of a master ended. */
export type MasterEnd =
  | { readonly type: 'done'; readonly finding: SearchFinding | undefined }
  | { readonly type: 'failed'; readonly message: string };

export interface MasterOptions {
  readonly key: string;
  readonly job: string;
  readonly plan: JobPlan;
  readonly nodeMs: number;
  /** Where an earlier master of the job has got to. */
  readonly known: SimFinding | undefined;
  readonly create: CreateMasterControl;
  /** A checkpoint is safe now. */
  readonly onCheckpoint: (known: SimFinding) => void;
  readonly onEnd: (end: MasterEnd) => void;
}

export class SimMaster extends SimNode implements WatchedMaster {
  readonly #world: SimWorld;
  readonly #options: MasterOptions;
  readonly #control: ReturnType<CreateMasterControl>;
  readonly #work: SimWork | undefined;
  readonly #checkpoints = new CheckpointSchedule(this.clock, CHECKPOINT_INTERVAL_MS);
  readonly #depth: number;
  #process: SimProcess | undefined;
  #memory: SearchMemory | undefined;
  #finding: SearchFinding | undefined;
  #hasBegun = false;
  #isOver = false;
  #isCancelled = false;
  #isEnded = false;

  constructor(world: SimWorld, options: MasterOptions) {
    super(world.schedule, world.random.below(1e6), options.plan);
    this.#world = world;
    this.#options = options;
    const { plan, key, nodeMs, known } = options;
    this.#finding = known;
    this.#depth = plan.search?.depth ?? 0;
    if (plan.search !== undefined) {
      const { algorithm, tree, depth, table } = plan.search;
      const search: SearchPlan = {
        request: { depth, table, mode: 'exact', seed: 1 },
        deepening: true,
        linkTimes: SIM_LINK_TIMES,
        ...resumePlan(known),
      };
      this.#work = { algorithm, tree, plan: search, nodeMs };
    }
    this.#control = options.create({
      key,
      maxSeats: plan.maxSeats,
      startsWithoutWorkers: false,
      countMs: COUNT_MS,
    });
    this.#handle({ type: 'start' });
  }

  get key(): string {
    return this.#options.key;
  }

  get isSearching(): boolean {
    return this.isAlive && this.#hasBegun && !this.#isOver;
  }

  get entries(): readonly SeatEntry[] {
    return this.#control.seats?.entries ?? [];
  }

  get hasVacant(): boolean {
    return this.#control.seats?.hasVacant ?? false;
  }

  // From the network.

  noticed(notice: SeatNotice): void {
    this.now(() => {
      this.#world.monitor.noticeDelivered(this.key, notice);
      this.#handle({ type: 'notice', notice });
    });
  }

  packetArrived(packet: Uint8Array): void {
    this.now(() => this.#process?.receive(packet));
  }

  freeSlots(worker: WorkerAddress): void {
    this.now(() => {
      const effects = this.#handle({ type: 'free-slots', worker });
      if (!this.#hasBegun) return;
      for (const { type } of effects) {
        if (type === 'ask') this.#world.monitor.askedAfterNotice(this.key);
      }
    });
  }

  // From the plan.

  cancel(): void {
    this.#isCancelled = true;
    this.#handle({ type: 'cancel' });
    this.endSearch();
  }

  /** A worker turns out to lie: as process 0 would report it. */
  exposeLiar(canBeLiar: (worker: WorkerAddress) => boolean): WorkerAddress | undefined {
    const liar = this.entries.find(({ worker }) => canBeLiar(worker));
    if (!this.isSearching || liar === undefined) return undefined;
    this.#world.monitor.excluded(this.key, liar.worker);
    this.#handle({ type: 'liars', seats: [liar.self], claim: 'a false result' });
    return liar.worker;
  }

  /** The search ends here, by a cancellation or because nothing is searched. */
  endSearch(): void {
    if (!this.#hasBegun || this.#isOver) return;
    this.#isOver = true;
    this.#stopProcess();
    this.#handle({ type: 'search-over' });
  }

  crash(): void {
    this.isAlive = false;
    this.#stopProcess();
  }

  // The state machine.

  #handle(event: MasterControlEvent): MasterControlEffect[] {
    if (event.type === 'tick') this.#world.monitor.ticked(this.key);
    const effects = this.#control.handle(event, this.clock);
    this.#world.trace(this.key, event, effects);
    for (const effect of effects) this.#carryOut(effect);
    this.setTick(this.#control.nextTick, () => this.#handle({ type: 'tick' }));
    return effects;
  }

  #carryOut(effect: MasterControlEffect): void {
    switch (effect.type) {
      case 'scan':
        if (this.#world.network.isLost()) return;
        this.after(SCAN_MS + this.#world.network.way(), () => {
          const found = this.#world.scan(this);
          this.#handle(found === undefined ? { type: 'scan-failed' } : { type: 'scanned', found });
        });
        return;
      case 'ask':
        this.#ask(effect.request, effect.worker);
        return;
      case 'begin':
        this.#hasBegun = true;
        for (const grant of effect.grants) this.#start(grant);
        this.#begin(effect.size, effect.absent);
        return;
      case 'grant':
        this.#start(effect.grant);
        return;
      case 'command': {
        const { command } = effect;
        this.#world.monitor.commandSent(command);
        for (const worker of effect.to) {
          this.#world.sendToWorker(this, worker, (each) => each.commanded(command));
        }
        return;
      }
      case 'lost':
        this.#process?.lost(effect.self);
        return;
      case 'failed':
        this.#end({ type: 'failed', message: effect.failure.message });
        return;
      case 'finished':
        this.#end({ type: 'done', finding: this.#isCancelled ? undefined : this.#finding });
        return;
      case 'searched':
        this.#world.monitor.totalled(this.key, effect.self, effect.total);
        return;
      case 'answered':
      case 'note':
      case 'publish-status':
        return;
    }
  }

  #ask(request: number, worker: WorkerAddress): void {
    const question = {
      protocol: SIM_PROTOCOL,
      version: SIM_VERSION,
      job: this.#options.job,
      game: SIM_GAME,
    };
    const isThere = this.#world.sendToWorker(this, worker, (each) =>
      each.capacityRequested(question, (reply) =>
        this.#world.sendToMaster(each, this.key, (master) => {
          master.now(() => void master.#handle({ type: 'replied', request, reply }));
        }),
      ),
    );
    // A server reports at once that a message has no listener, if that report arrives.
    if (isThere || this.#world.random.below(2) === 0) return;
    this.after(this.#world.network.way(), () => void this.#handle({ type: 'replied', request }));
  }

  #start(grant: SeatGrant): void {
    const { key, job, plan } = this.#options;
    const { worker, ...seats } = grant;
    this.#world.monitor.granted(key, grant, plan.maxSeats);
    const fields = { type: 'start', key, job, game: SIM_GAME } as const;
    const command: SimStartCommand = {
      ...fields,
      ...seats,
      tableBytes: SIM_TABLE_BYTES,
      work: this.#workOfWorkers,
    };
    this.#world.sendToWorker(this, worker, (each) => each.started(command));
  }

  /** Workers do not get the leaves of an earlier tree. */
  get #workOfWorkers(): SimWork | undefined {
    if (this.#work === undefined) return undefined;
    const { kept: _, ...plan } = this.#work.plan;
    return { ...this.#work, plan };
  }

  #begin(size: number, absent: readonly number[]): void {
    if (this.#isCancelled) {
      this.after(0, () => this.endSearch());
      return;
    }
    const work = this.#work;
    if (work === undefined) return;
    const { trees } = this.#world;
    const algorithm = algorithms[work.algorithm];
    this.#memory = trees.take();
    const ports = trees.portsOf(this.#memory, work.tree, algorithm.searches, false);
    const host = {
      send: (to: number, packet: Uint8Array) => this.#send(to, packet),
      report: (report: ActorReport) => this.#report(report),
      onStep: () => {},
    };
    const seat = { self: 0, size, incarnation: 0, absent };
    this.#process = new SimProcess(this, work.nodeMs, host, (outlet) =>
      createActor(algorithm, seat, outlet, ports, work.plan),
    );
    this.#lookForCheckpoint();
  }

  #send(to: number, packet: Uint8Array): void {
    const worker = this.#control.workerAt(to);
    if (worker === undefined) return;
    const { key } = this;
    this.#world.sendToWorker(this, worker, (each) => each.packetArrived(key, to, packet));
  }

  #report(report: ActorReport): void {
    const { monitor, trees } = this.#world;
    const { search } = this.#options.plan;
    if (report.type === 'depth') {
      const { finding } = report;
      if (finding.depth < (this.#options.known?.depth ?? 0)) return;
      const { values } = trees.sequential(search!.tree, search!.depth);
      const expected = values[finding.depth];
      if (finding.bound !== 'exact' || finding.value !== expected) {
        monitor.fail(
          `${this.key} finds ${finding.bound} ${finding.value} at depth ${finding.depth}, the sequential search ${expected}`,
        );
      }
      this.#finding = finding;
      this.#checkpoint();
    } else if (report.type === 'done') {
      if (this.#finding?.depth !== this.#depth) {
        monitor.fail(`${this.key} is done at depth ${this.#finding?.depth} of ${this.#depth}`);
      }
      this.endSearch();
    } else {
      const what = report.type === 'failed' ? report.reason : `process ${report.process} lies`;
      monitor.fail(`the search of ${this.key} has failed: ${what}`);
      this.endSearch();
    }
  }

  #lookForCheckpoint(): void {
    if (this.#isOver) return;
    this.#checkpoint();
    this.after(CHECKPOINT_LOOK_MS, () => this.#lookForCheckpoint());
  }

  #checkpoint(): void {
    const finding = this.#finding;
    if (finding === undefined || this.#isOver) return;
    if (!this.#checkpoints.begin(finding.depth, this.clock)) return;
    const tree = this.#process?.actor.keep?.();
    this.after(this.#world.random.below(LONGEST_WRITE_MS), () => {
      this.#options.onCheckpoint({ ...finding, ...(tree && { tree }) });
      this.#checkpoints.written();
    });
  }

  #stopProcess(): void {
    this.#process?.stop();
    this.#process = undefined;
    if (this.#memory !== undefined) this.#world.trees.giveBack(this.#memory);
    this.#memory = undefined;
  }

  #end(end: MasterEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#isOver = true;
    this.#stopProcess();
    // As the host does when it leaves the job.
    for (const effect of this.#control.handle({ type: 'stop' }, this.clock)) this.#carryOut(effect);
    if (this.#control.nextTick !== Number.POSITIVE_INFINITY) {
      this.#world.monitor.fail(`${this.key} has ended, and still waits for a tick`);
    }
    this.isAlive = false;
    this.#options.onEnd(end);
  }
}
