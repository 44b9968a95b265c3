// The processes of a program's search, for their hosts: one thread each, or all side by side in one thread.
import type { Actor, Outlet } from '../parallel/actor.js';
import {
  type AphidOptions,
  type AphidSettings,
  completeOptions,
} from '../parallel/aphid/options.js';
import { type Counters, createCounters } from '../parallel/counters.js';
import type { MiddleSettings } from '../parallel/hierarchy/settings.js';
import type { LinkTimes } from '../parallel/links.js';
import { Calls } from '../parallel/own-search/calls.js';
import { type Delegate, SiteDelegate, stackActors } from '../parallel/own-search/delegate.js';
import { EntryBuffer } from '../parallel/own-search/entry-buffer.js';
import { OwnMaster } from '../parallel/own-search/master.js';
import { createMessages, type OwnSearchMessage } from '../parallel/own-search/messages.js';
import { createRingWorker, OwnExchange, type RingWorker } from '../parallel/own-search/ring.js';
import { SiteHorizon } from '../parallel/own-search/site-horizon.js';
import { OwnWorker } from '../parallel/own-search/worker.js';
import { createProcess, type ProcessContext, type ProcessSeat } from '../parallel/process.js';
import { createProgram, type SearchDefinition } from './definition.js';
import { pathName, structured } from './structured.js';

/** The settings of APHID that its processes follow here. */
export const OWN_NAMES = [
  'minSize',
  'minPieces',
  'horizon',
  'exemption',
  'width',
  'aspiration',
  'updateNodes',
  'firstLeaves',
  'keepScores',
] as const satisfies readonly (keyof AphidOptions)[];

/** What of APHID a program may set; see `AphidOptions`. */
export type OwnOptions = Pick<AphidOptions, (typeof OWN_NAMES)[number]>;

/** What all processes of a search have in common. */
export interface Common<Position, Move, Entry> {
  readonly definition: SearchDefinition<Position, Move, Entry>;
  readonly options: OwnOptions;
  readonly shared: SharedArrayBuffer | undefined;
  readonly linkTimes: LinkTimes;
  /** Of a process that is two; its own if not given. */
  readonly counters?: Counters;
}

/**
 * Pieces are larger than where the run finds their size: a node of a program in TypeScript takes half a
 * microsecond, and a message some ten. What is measured while the master searches alone is no guide, since
 * the program is not compiled yet: Connect Four had 0.07 to 0.2 nodes for each microsecond when the horizon was
 * chosen, and 1.9 some iterations later. The unit of a program's scores is unknown, so windows have no usual size.
 */
const defaults = { minSize: 100, minPieces: 20, aspiration: 0 } as const;

export function ownSettings(options: OwnOptions, size: number): AphidSettings {
  // Enough for all workers to have something to do in the order in which one alone would do it.
  const firstLeaves = 2 * Math.max(1, size - 1);
  return completeOptions({ ...defaults, firstLeaves, ...options });
}

export interface WorkerProcess<Move, Entry> {
  readonly actor: Actor;
  readonly calls: Calls<Move, Entry>;
}

export interface MasterProcess<Position, Move, Entry> extends WorkerProcess<Move, Entry> {
  readonly master: OwnMaster<Position, Move, Entry>;
}

/** `poll` reads messages where the master searches alone because no worker is there. */
export function createMaster<Position, Move, Entry>(
  common: Common<Position, Move, Entry>,
  seat: ProcessSeat,
  outlet: Outlet,
  poll?: () => void,
): MasterProcess<Position, Move, Entry> {
  let master: OwnMaster<Position, Move, Entry>;
  const process = create(common, seat, outlet, (context, workplace, settings) => {
    master = new OwnMaster(context, { ...workplace, poll }, settings, pathName);
    return master;
  });
  return { ...process, master: master! };
}

export function createWorker<Position, Move, Entry>(
  common: Common<Position, Move, Entry>,
  place: ProcessSeat,
  outlet: Outlet,
): WorkerProcess<Move, Entry> {
  return create(common, place, outlet, (context, workplace, settings) => {
    return new OwnWorker(context, workplace, settings);
  });
}

