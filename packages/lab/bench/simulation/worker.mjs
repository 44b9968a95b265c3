// A thread of the bench: the simulation's program with an algorithm in which every worker searches a
// position of its own without end, so that nothing but the driver and the searches is measured.
import { quietWorld } from 'plyades/internal/hosts/epochs/driver.js';
import { serve } from 'plyades/internal/hosts/epochs/serve.js';
import { countSearch } from 'plyades/internal/parallel/counters.js';
import { createProcess, idleUntil } from 'plyades/internal/parallel/process.js';
import { count, defineMessages } from 'plyades/internal/parallel/wire.js';

/** A worker reports to process 0 after this many nodes, and process 0 answers. */
const REPORT_NODES = 5000;
const messages = defineMessages({ progress: { nodes: count(Number.MAX_SAFE_INTEGER) } });

class Busy {
  constructor(context, ports, depth) {
    Object.assign(this, { context, ports, depth, unreported: 0 });
    this.restart();
  }

  restart() {
    const { rules, searches } = this.ports;
    let position = rules.root;
    // Different places for different workers.
    for (let n = this.context.self; n > 0; ) {
      const moves = rules.moves(position);
      position = rules.play(position, moves[n % moves.length]);
      n = Math.floor(n / moves.length);
    }
    searches[0].start(position, { from: 1, depth: this.depth });
  }

  message(from, { nodes }) {
    if (this.context.self === 0) this.context.post(from, { type: 'progress', nodes });
  }
  lost() {}
  back() {}

  work(budget) {
    if (this.context.self === 0) return idleUntil();
    const search = this.ports.searches[0];
    const nodes = countSearch(this.context.counters, search, budget);
    if (search.status === 'done') this.restart();
    this.unreported += nodes;
    if (this.unreported >= REPORT_NODES) {
      this.context.post(0, { type: 'progress', nodes: this.unreported });
      this.unreported = 0;
    }
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }
}

const busy = {
  hasMaster: true,
  searches: 1,
  createActor: (seat, outlet, ports, { request: { depth }, linkTimes }) =>
    createProcess(seat, messages, outlet, (context) => new Busy(context, ports, depth), linkTimes),
};

await serve({
  algorithm: () => busy,
  world: ({ costs }) => quietWorld(costs.latencyNs),
});
