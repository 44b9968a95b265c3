// The numbers of Young Brothers Wait.
import type { Micros } from '../actor.js';

export interface Settings {
  /** Searches of a process, at least 2. The last is kept for work that came back and never splits. */
  readonly searches: number;
  /** Children of a node of type 2 that are searched one after the other before it is split. */
  readonly reasonable: number;
  /** Nodes of a piece of work that is worth giving away. */
  readonly grain: number;
  /** Whether a process asks for its next piece of work when it begins the last one it has. */
  readonly ahead: boolean;
  /** A process asked for work that has none yet may take so long before another is asked, too. */
  readonly patience: Micros;
  /** After some refusals a process waits so long before it asks again, then twice as long, ... */
  readonly rest: Micros;
}

export const SETTINGS: Settings = {
  searches: 6,
  reasonable: 3,
  grain: 3000,
  ahead: true,
  patience: 2000,
  rest: 100,
};
