// A simulated cluster as a whole: its nodes, the delivery of messages, and the course of its jobs.
import type { FoundSlots, Milliseconds, WorkerAddress } from '../../control-plane/index.js';
import { MasterControl, WorkerControl } from '../../control-plane/index.js';
import { createRandom, type Random } from '../../core/random.js';
import { EventQueue } from './event-queue.js';
import { type CreateMasterControl, type MasterEnd, SimMaster } from './master.js';
import { Monitor } from './monitor.js';
import { ClusterNetwork, type NetworkNode } from './network.js';
import { type ClusterScenario, type JobPlan, LATEST_MS } from './scenario.js';
import type { TreePool } from './trees.js';
import type { SimFinding } from './work.js';
import { type CreateWorkerControl, SimWorker } from './worker.js';

/** State machines in place of the real ones: tests put broken ones there, which must be found. */
export interface ControlFactories {
  readonly createMaster?: CreateMasterControl;
  readonly createWorker?: CreateWorkerControl;
}

export interface ClusterRunOptions {
  readonly factories?: ControlFactories;
  /** Gets a line for every event that a state machine takes. */
  readonly onTrace?: ((line: string) => void) | undefined;
}

const SAMPLE_MS = 500;
/** After the faults a job may fail this long for lack of workers. */
const FAIL_MS = LATEST_MS + 10_000;
/** A job that failed is tried again after this. */
const RETRY_MS = 1000;
/** A job that searches nothing ends this long after the faults. */
const IDLE_JOB_MS = 42_000;
/** When all jobs have ended, this passes until everything that was leased must be free. */
const FREE_MS = 20_000;
/** Beside the time of its search, a job must end this long after the faults. */
const END_MS = 120_000;
const SEQUENTIAL_TIMES = 40;
const STRANGERS = 50;

export interface ClusterOutcome {
  /** Violations of the invariants; empty when there are none. */
  readonly violations: readonly string[];
  /** Virtual time at the end. */
  readonly ms: Milliseconds;
  readonly events: number;
  /** Equal for equal runs. */
  readonly digest: string;
}

interface SimJob {
  readonly id: string;
  readonly plan: JobPlan;
  readonly nodeMs: number;
  runs: number;
  master: SimMaster | undefined;
  known: SimFinding | undefined;
  isOver: boolean;
  end: MasterEnd | undefined;
}

export class SimWorld {
  readonly schedule = new EventQueue();
  readonly random: Random;
  readonly network: ClusterNetwork;
  readonly monitor: Monitor;
  readonly trees: TreePool;
  readonly #scenario: ClusterScenario;
  readonly #createMaster: CreateMasterControl;
  readonly #createWorker: CreateWorkerControl;
  readonly #workers = new Map<string, SimWorker>();
  readonly #masters = new Map<string, SimMaster>();
  readonly #jobs: SimJob[];
  readonly #onTrace: ((line: string) => void) | undefined;

  constructor(
    scenario: ClusterScenario,
    trees: TreePool,
    { factories = {}, onTrace }: ClusterRunOptions = {},
  ) {
    this.#onTrace = onTrace;
    this.#scenario = scenario;
    this.trees = trees;
    trees.reclaim();
    this.random = createRandom(scenario.seed ^ 0x5eed);
    this.network = new ClusterNetwork(this.schedule, this.random.fork(), scenario);
    this.monitor = new Monitor(this.schedule, scenario);
    this.#createMaster = factories.createMaster ?? ((options) => new MasterControl(options));
    this.#createWorker = factories.createWorker ?? ((options) => new WorkerControl(options));
    this.#jobs = scenario.jobs.map((plan, index) => this.#prepare(plan, `job${index}`));
  }

