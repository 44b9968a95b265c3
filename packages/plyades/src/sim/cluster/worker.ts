// A worker of a simulated cluster: its state machine, the processes of its seats, and the faults of its plan.
import type {
  CapacityReply,
  CapacityRequest,
  Milliseconds,
  SeatAssignment,
  SeatFailure,
  SeatingCommand,
  SeatNotice,
  WorkerAddress,
  WorkerControl,
  WorkerControlEffect,
  WorkerControlEvent,
  WorkerControlOptions,
} from '../../control-plane/index.js';
import { algorithms } from '../../parallel/algorithms.js';
import { createActor } from '../../parallel/create-actor.js';
import type { WatchedWorker } from './monitor.js';
import { SimNode } from './node.js';
import { SimProcess } from './process.js';
import type { WorkerPlan } from './scenario.js';
import type { SearchMemory } from './trees.js';
import {
  OTHER_BUILD_GAME,
  SIM_GAME,
  SIM_PROTOCOL,
  SIM_TABLE_BYTES,
  SIM_VERSION,
  type SimStartCommand,
} from './work.js';
import type { SimWorld } from './world.js';

type Control = Pick<
  WorkerControl<SimStartCommand>,
  'handle' | 'nextTick' | 'job' | 'isLeaving' | 'holderOf'
>;

export type CreateWorkerControl = (options: WorkerControlOptions) => Control;

/** A death waits for a process; between two looks whether there is one. */
const DEATH_LOOK_MS = 200;

interface SeatedProcess extends SeatAssignment {
  readonly key: string;
  /** Undefined where nothing is searched. */
  readonly process: SimProcess | undefined;
  readonly memory: SearchMemory | undefined;
}

export class SimWorker extends SimNode implements WatchedWorker {
  readonly #world: SimWorld;
  readonly #plan: WorkerPlan;
  readonly #control: Control;
  readonly #seats = new Map<number, SeatedProcess>();
  readonly #openings = new Map<number, SimStartCommand>();
  readonly address: WorkerAddress;
  #idleSince: Milliseconds | undefined;
  hasFailed = false;

