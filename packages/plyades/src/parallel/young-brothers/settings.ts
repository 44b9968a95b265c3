// The numbers of Young Brothers Wait. Times are the least ones: where messages are slow, a process must
// wait for an answer before it takes silence for one.
import type { Micros } from '../actor.js';
import type { Task } from '../algorithm.js';

export interface YoungBrothersSettings {
  /** Searches of a process, from 2 to as many as its host provides. The last is kept for work that came back and never splits. */
  readonly searches: number;
  /** Children of a node of type 2 that are searched one after the other before it is split. */
  readonly reasonable: number;
  /** Nodes of a piece of work that is worth giving away. 0: measured, where links say how long they take. */
  readonly grain: number;
  /** Measured, such a piece is so much of what a process searches in a round trip. */
  readonly grainTrips: number;
  /** Whether a process asks for its next piece of work when it begins the last one it has. */
  readonly ahead: boolean;
  /** A process asked for work that has none yet may take at least so long before another is asked. */
  readonly patience: Micros;
  /** After some refusals a process waits at least so long before it asks again, then twice as long, ... */
  readonly rest: Micros;
}

export const SETTINGS: YoungBrothersSettings = {
  searches: 6,
  reasonable: 1,
  grain: 0,
  grainTrips: 0.08,
  ahead: true,
  patience: 500,
  rest: 100,
};

/** Patience and rest in round trips: about what the usual ones are between threads. */
const PATIENCE = 3;
const REST = 1;

/** The settings of one search, with its own changes and the times that its links call for. */
export function completeSettings(
  settings: YoungBrothersSettings,
  { youngBrothers, linkTimes }: Task,
): YoungBrothersSettings {
  const changed = { ...settings, ...youngBrothers };
  const roundTrip = linkTimes?.roundTrip ?? 0;
  return {
    ...changed,
    patience: Math.max(changed.patience, PATIENCE * roundTrip),
    rest: Math.max(changed.rest, REST * roundTrip),
  };
}
