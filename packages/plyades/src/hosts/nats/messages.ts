// The messages of masters and workers as they travel: the schema that each is read with. The control plane
// (src/control-plane) says what they mean; packets of processes travel beside them (mail.ts).
import { MAX_JOB_PROCESSES } from '../../control-plane/index.js';
import {
  boolean,
  choice,
  integer,
  list,
  number,
  printableText,
  type RecordSchema,
  record,
  text,
  type ValueOf,
  variants,
} from '../../core/schema.js';
import {
  MAX_DEPTH,
  type SearchRequest,
  searchModes,
  searchRequestSchema,
  type TableKind,
} from '../../core/search-request.js';
import { algorithmsOn } from '../../parallel/algorithms.js';
import { settings } from '../../parallel/aphid/options.js';
import { createCounters } from '../../parallel/counters.js';
import { policies } from '../../parallel/hierarchy/settings.js';
import { DISTRIBUTED_SOLVER, solveRequestSchema } from '../../proof/index.js';

const MOST = Number.MAX_SAFE_INTEGER;

const token = text(64, /^[A-Za-z0-9_-]+$/);
const key = text(32, /^[0-9a-f]{32}$/);
const self = integer(0, MAX_JOB_PROCESSES - 1);
const incarnation = integer(0, 2 ** 20);
const worker = record({ name: token, id: token });

const game = record(
  { id: printableText(200), hash: text(64, /^[0-9a-f]+$/) },
  { kind: choice(['program']) },
);

export const capacityRequest = record({
  protocol: integer(0, 1e6),
  version: printableText(64),
  job: token,
  game,
});

export const capacityReply = variants({
  available: record({ slots: integer(1, MAX_JOB_PROCESSES - 1) }),
  busy: record({}),
  refused: record({ reason: printableText(500) }),
});

const assignment = record({ self, incarnation });
const seat = record({ self, incarnation, worker });

const seatingNumber = integer(0, MOST);
const seating = { seats: list(seat, MAX_JOB_PROCESSES), seating: seatingNumber };

/** Machines share no memory. */
export const clusterTables = ['local', 'ring'] as const satisfies readonly TableKind[];

/** For workers of a middle master: how it shares them among its searches. */
const beneath = record({
  tasks: integer(1, 64),
  policy: choice(policies),
  pieces: integer(1, 1000),
  grain: integer(1, 60),
});

const { required, optional } = searchRequestSchema(algorithmsOn('cluster'));
/** The request of a search; machines share no memory, so there is no shared table. */
const request = record(
  { ...required, table: choice(clusterTables) },
  optional,
) as RecordSchema<SearchRequest>;

/** The fields of every start command: the seats that it grants, and who holds the others. */
const startFields = {
  key,
  job: token,
  game,
  /** Bytes of the table of each seat. */
  tableBytes: integer(0, 2 ** 32),
  size: integer(2, MAX_JOB_PROCESSES),
  granted: list(assignment, MAX_JOB_PROCESSES),
  absent: list(self, MAX_JOB_PROCESSES),
  ...seating,
};

/** Commands of a master to a worker. */
export const workerCommand = variants({
  /** Takes these seats of a search. */
  start: record(
    { ...startFields, request },
    // `trace`: the processes record what they do.
    { from: integer(1, MAX_DEPTH), beneath, trace: boolean() },
  ),
  /** Takes these seats of a proof. */
  prove: record({ ...startFields, request: solveRequestSchema([DISTRIBUTED_SOLVER]) }),
  /** Takes these seats of the search of a program (plyades/own-search). */
  program: record({ ...startFields, settings }),
  seats: record({ key, ...seating }),
  moves: record({ key, ...seating, from: seatingNumber, gone: list(self, MAX_JOB_PROCESSES) }),
  alive: record({ key }),
  end: record({ key }, { seats: list(assignment, MAX_JOB_PROCESSES) }),
});
export type WorkerCommand = ValueOf<typeof workerCommand>;
export type StartCommand = Extract<WorkerCommand, { type: 'start' | 'prove' | 'program' }>;

export const isStartCommand = (command: WorkerCommand): command is StartCommand =>
  command.type === 'start' || command.type === 'prove' || command.type === 'program';

const counterNames = Object.keys(createCounters()) as (keyof ReturnType<typeof createCounters>)[];
const counters = record(
  Object.fromEntries(counterNames.map((name) => [name, number(0, MOST)])) as Record<
    (typeof counterNames)[number],
    ReturnType<typeof number>
  >,
);
const seconds = number(0, 1e9);

/** Characters of the longest chunk of a trace that is sent or read. */
export const MAX_TRACE_TEXT = 1 << 18;

/** A worker's messages to the master of its job. */
export const workerNotice = variants({
  status: record({
    worker,
    seating: seatingNumber,
    seats: list(
      record({ self, incarnation, nodes: integer(0, MOST), leaves: integer(0, MOST) }),
      MAX_JOB_PROCESSES,
    ),
  }),
  answer: record({
    worker,
    self,
    incarnation,
    counters,
    times: record({ busy: seconds, startIdle: seconds, otherIdle: seconds }),
  }),
  failed: record(
    { worker, self, incarnation, dead: boolean(), message: printableText(2000) },
    { code: text(64, /^ERR_[A-Z_]+$/) },
  ),
  leaving: record({ worker, seats: list(self, MAX_JOB_PROCESSES) }),
  /** A chunk of the records of a process (hosts/trace-chunk.ts), in base64. */
  trace: record({ worker, self, incarnation, chunk: text(MAX_TRACE_TEXT, /^[A-Za-z0-9+/]*=*$/) }),
});
export type WorkerNotice = ValueOf<typeof workerNotice>;

/** A worker says that it has free slots. */
export const freeSlotNotice = record({ worker });

/** The greatest depth and value that a status can have. */
export const MAX_STATUS_DEPTH = 1000;
export const MAX_STATUS_VALUE = 1e7;

/** The status of a job, which `plyades top` shows. */
export const jobStatus = record(
  {
    job: token,
    host: printableText(300),
    game: printableText(200),
    algorithm: printableText(64),
    mode: choice(searchModes),
    depth: integer(0, MAX_STATUS_DEPTH),
    value: integer(-MAX_STATUS_VALUE, MAX_STATUS_VALUE),
    nodes: integer(0, MOST),
    seconds,
    /** Workers with seats; `workers` of a result are seats. */
    machines: integer(0, MAX_JOB_PROCESSES),
    seats: integer(0, MAX_JOB_PROCESSES),
    losses: integer(0, MOST),
    messages: integer(0, MOST),
    bytes: integer(0, MOST),
    latencyMs: number(0, 1e9),
    state: choice(['searching', 'done']),
  },
  { move: printableText(200), pn: integer(0, MOST), dn: integer(0, MOST) },
);
export type JobStatus = ValueOf<typeof jobStatus>;
