// A trace for Perfetto, `.pftrace`: TrackEvent packets as its viewer reads them. Numbers of fields are those of
// Perfetto's protocol buffers; names that occur often are written once and referred to.
import type { TraceTime } from '../core/trace.js';
import { TraceBytes } from './bytes.js';
import type { TraceLog } from './log.js';
import { ProtoMessage } from './protobuf.js';
import {
  counterValues,
  type Facts,
  moments,
  PIECE_TRACKS,
  processName,
  slices,
  type TrackName,
} from './timeline.js';

/** Fields of Trace, TracePacket, TrackEvent, TrackDescriptor and what they hold. */
const TRACE = { packet: 1 } as const;
const PACKET = {
  ...{ timestamp: 8, sequence: 10, trackEvent: 11, internedData: 12 },
  ...{ sequenceFlags: 13, trackDescriptor: 60, firstOnSequence: 87 },
} as const;
const EVENT = {
  ...{ annotations: 4, type: 9, nameId: 10, track: 11 },
  ...{ counterValue: 30, doubleCounterValue: 44, flows: 47, endingFlows: 48 },
} as const;
const ANNOTATION = { nameId: 1, int: 4, double: 5, text: 6 } as const;
const INTERNED = { eventNames: 2, annotationNames: 3, id: 1, name: 2 } as const;
const TRACK = { id: 1, name: 2, process: 3, thread: 4, parent: 5, counter: 8 } as const;
const PROCESS = { pid: 1, name: 6 } as const;
const THREAD = { pid: 1, tid: 2, name: 5 } as const;

const SLICE_BEGIN = 1;
const SLICE_END = 2;
const INSTANT = 3;
const COUNTER = 4;

/** The first packet forgets names of earlier ones; all others need the names of the first. */
const CLEARED = 1;
const NEEDED = 2;
const SEQUENCE = 1;
const PID = 1;

/** Tracks of a process: states, passes, two counters, pieces. */
const TRACKS_OF_PROCESS = 4 + PIECE_TRACKS;
const SEARCH_TRACK = 1;

function trackOf(process: number, track: TrackName | 'nodes' | 'queue'): number {
  const first = SEARCH_TRACK + 1 + process * TRACKS_OF_PROCESS;
  const named = ['states', 'passes', 'nodes', 'queue'] as const;
  return typeof track === 'number' ? first + named.length + track : first + named.indexOf(track);
}

/** The bytes of a Perfetto trace: the same for the same log. */
export function makePerfetto(log: TraceLog): Uint8Array<ArrayBuffer> {
  const names = new Names();
  const events = eventsOf(log, names);
  const out = new TraceBytes(1 << 16);
  const put = (packet: ProtoMessage) => {
    packet.unsigned(PACKET.sequence, SEQUENCE);
    const bytes = new ProtoMessage().message(TRACE.packet, packet).take();
    out.raw(bytes);
  };
  const first = new ProtoMessage(1024)
    .unsigned(PACKET.firstOnSequence, 1)
    .unsigned(PACKET.sequenceFlags, CLEARED)
    .message(PACKET.internedData, names.message());
  put(first);
  for (const descriptor of descriptors(log)) {
    put(new ProtoMessage().message(PACKET.trackDescriptor, descriptor));
  }
  for (const { at, event } of events) {
    put(
      new ProtoMessage()
        .unsigned(PACKET.timestamp, at)
        .unsigned(PACKET.sequenceFlags, NEEDED)
        .message(PACKET.trackEvent, event),
    );
  }
  return out.take();
}

/** Names of events and annotations, numbered from 1. */
class Names {
  readonly #events = new Map<string, number>();
  readonly #annotations = new Map<string, number>();

