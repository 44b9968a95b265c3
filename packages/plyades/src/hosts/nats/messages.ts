// The messages of masters and workers as they travel: the schema that each is read with. The control plane
// (src/cluster) says what they mean; packets of processes travel beside them (mail.ts).
import { MAX_PLACES } from '../../cluster/index.js';
import { choice, type RecordSchema, record } from '../../core/schema.js';
import {
  MAX_DEPTH,
  MAX_POSITION_TEXT,
  type SearchRequest,
  searchModes,
  searchRequestSchema,
  type TableKind,
} from '../../core/search-request.js';
import { algorithmsOn } from '../../parallel/algorithms.js';
import { createCounters } from '../../parallel/counters.js';
import { policies } from '../../parallel/hierarchy/settings.js';
import { goals, initialNumbers } from '../../proof/index.js';
import {
  type Checked,
  list,
  object,
  oneOf,
  real,
  text,
  variants,
  whole,
  words,
  yesNo,
} from './json.js';

const MOST = Number.MAX_SAFE_INTEGER;

const token = text(64, /^[A-Za-z0-9_-]+$/);
const key = text(32, /^[0-9a-f]{32}$/);
const self = whole(0, MAX_PLACES - 1);
const incarnation = whole(0, 2 ** 20);
const worker = object({ name: token, id: token });

const game = object({ id: words(200), hash: text(64, /^[0-9a-f]+$/) });

export const capacityRequest = object({
  protocol: whole(0, 1e6),
  version: words(64),
  job: token,
  game,
});

export const capacityReply = variants({
  room: object({ slots: whole(1, MAX_PLACES - 1) }),
  busy: object({}),
  refused: object({ reason: words(500) }),
});

const place = object({ self, incarnation });
const seat = object({ self, incarnation, worker });

const seatingNumber = whole(0, MOST);
const seating = { seats: list(seat, MAX_PLACES), seating: seatingNumber };

/** Machines share no memory. */
export const clusterTables = ['local', 'ring'] as const satisfies readonly TableKind[];

/** For workers of a middle master: how it shares them among its searches. */
const beneath = object({
  tasks: whole(1, 64),
  policy: oneOf(...policies),
  pieces: whole(1, 1000),
  grain: whole(1, 60),
});

const { required, optional } = searchRequestSchema(algorithmsOn('cluster'));
/** The request of a search; machines share no memory, so there is no shared table. */
const request = record(
  { ...required, table: choice(clusterTables) },
  optional,
) as RecordSchema<SearchRequest>;

/** The claim to be proved, and how. */
const claim = object({
  goal: oneOf(...goals),
  side: whole(0, 1),
  numbers: oneOf(...initialNumbers),
});
const proofSettings = object({
  budget: whole(1, 2 ** 40),
  ramp: real(0, 2 ** 30),
  parts: real(0, 2 ** 30),
  slack: real(1, 2 ** 30),
  least: whole(1, 2 ** 40),
  grain: real(0, 2 ** 30),
  weight: real(0, 2 ** 30),
  tolerance: real(0, 2 ** 30),
  orders: whole(1, 16),
});

/** The seats of a start command. */
const places = {
  key,
  job: token,
  game,
  /** Bytes of the table of each seat. */
  tableBytes: whole(0, 2 ** 32),
  size: whole(2, MAX_PLACES),
  places: list(place, MAX_PLACES),
  absent: list(self, MAX_PLACES),
  ...seating,
};

/** Commands of a master to a worker. */
export const workerCommand = variants({
  /** Takes these seats of a search. */
  start: object({ ...places, request }, { from: whole(1, MAX_DEPTH), beneath }),
  /** Takes these seats of a proof. */
  prove: object({
    ...places,
    position: text(MAX_POSITION_TEXT),
    claim,
    settings: proofSettings,
    show: yesNo,
  }),
  seats: object({ key, ...seating }),
  moves: object({ key, ...seating, from: seatingNumber, gone: list(self, MAX_PLACES) }),
  alive: object({ key }),
  end: object({ key }, { places: list(place, MAX_PLACES) }),
});
export type WorkerCommand = Checked<typeof workerCommand>;
export type StartCommand = Extract<WorkerCommand, { type: 'start' | 'prove' }>;

const counterNames = Object.keys(createCounters()) as (keyof ReturnType<typeof createCounters>)[];
const counters = object(
  Object.fromEntries(counterNames.map((name) => [name, real(0, MOST)])) as Record<
    (typeof counterNames)[number],
    ReturnType<typeof real>
  >,
);
const seconds = real(0, 1e9);

/** What a worker tells the master of its job. */
export const workerNotice = variants({
  status: object({
    worker,
    seating: seatingNumber,
    places: list(
      object({ self, incarnation, nodes: whole(0, MOST), leaves: whole(0, MOST) }),
      MAX_PLACES,
    ),
  }),
  answer: object({
    worker,
    self,
    incarnation,
    counters,
    times: object({ busy: seconds, startIdle: seconds, otherIdle: seconds }),
  }),
  failed: object(
    { worker, self, incarnation, dead: yesNo, message: words(2000) },
    { code: text(64, /^ERR_[A-Z_]+$/) },
  ),
  leaving: object({ worker, places: list(self, MAX_PLACES) }),
});
export type WorkerNotice = Checked<typeof workerNotice>;

/** A worker says that it has free slots. */
export const freeSlotNotice = object({ worker });

/** The status of a job, which `plyades top` shows. */
export const jobStatus = object(
  {
    job: token,
    host: words(300),
    game: words(200),
    algorithm: words(64),
    mode: choice(searchModes),
    depth: whole(0, 1000),
    value: whole(-1e7, 1e7),
    nodes: whole(0, MOST),
    seconds,
    workers: whole(0, MAX_PLACES),
    places: whole(0, MAX_PLACES),
    losses: whole(0, MOST),
    messages: whole(0, MOST),
    bytes: whole(0, MOST),
    latencyMs: real(0, 1e9),
    state: oneOf('searching', 'done'),
  },
  { move: words(200), pn: whole(0, MOST), dn: whole(0, MOST) },
);
export type JobStatus = Checked<typeof jobStatus>;
