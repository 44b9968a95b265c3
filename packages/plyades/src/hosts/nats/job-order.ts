// What is asked of a cluster, be it a search or a proof: the game and where it stands, here and for workers, and who
// may take part.

import type { GameReference } from '../../control-plane/index.js';
import type { GameSource } from '../../games/open.js';
import type { ClusterWork } from './master.js';

export interface JobOrder {
  readonly game: GameSource;
  readonly reference: GameReference;
  readonly position: unknown;
  /** Slots to use at most; all if not given. */
  readonly workers?: number | undefined;
  /** Of all tables together; workers that come later bring as much as the others each. */
  readonly tableBytes: number;
  /** Of the package. */
  readonly version: string;
  /** Drawn if not given. */
  readonly job?: string | undefined;
}

/** The fields that the job's master needs unchanged. */
export const workOf = ({
  reference,
  version,
  job,
  workers,
  tableBytes,
}: JobOrder): Pick<ClusterWork, 'reference' | 'version' | 'job' | 'workers' | 'tableBytes'> => ({
  reference,
  version,
  job,
  workers,
  tableBytes,
});
