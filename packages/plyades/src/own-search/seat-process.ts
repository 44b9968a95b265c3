// A seat of a program's search on a worker machine: a thread that loads the program from this machine's disk. Packets of
// other processes go in and out through one channel.
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { PlyadesError } from '../core/errors.js';
import type { Counters, ProcessUse } from '../core/search-result.js';
import type { SeatProcess } from '../hosts/nats/worker.js';
import type { ProcessSeat } from '../parallel/process.js';
import { workerFlags } from '../platform/node.js';
import type { MiddleOptions, OwnOptions } from './processes.js';

/** What the thread of a seat is started with. */
export interface SeatData {
  readonly url: string;
  readonly exportName: string | undefined;
  readonly seat: ProcessSeat;
  readonly options: OwnOptions;
  /** Of a middle master, which has a seat below its own. */
  readonly middle?: MiddleOptions['middle'];
}

/** Beside it: the channel for packets, and the memory by which a search learns of mail without reading it. */
export interface SeatThreadData extends SeatData {
  readonly port: MessagePort;
  readonly bell: SharedArrayBuffer;
  readonly nodes: SharedArrayBuffer;
}

/** Words of `bell`: messages that were ever posted, and 1 when the process is to end. */
export const POSTED = 0;
export const STOPPED = 1;
const BELL_BYTES = 8;

/** Messages to the thread. */
export type ToSeat =
  | { readonly type: 'packet'; readonly packet: Uint8Array }
  | { readonly type: 'lost'; readonly process: number }
  | { readonly type: 'stop' };

export type FromSeat =
  | { readonly type: 'packet'; readonly to: number; readonly packet: Uint8Array }
  /** Of a middle master: all workers below it that have lied. */
  | { readonly type: 'liars'; readonly seats: readonly number[] }
  | {
      readonly type: 'done';
      readonly counters: Counters;
      readonly times: ProcessUse['times'];
    }
  | { readonly type: 'failed'; readonly message: string };

/** A thread that has not stopped after this many milliseconds is ended. */
const GRACE_MS = 10_000;

interface SeatHooks {
  send(to: number, packet: Uint8Array): void;
  reportLiars?(seats: readonly number[]): void;
}

/** Starts the process of a seat. */
export function startSeat(
  data: SeatData,
  { send, reportLiars = () => {} }: SeatHooks,
): SeatProcess {
  const { port1, port2 } = new MessageChannel();
  const bell = new SharedArrayBuffer(BELL_BYTES);
  const nodes = new SharedArrayBuffer(8);
  const words = new Int32Array(bell);
  const counted = new Float64Array(nodes);
  const workerData: SeatThreadData = { ...data, port: port2, bell, nodes };
  const script = new URL('./seat-thread.js', import.meta.url);
  const worker = new Worker(script, { ...workerFlags(), workerData, transferList: [port2] });
  let ended = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  const tell = (message: ToSeat) => {
    if (ended) return;
    port1.postMessage(message);
    Atomics.add(words, POSTED, 1);
  };
  const answer = new Promise<ProcessUse>((resolve, reject) => {
    port1.on('message', (message: FromSeat) => {
      if (message.type === 'packet') send(message.to, message.packet);
      else if (message.type === 'liars') reportLiars(message.seats);
      else if (message.type === 'done')
        resolve({ counters: message.counters, times: message.times });
      else reject(new Error(message.message));
    });
    worker.on('error', (error) => {
      const { code } = error as { code?: string };
      const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isMemory ? new PlyadesError('ERR_WORKER', error.message) : error);
    });
    worker.on('exit', (code) => {
      // What the thread has posted before its end is read first.
      setImmediate(() =>
        reject(new PlyadesError('ERR_WORKER', `a thread of the program ended with code ${code}`)),
      );
    });
  });
  const end = () => {
    ended = true;
    clearTimeout(patience);
    port1.close();
    void worker.terminate();
  };
  answer.then(end, end);
  return {
    answer,
    deliver: (packet) => tell({ type: 'packet', packet }),
    lost: (process) => tell({ type: 'lost', process }),
    get searched() {
      return { nodes: counted[0]!, leaves: 0 };
    },
    stop() {
      if (ended || Atomics.load(words, STOPPED) === 1) return;
      Atomics.store(words, STOPPED, 1);
      tell({ type: 'stop' });
      patience = setTimeout(() => void worker.terminate(), GRACE_MS);
    },
  };
}