/** A worker whose entries go round a ring; `pass` passes on the tables of others in the middle of a search. */
export function createRingMember<Position, Move, Entry>(
  common: Common<Position, Move, Entry>,
  seat: ProcessSeat,
  outlet: Outlet,
  ringTimes: LinkTimes,
  delegate?: Delegate<Position, Move>,
): WorkerProcess<Move, Entry> & Pick<RingWorker, 'pass'> {
  const buffer = new EntryBuffer<Entry>();
  let calls!: Calls<Move, Entry>;
  let insert: (hash: number, entry: Entry) => void = () => {};
  const { entry } = vocabularyOf(common.definition);
  const exchange = new OwnExchange<Entry>(buffer, entry, (hash, one) => insert(hash, one));
  const { actor, pass } = createRingWorker(
    (through) => {
      const worker = create(common, seat, through, (context, workplace, settings) => {
        const { program } = workplace;
        insert = (hash, one) => program.insertEntry?.(hash, one);
        return new OwnWorker(context, workplace, settings, buffer, delegate);
      });
      calls = worker.calls;
      return worker.actor;
    },
    ...([seat, outlet, exchange, ringTimes] as const),
  );
  return { actor, calls, pass };
}

/** A middle master: a worker of the group above, and the master of the group below its seat. */
export function createMiddle<Position, Move, Entry>(
  common: Common<Position, Move, Entry>,
  seat: ProcessSeat & { readonly below: ProcessSeat },
  outlet: Outlet,
  { ringTimes, belowTimes, middle }: MiddleOptions,
): WorkerProcess<Move, Entry> & Pick<RingWorker, 'pass'> {
  const { below, ...above } = seat;
  const counters = createCounters();
  const lower = createMaster({ ...common, linkTimes: belowTimes, counters }, below, {
    send: (to, packet) => outlet.send(seat.size + to, packet),
    report: (report) => outlet.report(report),
  });
  const horizon = new SiteHorizon(ownSettings(common.options, 1), middle);
  const delegate = new SiteDelegate(lower.master, horizon);
  const upper = createRingMember({ ...common, counters }, above, outlet, ringTimes, delegate);
  const actor = stackActors(upper.actor, lower.actor, seat.size, () => delegate.isOver);
  return { ...upper, actor };
}

export interface MiddleOptions {
  readonly ringTimes: LinkTimes;
  /** Of the links to the site's workers. */
  readonly belowTimes: LinkTimes;
  readonly middle: Pick<MiddleSettings, 'pieces' | 'grain'>;
}

const vocabularyOf = <Position, Move, Entry>({
  accepts = {},
}: SearchDefinition<Position, Move, Entry>) => ({
  position: structured<Position>(accepts.position),
  move: structured<Move>(accepts.move),
  entry: structured<Entry>(accepts.entry),
});

function create<Position, Move, Entry>(
  { definition, options, shared, linkTimes, counters }: Common<Position, Move, Entry>,
  place: ProcessSeat,
  outlet: Outlet,
  behave: (
    context: ProcessContext<OwnSearchMessage<Position, Move, Entry>>,
    workplace: ConstructorParameters<typeof OwnWorker<Position, Move, Entry>>[1],
    settings: AphidSettings,
  ) => OwnWorker<Position, Move, Entry> | OwnMaster<Position, Move, Entry>,
): WorkerProcess<Move, Entry> {
  const { maxScore } = definition;
  const { self, size, absent = [] } = place;
  const calls = new Calls<Move, Entry>({ process: self, size, shared });
  const program = createProgram(definition, calls);
  const messages = createMessages(vocabularyOf(definition), maxScore);
  const settings = ownSettings(options, size - absent.length);
  const actor = createProcess(
    place,
    messages,
    outlet,
    (context) => behave(context, { program, calls, maxScore }, settings),
    linkTimes,
    counters,
  );
  return { actor, calls };
}
