// The services of a cluster: NATS's service API lists them, and every reply is checked.
import type { NatsConnection } from '@nats-io/transport-node';
import { MAX_JOB_PROCESSES, type WorkerAddress } from '../../control-plane/index.js';
import {
  integer,
  list,
  number,
  openRecord,
  printableText,
  type Schema,
  text,
  tryJson,
  type ValueOf,
} from '../../core/schema.js';
import { SERVICE } from './subjects.js';

const MAX_INFO = 100_000;
/** Replies are collected for at most `maxWait`, and until none has come for `stall`. */
const WAIT = { strategy: 'stall', maxWait: 1000, stall: 150 } as const;

export interface FoundWorker {
  readonly address: WorkerAddress;
  readonly version: string;
  readonly host: string;
  readonly slots: number;
  /** Nodes a second of a slot. */
  readonly speed: number;
  readonly games: readonly string[];
}

const token = text(64, /^[A-Za-z0-9_-]+$/);
const count = text(20, /^\d+(\.\d+)?$/);

/** NATS may add fields to its service messages; values of metadata are text. */
const info = openRecord({
  version: printableText(64),
  metadata: openRecord({
    name: token,
    worker: token,
    host: printableText(300),
    slots: count,
    speed: count,
    games: printableText(MAX_INFO),
  }),
});

function readInfo({ version, metadata }: ValueOf<typeof info>): FoundWorker | undefined {
  const { name, worker, host, games } = metadata;
  const [slots, speed] = [Number(metadata.slots), Number(metadata.speed)];
  if (!(Number.isInteger(slots) && slots <= MAX_JOB_PROCESSES && speed <= 1e12)) return undefined;
  const names = games.split(' ').map((each) => each.split('=')[0]!);
  return { address: { name, id: worker }, version, host, slots, speed, games: names };
}

/** Workers, if no service is named. */
export async function findWorkers(
  connection: NatsConnection,
  service = SERVICE,
): Promise<FoundWorker[]> {
  const found = await collect(connection, `$SRV.INFO.${service}`, info);
  return found.flatMap((each) => readInfo(each) ?? []);
}

const stats = openRecord({
  metadata: openRecord({ worker: token }),
  endpoints: list(
    openRecord(
      {},
      {
        data: openRecord({
          job: printableText(64, { default: '' }),
          busy: integer(0, MAX_JOB_PROCESSES, { default: 0 }),
          nodes: number(0, Number.MAX_SAFE_INTEGER, { default: 0 }),
          cpuMs: number(0, Number.MAX_SAFE_INTEGER, { default: 0 }),
        }),
      },
    ),
    100,
    { default: [] },
  ),
});

const NO_STATS = { job: '', busy: 0, nodes: 0, cpuMs: 0 };

/** A worker's statistics. */
export interface WorkerStats {
  readonly id: string;
  /** Empty when it has none. */
  readonly job: string;
  readonly busy: number;
  readonly nodes: number;
  /** Processor time of its program since it was started. */
  readonly cpuMs: number;
}

export async function workerStats(connection: NatsConnection): Promise<WorkerStats[]> {
  const found = await collect(connection, `$SRV.STATS.${SERVICE}`, stats);
  return found.map(({ metadata, endpoints: [first] }) => {
    return { id: metadata.worker, ...NO_STATS, ...first?.data };
  });
}

async function collect<T>(
  connection: NatsConnection,
  subject: string,
  schema: Schema<T>,
): Promise<T[]> {
  const found: T[] = [];
  try {
    for await (const { data } of await connection.requestMany(subject, '', WAIT)) {
      const read = tryJson(schema, data, MAX_INFO);
      if (read !== undefined) found.push(read);
    }
  } catch (error) {
    if (!isNoResponders(error)) throw error;
  }
  return found;
}

/** The server answers at once when there is no service of this name. */
const isNoResponders = (error: unknown): boolean =>
  error instanceof Error && /^no responders/i.test(error.message);
