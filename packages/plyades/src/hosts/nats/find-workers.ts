// Who is there: asks NATS's service API, and checks what comes back.
import type { NatsConnection } from '@nats-io/transport-node';
import { type Check, type Checked, real, tryJson, whole, words } from './json.js';
import { MAX_PLACES } from './orders.js';
import { isToken, SERVICE, type WorkerAddress } from './subjects.js';

const MAX_INFO = 100_000;
/** Nobody is waited for longer than this, nor after nobody has answered for `stall`. */
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

/** The service API may add fields, so only those are looked at that are used. */
const info: Check<FoundWorker | undefined> = (value) => {
  const { metadata, version } = (value ?? {}) as Record<string, unknown>;
  const { name, worker, host, slots, speed, games } = (metadata ?? {}) as Record<string, unknown>;
  if (!isToken(name) || !isToken(worker)) return undefined;
  return {
    address: { name, id: worker },
    version: words(64)(version, 'version'),
    host: words(300)(host, 'host'),
    slots: whole(0, MAX_PLACES)(Number(slots), 'slots'),
    speed: real(0, 1e12)(Number(speed), 'speed'),
    games: words(MAX_INFO)(games, 'games')
      .split(' ')
      .map((each) => each.split('=')[0]!),
  };
};

/** Those of a service: workers, if not given. */
export async function findWorkers(
  connection: NatsConnection,
  service = SERVICE,
): Promise<FoundWorker[]> {
  return collect(connection, `$SRV.INFO.${service}`, info);
}

/** How workers stand, as far as they tell. */
const stats: Check<WorkerStanding | undefined> = (value) => {
  const { metadata, endpoints } = (value ?? {}) as Record<string, unknown>;
  const { worker } = (metadata ?? {}) as Record<string, unknown>;
  const [endpoint] = Array.isArray(endpoints) ? endpoints : [];
  const data = (endpoint?.data ?? {}) as Record<string, unknown>;
  if (!isToken(worker)) return undefined;
  return {
    id: worker,
    job: words(64)(data.job ?? '', 'job'),
    busy: whole(0, MAX_PLACES)(data.busy ?? 0, 'busy'),
    nodes: real(0, Number.MAX_SAFE_INTEGER)(data.nodes ?? 0, 'nodes'),
    cpuMs: real(0, Number.MAX_SAFE_INTEGER)(data.cpuMs ?? 0, 'cpuMs'),
  };
};

export interface WorkerStanding {
  readonly id: string;
  /** Empty when it has none. */
  readonly job: string;
  readonly busy: number;
  readonly nodes: number;
  /** What its program has had of processors since it was started. */
  readonly cpuMs: number;
}

export async function workerStandings(connection: NatsConnection): Promise<WorkerStanding[]> {
  return collect(connection, `$SRV.STATS.${SERVICE}`, stats);
}

async function collect<C extends Check<unknown>>(
  connection: NatsConnection,
  subject: string,
  check: C,
): Promise<NonNullable<Checked<C>>[]> {
  const found: NonNullable<Checked<C>>[] = [];
  try {
    for await (const { data } of await connection.requestMany(subject, '', WAIT)) {
      const read = tryJson(check, data, MAX_INFO);
      if (read !== undefined) found.push(read as NonNullable<Checked<C>>);
    }
  } catch (error) {
    if (!isNobody(error)) throw error;
  }
  return found;
}

/** The server says so at once when nobody listens. */
const isNobody = (error: unknown): boolean =>
  error instanceof Error && /^no responders/i.test(error.message);