  constructor(world: SimWorld, id: string, plan: WorkerPlan, create: CreateWorkerControl) {
    super(world.schedule, world.random.below(1e6), plan);
    this.#world = world;
    this.#plan = plan;
    this.address = { name: 'any', id };
    this.#control = create({
      slots: plan.slots,
      protocol: SIM_PROTOCOL,
      version: plan.mismatch === 'version' ? '0.9.0' : SIM_VERSION,
      games: [plan.mismatch === 'game' ? OTHER_BUILD_GAME : SIM_GAME],
      maxTableBytes: SIM_TABLE_BYTES * plan.slots - (plan.lacksMemory ? 1 : 0),
    });
    this.#handle({ type: 'ready' });
    const { crashAt, leaveAt, deathsAt } = plan;
    if (crashAt !== undefined) this.schedule.at(crashAt, () => this.#vanish());
    if (leaveAt !== undefined) this.at(leaveAt, () => this.#handle({ type: 'drain' }));
    for (const deathAt of deathsAt) this.at(deathAt, () => this.#killProcess());
  }

  get id(): string {
    return this.address.id;
  }

  get slots(): number {
    return this.#plan.slots;
  }

  get isFit(): boolean {
    return this.#plan.mismatch === undefined;
  }

  get lacksMemory(): boolean {
    return this.#plan.lacksMemory;
  }

  get isLeaving(): boolean {
    return this.#isDraining;
  }

  #isDraining = false;

  get idleMs(): Milliseconds {
    return this.#idleSince === undefined ? 0 : this.schedule.now - this.#idleSince;
  }

  get job(): string | undefined {
    return this.#control.job;
  }

  holds(key: string, { self, incarnation }: SeatAssignment): boolean {
    const seat = this.#seats.get(self);
    if (seat?.key === key && seat.incarnation === incarnation) return true;
    return [...this.#openings.values()].some(
      (command) =>
        command.key === key &&
        command.granted.some((each) => each.self === self && each.incarnation === incarnation),
    );
  }

  // From the network.

  capacityRequested(request: CapacityRequest, reply: (reply: CapacityReply) => void): void {
    this.now(() => {
      const effects = this.#handle({ type: 'capacity-request', request });
      const effect = effects.find((each) => each.type === 'reply');
      if (effect === undefined) return;
      if (effect.reply.type === 'available') this.#world.monitor.reserved(this, request.job);
      reply(effect.reply);
    });
  }

  started(command: SimStartCommand): void {
    this.now(() => {
      this.#world.monitor.receivedFromMaster(this, command.key);
      this.#world.monitor.startDelivered(this, command.job);
      this.#handle({ type: 'start', command });
    });
  }

  commanded(command: SeatingCommand): void {
    this.now(() => {
      if (command.type !== 'end') this.#world.monitor.receivedFromMaster(this, command.key);
      this.#handle({ type: 'command', command });
    });
  }

  packetArrived(key: string, to: number, packet: Uint8Array): void {
    this.now(() => {
      const seat = this.#seats.get(to);
      if (seat?.key === key) seat.process?.receive(packet);
    });
  }

  /** The reply to a request of a job that does not exist: everything is free again. */
  probe(): CapacityReply {
    const request = {
      protocol: SIM_PROTOCOL,
      version: SIM_VERSION,
      job: 'probe',
      game: SIM_GAME,
    };
    const effects = this.#control.handle({ type: 'capacity-request', request }, this.clock);
    return effects.find((each) => each.type === 'reply')!.reply;
  }

  get processes(): number {
    return this.#seats.size;
  }

  // The state machine.

  #handle(event: WorkerControlEvent<SimStartCommand>): WorkerControlEffect<SimStartCommand>[] {
    if (event.type === 'drain') this.#isDraining = true;
    const effects = this.#control.handle(event, this.clock);
    this.#world.trace(this.id, event, effects);
    for (const effect of effects) this.#carryOut(effect);
    this.setTick(this.#control.nextTick, () => this.#handle({ type: 'tick' }));
    if (this.#control.job !== undefined) this.#idleSince = undefined;
    else this.#idleSince ??= this.schedule.now;
    return effects;
  }

  #carryOut(effect: WorkerControlEffect<SimStartCommand>): void {
    const { monitor } = this.#world;
    switch (effect.type) {
      case 'reply':
      case 'log':
        return;
      case 'free-slots':
        this.#world.announceFreeSlots(this);
        return;
      case 'open': {
        const { opening, command } = effect;
        this.#openings.set(opening, command);
        const { openMs, failedOpenings } = this.#plan;
        this.after(openMs, () => {
          if (failedOpenings.includes(opening)) {
            const failure = { code: 'ERR_GAME', message: 'its game cannot be opened' };
            this.#handle({ type: 'open-failed', opening, failure });
          } else this.#handle({ type: 'opened', opening });
          this.#openings.delete(opening);
        });
        return;
      }
      case 'start-process':
        this.#startProcess(effect.opening, effect);
        return;
      case 'stop-process': {
        const seat = this.#seats.get(effect.self);
        if (seat === undefined) return;
        seat.process?.stop();
        this.after(this.#world.random.below(this.#plan.stopMs), () => this.#endProcess(seat));
        return;
      }
      case 'lost':
        this.#seats.get(effect.seat)?.process?.lost(effect.process);
        return;
      case 'status': {
        const { key, seating, seats } = effect;
        const counted = seats.map((seat) => ({ ...seat, ...this.#searchedAt(seat.self) }));
        for (const seat of counted) monitor.counted(key, seat, seat);
        this.#tell(key, { type: 'status', worker: this.address, seating, seats: counted });
        return;
      }
      case 'answer': {
        const { key, self, incarnation, answer } = effect;
        monitor.counted(key, effect, answer.counters);
        this.#tell(key, { type: 'answer', worker: this.address, self, incarnation, ...answer });
        return;
      }
      case 'failed': {
        const { key, self, incarnation, dead, failure } = effect;
        monitor.failureSent(this, key, effect);
        this.hasFailed = true;
        const { message, code } = failure;
        const worker = this.address;
        this.#tell(key, { type: 'failed', worker, self, incarnation, dead, message, code });
        return;
      }
      case 'leaving':
        this.#tell(effect.key, { type: 'leaving', worker: this.address, seats: effect.seats });
        return;
      case 'drained':
        this.after(this.#plan.withdrawMs, () => this.#vanish());
    }
  }

  #startProcess(opening: number, { self, incarnation }: SeatAssignment): void {
    const { trees, monitor } = this.#world;
    const command = this.#openings.get(opening)!;
    const { key, size, absent, work } = command;
    monitor.started(this, command, { self, incarnation });
    let memory: SearchMemory | undefined;
    let process: SimProcess | undefined;
    if (work !== undefined) {
      const algorithm = algorithms[work.algorithm];
      memory = trees.take();
      const ports = trees.portsOf(memory, work.tree, algorithm.searches, !this.isFit);
      const host = {
        send: (to: number, packet: Uint8Array) => this.#send(key, to, packet),
        report: () => {},
        onStep: () => monitor.stepped(this, key),
      };
      const seat = { self, size, incarnation, absent };
      process = new SimProcess(this, work.nodeMs * this.#plan.slowness, host, (outlet) =>
        createActor(algorithm, seat, outlet, ports, work.plan),
      );
    }
    this.#seats.set(self, { key, self, incarnation, process, memory });
  }

  #endProcess(seat: SeatedProcess, failure?: SeatFailure): void {
    const { self, incarnation } = seat;
    if (this.#seats.get(self) !== seat) return;
    const counters = this.#searchedAt(self);
    this.#remove(seat);
    const end = failure === undefined ? { answer: { counters } } : { failure };
    this.#handle({ type: 'process-ended', self, incarnation, ...end });
  }

  #remove(seat: SeatedProcess): void {
    seat.process?.stop();
    if (seat.memory !== undefined) this.#world.trees.giveBack(seat.memory);
    this.#seats.delete(seat.self);
    this.#world.monitor.ended(this, seat.key, seat);
  }

  #searchedAt(self: number): { nodes: number; leaves: number } {
    const { nodes = 0, leaves = 0 } = this.#seats.get(self)?.process?.actor.counters ?? {};
    return { nodes, leaves };
  }

  #send(key: string, to: number, packet: Uint8Array): void {
    const here = this.#seats.get(to);
    if (to === 0) this.#world.sendToMaster(this, key, (master) => master.packetArrived(packet));
    else if (here !== undefined) here.process?.receive(packet);
    else {
      const worker = this.#control.holderOf(key, to);
      if (worker === undefined) return;
      this.#world.sendToWorker(this, worker, (other) => other.packetArrived(key, to, packet));
    }
  }

  #tell(key: string, notice: SeatNotice): void {
    this.#world.sendToMaster(this, key, (master) => master.noticed(notice));
  }

  // Faults.

  #killProcess(): void {
    const [seat] = this.#seats.values();
    if (seat === undefined) {
      if (this.#world.network.isBad) this.after(DEATH_LOOK_MS, () => this.#killProcess());
    } else this.#endProcess(seat, { code: 'ERR_WORKER', message: 'its thread died' });
  }

  #vanish(): void {
    this.isAlive = false;
    for (const seat of [...this.#seats.values()]) this.#remove(seat);
  }
}