  run(): ClusterOutcome {
    const { workers, floods, calmAt } = this.#scenario;
    workers.forEach((plan, index) => {
      this.schedule.at(plan.joinAt, () => {
        const id = `w${index}`;
        // The worker can be found from now on, also by its first message.
        this.#workers.set(id, new SimWorker(this, id, plan, this.#createWorker));
      });
    });
    for (const job of this.#jobs) this.#plan(job);
    for (const { at, notices, isOfStrangers } of floods) {
      this.schedule.at(at, () => this.#flood(notices, isOfStrangers));
    }
    this.#sample();
    const searches = this.#jobs.reduce(
      (sum, { plan }) => sum + (plan.search?.sequentialMs ?? 0),
      0,
    );
    const limit = calmAt + END_MS + SEQUENTIAL_TIMES * searches;
    const isOver = () => this.#jobs.every((job) => job.isOver) || this.monitor.hasFailed;
    this.schedule.run(limit, isOver);
    for (const { id, isOver } of this.#jobs) {
      if (!isOver && !this.monitor.hasFailed) this.monitor.fail(`${id} has not ended`);
    }
    const end = this.schedule.now;
    if (!this.monitor.hasFailed) {
      this.schedule.run(Math.max(end, calmAt) + FREE_MS, () => this.monitor.hasFailed);
      if (!this.monitor.hasFailed) this.#checkFreed();
    }
    return {
      violations: this.monitor.violations,
      ms: end,
      events: this.schedule.count,
      digest: this.#digest(),
    };
  }

  /** Puts an event of a state machine on record. */
  trace(node: string, event: object, effects: readonly object[]): void {
    if (this.#onTrace === undefined) return;
    const time = this.schedule.now.toFixed(1).padStart(9);
    const did = effects.map((effect) => `\n              -> ${JSON.stringify(effect)}`).join('');
    this.#onTrace(`${time} ${node} ${JSON.stringify(event)}${did}`);
  }

  // The network.

  /** False when there is no such worker, so that nothing is sent. */
  sendToWorker(
    from: NetworkNode,
    { id }: WorkerAddress,
    deliver: (worker: SimWorker) => void,
  ): boolean {
    const worker = this.#workers.get(id);
    if (worker === undefined || !worker.isAlive) return false;
    this.network.send(from, worker, () => deliver(worker));
    return true;
  }

  sendToMaster(from: NetworkNode, key: string, deliver: (master: SimMaster) => void): void {
    const master = this.#masters.get(key);
    if (master !== undefined) this.network.send(from, master, () => deliver(master));
  }

  announceFreeSlots(worker: SimWorker): void {
    for (const master of this.#masters.values()) {
      this.network.send(worker, master, () => master.freeSlots(worker.address));
    }
  }

  /** The result of a scan by this node; undefined when it cannot reach the server. */
  scan(from: SimMaster): FoundSlots[] | undefined {
    const isCut = this.network.isBlocked(from, 'in') || this.network.isBlocked(from, 'out');
    if (isCut) return undefined;
    return [...this.#workers.values()].flatMap((worker) => {
      const isHidden =
        this.network.isBlocked(worker, 'in') || this.network.isBlocked(worker, 'out');
      if (!worker.isAlive || worker.pausedUntil !== undefined || isHidden) return [];
      if (this.network.isLost()) return [];
      return [{ worker: worker.address, slots: worker.slots }];
    });
  }

  #flood(notices: number, isOfStrangers: boolean): void {
    const known = [...this.#workers.values()];
    for (let index = 0; index < notices; index++) {
      const stranger = { name: 'any', id: `stranger${index % STRANGERS}` };
      const worker =
        isOfStrangers || known.length === 0 ? stranger : known[index % known.length]!.address;
      for (const master of this.#masters.values()) {
        this.schedule.after(this.random.below(20), () => master.freeSlots(worker));
      }
    }
  }

  // Jobs.

  #prepare(plan: JobPlan, id: string): SimJob {
    const { search } = plan;
    const nodes = search ? this.trees.sequential(search.tree, search.depth).nodes : 1;
    const nodeMs = (search?.sequentialMs ?? 1) / nodes;
    const nothing = { runs: 0, master: undefined, known: undefined, isOver: false, end: undefined };
    return { id, plan, nodeMs, ...nothing };
  }

