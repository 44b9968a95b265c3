// When messages to a process are on their way. A process that waits meanwhile waits for the network; one that waits
// without any waits for another process: lanes show the two in different colours.
import type { Lane, MessageRecord } from 'plyades/trace';
import { codeOf, codeOfRecorded } from './states.js';

/** Disjoint times in order: from `from[i]` to `to[i]` something is on its way. */
export interface Flights {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

const NONE: Flights = { from: [], to: [] };

/** The flights to each of some processes. Messages that never arrive count for nothing: no one waits for them. */
export function flightsTo(messages: readonly MessageRecord[], processes: number): Flights[] {
  const flights = Array.from({ length: processes }, () => ({
    from: [] as number[],
    to: [] as number[],
  }));
  let last = Number.NEGATIVE_INFINITY;
  let ordered = true;
  for (const { sentAt } of messages) {
    if (sentAt < last) ordered = false;
    last = sentAt;
  }
  const inOrder = ordered ? messages : [...messages].sort((a, b) => a.sentAt - b.sentAt);
  for (const { to, sentAt, receivedAt } of inOrder) {
    const flight = flights[to];
    if (flight === undefined || !(receivedAt > sentAt)) continue;
    const end = flight.to.length - 1;
    if (end >= 0 && sentAt <= flight.to[end]!) {
      if (receivedAt > flight.to[end]!) flight.to[end] = receivedAt;
    } else {
      flight.from.push(sentAt);
      flight.to.push(receivedAt);
    }
  }
  return flights;
}

/** The states of a process with codes of `laneStates`: in `codes[i]` from `times[i]` until `times[i + 1]`. */
export interface ShownLane {
  readonly times: Float64Array;
  readonly codes: Uint8Array;
}

/** The lane with `on-the-way` where it waits and something is on its way. */
export function showLane(lane: Lane, end: number, flights: Flights = NONE): ShownLane {
  const { times, states } = lane;
  const most = times.length + 2 * flights.from.length;
  const shownTimes = new Float64Array(most);
  const codes = new Uint8Array(most);
  let length = 0;
  let flight = 0;
  const add = (at: number, code: number) => {
    if (length > 0 && shownTimes[length - 1] === at) length--;
    if (length > 0 && codes[length - 1] === code) return;
    shownTimes[length] = at;
    codes[length++] = code;
  };
  for (let i = 0; i < times.length; i++) {
    const from = times[i]!;
    // A process may go on for a while after the answer.
    if (from > end) break;
    const code = codeOfRecorded[states[i]!];
    add(from, code);
    if (code !== codeOf.waiting) continue;
    const to = Math.min(times[i + 1] ?? end, end);
    while (flight < flights.to.length && flights.to[flight]! <= from) flight++;
    while (flight < flights.to.length && flights.from[flight]! < to) {
      const until = flights.to[flight]!;
      add(Math.max(from, flights.from[flight]!), codeOf['on-the-way']);
      // The rest of this flight belongs to a later wait, if to any.
      if (until >= to) break;
      add(until, codeOf.waiting);
      flight++;
    }
  }
  return { times: shownTimes.subarray(0, length), codes: codes.subarray(0, length) };
}
