// Records by lot, and a sink that keeps what it gets.
import fc from 'fast-check';
import { bounds } from '#dist/core/score.js';
import { nodeStates, pieceKinds, pieceOutcomes, processStates } from '#dist/core/trace.js';
import type { RecordSink } from '#dist/trace/records.js';

export type SinkCall = {
  [K in keyof RecordSink]: [K, ...Parameters<RecordSink[K]>];
}[keyof RecordSink];

const process = fc.nat(7);
const time = fc.nat(1e12);
const move = fc.integer({ min: -10, max: 70_000 });
const path = fc.array(move, { maxLength: 6 });
const value = fc.oneof(fc.constant(Number.NaN), fc.integer(), fc.double().map(noNegativeZero));
const count = fc.oneof(fc.constant(Number.NaN), fc.nat());
const later = (at: number, span: number) => (span < 0 ? Number.NaN : at + span);
const span = fc.integer({ min: -1, max: 1e9 });
const depth = fc.oneof(fc.constant(Number.NaN), fc.nat(255));
const window = { alpha: value, beta: value };

/** One call of a sink, with any record that can be. */
export const anyCall: fc.Arbitrary<SinkCall> = fc.oneof(
  fc.tuple(fc.constant('state'), process, time, fc.constantFrom(...processStates)),
  fc
    .record({
      ...{ process, piece: fc.nat(), from: time, path, depth, ...window, ahead: fc.boolean() },
      kind: fc.constantFrom(...pieceKinds),
    })
    .map((each) => ['pieceBegin', each]),
  fc.tuple(fc.constant('progress'), process, fc.nat(), fc.nat()),
  fc
    .record({
      ...{ process, piece: fc.nat(), to: time, nodes: fc.nat(), depth, ...window, value },
      outcome: fc.constantFrom(...pieceOutcomes),
      bound: fc.constantFrom(undefined, ...bounds),
    })
    .map((each) => ['pieceEnd', each]),
  fc
    .record({ from: process, to: process, sentAt: time, span, bytes: fc.nat() })
    .map(({ span: after, ...each }) => [
      'message',
      { ...each, receivedAt: later(each.sentAt, after) },
    ]),
  fc
    .record({ process, at: time, nodes: count, tableHits: count, queue: count })
    .map((each) => ['sample', each]),
  fc
    .record({ process, from: time, span: fc.nat(), pass: fc.nat(), depth, visits: count })
    .chain((each) => fc.record({ value, uncertain: count }).map((more) => ({ ...each, ...more })))
    .map(({ span: after, ...each }) => ['pass', { ...each, to: each.from + after }]),
  fc
    .record({
      ...{
        process,
        at: time,
        node: fc.integer({ min: 1, max: 1e6 }),
        move,
        owner: fc.integer({ min: -1, max: 7 }),
      },
      ...{ ...window, taskAlpha: value, taskBeta: value, value, lower: value, upper: value },
      ...{ proof: value, disproof: value, predicted: fc.boolean() },
      state: fc.constantFrom(...nodeStates),
    })
    .chain((each) =>
      fc.integer({ min: -1, max: each.node - 1 }).map((parent) => ({ ...each, parent })),
    )
    .map((each) => ['treeChange', each]),
  fc
    .record({ process, at: time, type: fc.constantFrom('crash', 'pause', 'slow'), span })
    .map(({ span: after, ...each }) => ['fault', { ...each, until: later(each.at, after) }]),
  fc
    .record({ at: time, depth: fc.nat(255), value, bound: fc.constantFrom(...bounds), pv: path })
    .map((each) => ['depth', each]),
  fc.tuple(fc.constant('endOfRun'), time),
) as fc.Arbitrary<SinkCall>;

/** Calls a sink. */
export function call(sink: RecordSink, [name, ...given]: SinkCall): void {
  (sink[name] as (...given: unknown[]) => void)(...given);
}

/** A sink that keeps its calls. */
export function collector(): { readonly sink: RecordSink; readonly calls: SinkCall[] } {
  const calls: SinkCall[] = [];
  const sink = new Proxy({} as RecordSink, {
    get:
      (_, name) =>
      (...given: unknown[]) =>
        calls.push([name, ...given] as SinkCall),
  });
  return { sink, calls };
}

/** Zero has no sign in a trace. */
function noNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}