  #plan(job: SimJob): void {
    const { plan } = job;
    this.schedule.at(plan.startAt, () => this.#startMaster(job));
    for (const { at, downMs } of plan.crashes) {
      this.schedule.at(plan.startAt + at, () => this.#crashMaster(job, downMs));
    }
    if (plan.cancelAt !== undefined) {
      this.schedule.at(plan.startAt + plan.cancelAt, () => this.#cancel(job));
    }
    if (plan.liarAt !== undefined) {
      this.schedule.at(plan.startAt + plan.liarAt, () => this.#exposeLiar(job));
    }
    if (plan.search === undefined) {
      this.schedule.at(this.#scenario.calmAt + IDLE_JOB_MS, () => this.#endIdle(job));
    }
  }

  #startMaster(job: SimJob): void {
    if (job.isOver) return;
    const key = `${job.id}-${job.runs++}`;
    const master: SimMaster = new SimMaster(this, {
      key,
      job: job.id,
      plan: job.plan,
      nodeMs: job.nodeMs,
      known: job.known,
      create: this.#createMaster,
      onCheckpoint: (known) => {
        job.known = known;
      },
      onEnd: (end) => this.#masterEnded(job, end),
    });
    job.master = master;
    this.#masters.set(key, master);
  }

  #masterEnded(job: SimJob, end: MasterEnd): void {
    job.master = undefined;
    if (end.type === 'done') {
      job.isOver = true;
      job.end = end;
      return;
    }
    if (this.schedule.now > this.#scenario.calmAt + FAIL_MS) {
      this.monitor.fail(`${job.id} fails without faults: ${end.message}`);
    }
    this.schedule.after(RETRY_MS, () => this.#startMaster(job));
  }

  #crashMaster(job: SimJob, downMs: Milliseconds): void {
    const { master } = job;
    if (master === undefined || job.isOver) return;
    master.crash();
    job.master = undefined;
    this.schedule.after(downMs, () => this.#startMaster(job));
  }

  #cancel(job: SimJob): void {
    if (job.isOver) return;
    if (job.master === undefined) job.isOver = true;
    else job.master.cancel();
  }

  /** The first worker stays honest, for the job must end. */
  #exposeLiar({ master }: SimJob): void {
    const liar = master?.exposeLiar(({ id }) => id !== 'w0');
    if (liar !== undefined) this.#workers.get(liar.id)!.hasFailed = true;
  }

  /** Ends a job that searches nothing, as soon as it has begun. */
  #endIdle(job: SimJob): void {
    if (job.isOver) return;
    job.master?.endSearch();
    this.schedule.after(SAMPLE_MS, () => this.#endIdle(job));
  }

  // Checks.

  #sample(): void {
    this.monitor.sample([...this.#masters.values()], [...this.#workers.values()]);
    this.schedule.after(SAMPLE_MS, () => this.#sample());
  }

  #checkFreed(): void {
    if (this.trees.taken > 0) this.monitor.fail(`${this.trees.taken} processes still run`);
    for (const worker of this.#workers.values()) {
      if (!worker.isAlive) continue;
      const { id, slots, isFit, isLeaving, job, processes } = worker;
      if (job !== undefined) this.monitor.fail(`${id} still has ${job}, which is over`);
      if (processes > 0) this.monitor.fail(`${processes} processes still run on ${id}`);
      if (isLeaving) this.monitor.fail(`${id} has not left`);
      const reply = worker.probe();
      const isRight = isFit
        ? reply.type === 'available' && reply.slots === slots
        : reply.type === 'refused';
      if (!isRight) this.monitor.fail(`${id} is not free: it replies ${JSON.stringify(reply)}`);
    }
  }

  #digest(): string {
    const ends = this.#jobs.map(({ id, runs, end }) => {
      const value = end?.type === 'done' ? end.finding?.value : undefined;
      return `${id} ${runs} ${value}`;
    });
    const { now, count } = this.schedule;
    return [now.toFixed(3), count, this.network.delivered, ...ends].join(' ');
  }
}
