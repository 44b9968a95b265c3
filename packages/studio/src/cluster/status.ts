// What the studio's server says of a cluster, checked, and the node rates of its workers over the last minute.

export interface WorkerRow {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly slots: number;
  readonly busy: number;
  /** Empty when it has none. */
  readonly job: string;
  /** Nodes a second. */
  readonly rate: number;
  /** Share of the time in which its busy slots waited. */
  readonly idle: number;
}

export interface JobRow {
  readonly job: string;
  readonly host: string;
  readonly game: string;
  readonly algorithm: string;
  readonly depth: number;
  readonly value: number;
  readonly nodes: number;
  readonly seconds: number;
  readonly seats: number;
  readonly losses: number;
  readonly messages: number;
  readonly latencyMs: number;
  readonly state: string;
  /** Proof and disproof number of a proof. */
  readonly pn: number | undefined;
  readonly dn: number | undefined;
}

export interface ClusterPicture {
  readonly server: string;
  readonly wantsToken: boolean;
  readonly reachable: boolean;
  readonly workers: readonly WorkerRow[];
  readonly jobs: readonly JobRow[];
}

/** More than a page can show. */
const MOST_ROWS = 2000;

type Fields = Readonly<Record<string, unknown>>;

/** Reads the server's JSON; undefined when it is something else. */
export function parseStatus(value: unknown): ClusterPicture | undefined {
  const found = fieldsOf(value);
  if (found === undefined || typeof found.server !== 'string') return undefined;
  const workers = rowsOf(found.workers, workerOf);
  const jobs = rowsOf(found.jobs, jobOf);
  if (workers === undefined || jobs === undefined) return undefined;
  const { server } = found;
  const wantsToken = found.wantsToken === true;
  return { server, wantsToken, reachable: found.reachable === true, workers, jobs };
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;
}

function rowsOf<T>(value: unknown, read: (fields: Fields) => T): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const rows = value.slice(0, MOST_ROWS).map(fieldsOf);
  return rows.every((row) => row !== undefined) ? rows.map(read) : undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 300) : '');
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const workerOf = (row: Fields): WorkerRow => ({
  id: text(row.id),
  host: text(row.host),
  version: text(row.version),
  slots: count(row.slots),
  busy: count(row.busy),
  job: text(row.job),
  rate: count(row.rate),
  idle: count(row.idle),
});

const jobOf = (row: Fields): JobRow => ({
  job: text(row.job),
  host: text(row.host),
  game: text(row.game),
  algorithm: text(row.algorithm),
  depth: count(row.depth),
  value: count(row.value),
  nodes: count(row.nodes),
  seconds: count(row.seconds),
  seats: count(row.seats),
  losses: count(row.losses),
  messages: count(row.messages),
  latencyMs: count(row.latencyMs),
  state: text(row.state),
  pn: number(row.pn),
  dn: number(row.dn),
});

/** Node rates by worker, and of all together under the empty name: the last one at the end. */
export type RateHistory = ReadonlyMap<string, readonly number[]>;

/** Looks that are kept: a minute. */
export const MOST_LOOKS = 60;

/** Adds a look. Workers that are gone are forgotten. */
export function addRates(history: RateHistory, { workers }: ClusterPicture): RateHistory {
  const total = workers.reduce((sum, { rate }) => sum + rate, 0);
  const now = new Map([
    ['', total],
    ...workers.map(({ id, rate }): [string, number] => [id, rate]),
  ]);
  return new Map(
    [...now].map(([id, rate]) => [id, [...(history.get(id) ?? []), rate].slice(-MOST_LOOKS)]),
  );
}

/** The points of a sparkline: the newest at the right, the greatest rate at the top. */
export function sparkline(rates: readonly number[], width: number, height: number): string {
  const most = Math.max(1, ...rates);
  const step = width / (MOST_LOOKS - 1);
  const first = width - (rates.length - 1) * step;
  return rates
    .map((rate, index) => {
      const x = first + index * step;
      const y = height - 1 - (rate / most) * (height - 2);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

/** The line by which a machine joins. A token is a secret, so only its place is shown. */
export const joinLine = ({ wantsToken, server }: ClusterPicture): string =>
  wantsToken ? 'plyades worker --join ply1_…' : `plyades worker --server ${server}`;
