// The part of a job on a cluster that searches and proofs have in common: the game with its position, and the limits of
// workers and tables.

import type { GameReference } from '../../control-plane/index.js';
import type { GameSource } from '../../games/open.js';

export interface ClusterJob {
  readonly game: GameSource;
  readonly reference: GameReference;
  readonly position: unknown;
  /** Slots to use at most; all if not given. */
  readonly workers?: number | undefined;
  /** Of all tables together; workers that come later bring as much as the others each. */
  readonly tableBytes: number;
  /** Version of the package. */
  readonly version: string;
  /** Drawn if not given. */
  readonly job?: string | undefined;
}