  event = (name: string): number => numberIn(this.#events, name);
  annotation = (name: string): number => numberIn(this.#annotations, name);

  message(): ProtoMessage {
    const message = new ProtoMessage(1024);
    const write = (field: number, names: ReadonlyMap<string, number>) => {
      for (const [name, id] of names) {
        const entry = new ProtoMessage().unsigned(INTERNED.id, id).text(INTERNED.name, name);
        message.message(field, entry);
      }
    };
    write(INTERNED.eventNames, this.#events);
    write(INTERNED.annotationNames, this.#annotations);
    return message;
  }
}

function numberIn(names: Map<string, number>, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size + 1);
  return names.size;
}

interface TimedEvent {
  readonly at: TraceTime;
  /** Of one time, slices end before others begin. */
  readonly rank: number;
  readonly event: ProtoMessage;
}

function eventsOf(log: TraceLog, names: Names): TimedEvent[] {
  const events: TimedEvent[] = [];
  for (const { process, track, from, to, name, facts } of slices(log)) {
    const id = trackOf(process, track);
    const begin = eventOf(SLICE_BEGIN, id).unsigned(EVENT.nameId, names.event(name));
    events.push({ at: from, rank: 1, event: annotate(begin, facts, names) });
    events.push({ at: to, rank: 0, event: eventOf(SLICE_END, id) });
  }
  for (const { process, at, name, facts, flow } of moments(log)) {
    const id = process === undefined ? SEARCH_TRACK : trackOf(process, 'states');
    const event = eventOf(INSTANT, id).unsigned(EVENT.nameId, names.event(name));
    if (flow) event.fixed64(flow.end ? EVENT.endingFlows : EVENT.flows, flow.id);
    events.push({ at, rank: 2, event: annotate(event, facts, names) });
  }
  for (const { process, counter, at, value } of counterValues(log)) {
    const event = eventOf(COUNTER, trackOf(process, counter));
    if (Number.isSafeInteger(value)) event.int64(EVENT.counterValue, value);
    else event.double(EVENT.doubleCounterValue, value);
    events.push({ at, rank: 3, event });
  }
  return events.sort((a, b) => a.at - b.at || a.rank - b.rank);
}

const eventOf = (type: number, track: number): ProtoMessage =>
  new ProtoMessage().unsigned(EVENT.type, type).unsigned(EVENT.track, track);

function annotate(event: ProtoMessage, facts: Facts, names: Names): ProtoMessage {
  for (const [name, value] of Object.entries(facts)) {
    const annotation = new ProtoMessage().unsigned(ANNOTATION.nameId, names.annotation(name));
    if (typeof value === 'string') annotation.text(ANNOTATION.text, value);
    else if (Number.isSafeInteger(value)) annotation.int64(ANNOTATION.int, value);
    else annotation.double(ANNOTATION.double, value);
    event.message(EVENT.annotations, annotation);
  }
  return event;
}

/** The tracks that are used. */
function* descriptors(log: TraceLog): Generator<ProtoMessage> {
  const { algorithm, game } = log.header;
  const search = new ProtoMessage()
    .unsigned(PROCESS.pid, PID)
    .text(PROCESS.name, `${algorithm}, ${game}`);
  yield new ProtoMessage().unsigned(TRACK.id, SEARCH_TRACK).message(TRACK.process, search);
  const used = usedTracks(log);
  for (const process of log.lanes.keys()) {
    const name = processName(log, process);
    const thread = new ProtoMessage()
      .unsigned(THREAD.pid, PID)
      .unsigned(THREAD.tid, PID + 1 + process)
      .text(THREAD.name, name);
    const states = trackOf(process, 'states');
    yield new ProtoMessage()
      .unsigned(TRACK.id, states)
      .message(TRACK.thread, thread)
      .unsigned(TRACK.parent, SEARCH_TRACK);
    const below = (id: number, what: string) =>
      new ProtoMessage()
        .unsigned(TRACK.id, id)
        .text(TRACK.name, `${name}: ${what}`)
        .unsigned(TRACK.parent, SEARCH_TRACK);
    if (used.has(trackOf(process, 'passes'))) yield below(trackOf(process, 'passes'), 'passes');
    for (let track = 0; track < PIECE_TRACKS; track++) {
      if (used.has(trackOf(process, track))) yield below(trackOf(process, track), 'pieces');
    }
    for (const counter of ['nodes', 'queue'] as const) {
      const id = trackOf(process, counter);
      if (used.has(id)) yield below(id, counter).message(TRACK.counter, new ProtoMessage());
    }
  }
}

function usedTracks(log: TraceLog): Set<number> {
  const used = new Set<number>();
  for (const { process, track } of slices(log)) used.add(trackOf(process, track));
  for (const { process, counter } of counterValues(log)) used.add(trackOf(process, counter));
  return used;
}
