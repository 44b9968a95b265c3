// Many workers of a cluster in one process, for master.mjs. Each machine has its own connection, and its seats run the
// algorithm on real searches, slowed down to NODES_PER_SECOND so that hundreds fit on one core. Packets, notices and
// commands are those of real workers.
//   node bench/cluster/crowd.mjs SERVER WORKERS SLOTS NODES_PER_SECOND GAME DEPTH
import { openRegistry } from 'plyades/internal/api/cluster.js';
import { loadKernel } from 'plyades/internal/games/load.js';
import { openInMemories } from 'plyades/internal/hosts/epochs/cell-memory.js';
import {
  ClusterWorker,
  connectCluster,
  packageVersion,
} from 'plyades/internal/hosts/nats/index.js';
import { createPorts, SPARE_PLIES } from 'plyades/internal/hosts/ports.js';
import { Table } from 'plyades/internal/kernel/index.js';
import { algorithms } from 'plyades/internal/parallel/algorithms.js';
import { createActor } from 'plyades/internal/parallel/create-actor.js';

const [server, workers, slots, rate, gameId, depth] = process.argv.slice(2);
const count = Number(workers);
const nodesPerSecond = Number(rate);
const maxPly = Number(depth) + SPARE_PLIES;

/** Of each worker. */
const TABLE_BYTES = 64 << 10;
/** Beside its table: searchers. */
const WORKER_BYTES = 512 << 10;
/** Workers take their turns this often, and at once when a packet comes. */
const TURN_MS = 10;
/** What a worker may catch up with in one turn, in seconds. */
const LONGEST_DEBT = 0.2;

const game = { kind: 'kernel', kernel: await loadKernel(gameId) };
const searches = Math.max(...Object.values(algorithms).map((each) => each.searches));
const { kernel, board } = await openInMemories(
  game,
  count * (TABLE_BYTES + WORKER_BYTES) + (32 << 20),
  maxPly,
  searches * count,
);
const active = new Set();

/** The searchers and the table of a worker, which stay from one job to the next. */
class WorkerMemory {
  #ports = new Map();

  constructor(index) {
    this.index = index;
    this.table = Table.create(kernel, TABLE_BYTES);
  }

  ports(position) {
    this.table.clear();
    const key = String(position);
    if (!this.#ports.has(key)) {
      const how = { searches, maxPly, first: this.index * searches, tables: 'local' };
      this.#ports.set(key, createPorts(kernel, board, position, this.table, how));
    }
    const ports = this.#ports.get(key);
    ports.forget();
    return ports;
  }
}

/** The process of a seat at the given speed. */
class Seat {
  #began = performance.now();
  #inbox = [];
  #turnAt = performance.now();
  #wakeAt = 0;
  #idle = false;
  #busyMs = 0;

  constructor({ plan, seat, position }, { send }, home) {
    const outlet = { send, report() {} };
    const request = { ...plan.request, table: 'local' };
    const algorithm = algorithms[request.algorithm];
    this.actor = createActor(algorithm, seat, outlet, home.ports(position), { ...plan, request });
    this.answer = new Promise((resolve) => {
      this.end = resolve;
    });
    active.add(this);
  }

  deliver(packet) {
    this.#inbox.push(packet);
    this.#idle = false;
  }

  lost(process) {
    this.actor.lost(process, this.#micros());
    this.#idle = false;
  }

  get searched() {
    const { nodes, leaves } = this.actor.counters;
    return { nodes, leaves };
  }

  stop() {
    if (!active.delete(this)) return;
    const busy = this.#busyMs / 1000;
    const whole = (performance.now() - this.#began) / 1000;
    const otherIdle = Math.max(0, whole - busy);
    this.end({ counters: { ...this.actor.counters }, times: { busy, startIdle: 0, otherIdle } });
  }

  #micros() {
    return Math.round(1000 * (performance.now() - this.#began));
  }

  /** Works off the time since its last turn. */
  turn(now) {
    if (this.#idle && this.#micros() < this.#wakeAt) {
      this.#turnAt = Math.max(now, this.#turnAt);
      return;
    }
    for (const packet of this.#inbox.splice(0)) this.actor.receive(packet, this.#micros());
    let credit = Math.min(LONGEST_DEBT, (now - this.#turnAt) / 1000) * nodesPerSecond;
    while (credit >= 1) {
      const step = this.actor.step(Math.floor(credit), this.#micros());
      credit -= Math.max(1, step.nodes);
      this.#busyMs += (1000 * step.nodes) / nodesPerSecond;
      this.#idle = step.idle;
      this.#wakeAt = step.wakeAt;
      if (step.idle) break;
    }
    // What was searched beyond the credit is waited for.
    const owed = this.#idle ? Math.min(0, credit) : credit;
    this.#turnAt = now - (1000 * owed) / nodesPerSecond;
  }
}

const registry = await openRegistry([]);
const version = await packageVersion();
const pool = {
  lease() {
    throw new Error('proofs are not searched here');
  },
};
const each = Number(slots);
for (let first = 0; first < count; first += each) {
  const cluster = await connectCluster({ server }, 'plyades worker');
  const here = Math.min(each, count - first);
  const homes = Array.from({ length: here }, (_, index) => new WorkerMemory(first + index));
  await ClusterWorker.start(cluster, pool, {
    slots: here,
    version,
    registry,
    speed: nodesPerSecond,
    maxTableBytes: Number.POSITIVE_INFINITY,
    createProcess(job, hooks) {
      const home = homes.pop();
      const seat = new Seat(job, hooks, home);
      void seat.answer.then(() => homes.push(home));
      return seat;
    },
    log() {},
  });
}
setInterval(() => {
  const now = performance.now();
  for (const seat of active) seat.turn(now);
}, TURN_MS);
console.error(`the crowd is ready: ${count} workers`);
