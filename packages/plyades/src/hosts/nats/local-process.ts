// One process of a command on a thread of this machine. Its packets leave through one channel for the network, and packets of
// other processes arrive through the same. A small blackboard in shared memory tells the process when it has mail, so that it
// need not yield to its event loop to find out.
import type { ProcessUse } from '../../core/search-result.js';
import type { SolverReport } from '../../proof/index.js';
import type { ProofProcessCommand } from '../proof/distributed-process.js';
import { POSTED } from '../threads/bells.js';
import type { Thread, ThreadSource } from '../threads/pool.js';
import {
  Blackboard,
  type NodeCounts,
  type Outgoing,
  type ProcessCommand,
} from '../threads/process-protocol.js';
import type { SearchReport } from '../threads/protocol.js';

/**
 * Milliseconds that a thread may take to stop before it is ended. Where there are many more threads than cores, an
 * honest one may take seconds.
 */
const GRACE_MS = 10_000;

export type LocalCommand =
  | Omit<ProcessCommand, 'blackboard' | 'peers' | 'mail'>
  | Omit<ProofProcessCommand, 'blackboard' | 'peers' | 'mail'>;

export interface LocalHooks {
  send(to: number, packet: Uint8Array): void;
  onProgress?(report: SearchReport): void;
  onSolving?(report: SolverReport): void;
  /** A chunk of the records of a traced search. */
  onTraced?(chunk: Uint8Array): void;
}

/** `A` is the report of its kind of command. */
export class LocalProcess<A extends ProcessUse = ProcessUse> {
  readonly #self: number;
  readonly #blackboard: Blackboard;
  readonly #port: MessagePort;
  readonly #stopping = new AbortController();
  #thread: Thread | undefined;
  #lost: number[] = [];
  #ended = false;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** Resolves when it has ended; of process 0 with the result. */
  readonly answer: Promise<A>;

  constructor(pool: ThreadSource, command: LocalCommand, hooks: LocalHooks) {
    const { self, size: upper, below } = command.seat;
    const size = upper + (below?.size ?? 0);
    const buffer = Blackboard.create(size);
    this.#self = self;
    this.#blackboard = new Blackboard(buffer, size);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => {
      const { to, packet } = data as Outgoing;
      hooks.send(to, packet);
    };
    this.answer = this.#run(
      pool,
      { ...command, blackboard: buffer, peers: [], mail: port2 },
      hooks,
    );
    this.answer.catch(() => {});
  }

  async #run(
    pool: ThreadSource,
    command: ProcessCommand | ProofProcessCommand,
    hooks: LocalHooks,
  ): Promise<A> {
    const thread = await pool.lease();
    this.#thread = thread;
    try {
      const running = thread.run(command, {
        signal: this.#stopping.signal,
        transfer: [command.mail!],
        ...(hooks.onProgress && { onProgress: (report) => hooks.onProgress!(report) }),
        ...(hooks.onTraced && { onTraced: (chunk) => hooks.onTraced!(chunk) }),
        ...(hooks.onSolving && { onSolving: (report) => hooks.onSolving!(report) }),
      });
      for (const process of this.#lost.splice(0)) thread.notify({ type: 'lost', process });
      return (await running) as unknown as A;
    } finally {
      this.#ended = true;
      clearTimeout(this.#patience);
      this.#port.close();
      pool.giveBack(thread);
    }
  }

  /** A packet of another process. */
  deliver(packet: Uint8Array): void {
    this.#port.postMessage(packet);
    this.#blackboard.bells.ring(this.#self, POSTED);
  }

  /** Another process is gone. */
  lost(process: number): void {
    if (this.#ended) return;
    if (!this.#thread?.busy) {
      this.#lost.push(process);
      return;
    }
    this.#thread.notify({ type: 'lost', process });
    this.#blackboard.bells.ring(this.#self, POSTED);
  }

  get searched(): NodeCounts {
    return this.#blackboard.searched;
  }

  /** Sets another process's counts so far: limits and reports include them. */
  setSearched(process: number, searched: NodeCounts): void {
    this.#blackboard.setSearched(process, searched);
  }

  stop(): void {
    if (this.#ended || this.#stopping.signal.aborted) return;
    this.#blackboard.stop();
    this.#stopping.abort();
    this.#patience = setTimeout(() => {
      if (this.#thread?.busy) void this.#thread.end(new Error('it did not stop in time'));
    }, GRACE_MS);
  }
}
