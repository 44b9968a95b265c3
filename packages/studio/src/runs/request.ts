// A simulation that the studio can run, share and run again: everything that decides it, and nothing else.
import type { Goal } from 'plyades';
import type { LinkTimes, Profile } from 'plyades/sim';

export interface SimulationRequest {
  /** A game of the library; modules cannot be shared as links. */
  readonly game: string;
  /** As the game's notation writes it; the start when empty. */
  readonly position: string;
  readonly algorithm: string;
  readonly processors: number;
  readonly depth: number;
  readonly mode?: 'exact' | 'play';
  readonly selective?: boolean;
  /** Virtual milliseconds. */
  readonly limitMs?: number;
  readonly horizon?: number;
  readonly table?: 'local' | 'ring' | 'shared';
  /** MiB of all tables together. */
  readonly hash?: number;
  readonly seed: number;
  /** A fault plan as text, `none` for none. */
  readonly faults: string;
  /** The name of a profile, or its numbers. */
  readonly profile: string | Profile;
  /** Settings of the algorithm by name. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What a proof is to show, for which side, and whether workers must show it by moves: see `SimulateProofOptions`. */
  readonly goal?: Goal;
  readonly side?: 0 | 1;
  readonly show?: boolean;
  /** Of runs that a link brought: see `SimulateOptions`. */
  readonly hierarchy?: string;
  readonly flat?: boolean;
  readonly linkTimes?: LinkTimes;
}

/** The algorithm whose simulations are proofs. */
export const PROOF_ALGORITHM = 'pns-dfpn';

/**
 * The search of the guided tour, small enough for a telephone: it takes about a second. The position is a middle game,
 * whose tree is wide enough for 16 processors: Caspard against Shaman, World Championship 1993, after 18 moves.
 */
export const FIRST_REQUEST: SimulationRequest = {
  game: 'othello',
  position: '-----------XO-----XXXO-O--XOXXO---OOOOO---XX-O-----X-O---------- X',
  algorithm: 'minimal-tree',
  processors: 16,
  depth: 9,
  hash: 64,
  seed: 1,
  faults: 'none',
  profile: 'paper',
};
