// Distributed proof-number search: a master with a tree of proof numbers, and workers that search its leaves depth
// first and show what they find.
import type { Actor, Outlet } from '../actor.js';
import type { LinkTimes } from '../links.js';
import { createProcess, type ProcessSeat } from '../process.js';
import { ProofMaster } from './master.js';
import { messages } from './messages.js';
import type { ProofTask } from './options.js';
import type { RootNumbers } from './outcome.js';
import type { ProofPorts } from './ports.js';
import { ProofWorker } from './worker.js';

/** What process 0 of a proof offers beside its reports. */
export interface ProofActor extends Actor {
  /** Process 0: what is known of the root. */
  readonly numbers?: RootNumbers;
}

/** Makes one process of a distributed proof. */
export function createProofActor<P>(
  seat: ProcessSeat,
  outlet: Outlet,
  ports: ProofPorts<P>,
  task: ProofTask,
  linkTimes?: LinkTimes,
): ProofActor {
  let master: ProofMaster<P> | undefined;
  const actor = createProcess(
    seat,
    messages,
    outlet,
    (context) => {
      if (seat.self !== 0) return new ProofWorker(context, ports);
      master = new ProofMaster(context, ports, task);
      return master;
    },
    linkTimes,
  );
  const made = master;
  if (made === undefined) return actor;
  return {
    ...actor,
    get queued() {
      return made.queued;
    },
    get numbers() {
      return made.numbers;
    },
  };
}
