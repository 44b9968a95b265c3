// What a user may set of APHID. The first two numbers are the ones that section 5.4 asks of every
// user; the others were constants of the thesis's programs, or name a rule that goes past it.

export interface AphidOptions {
  /** Least size of a piece of work on average, in nodes that are not leaves; 0: found by the run. */
  readonly minSize?: number;
  /** Least number of pieces of work for each worker. */
  readonly minPieces?: number;
  /** The parallelization horizon d', in plies; found from statistics if not given. */
  readonly horizon?: number;
  /** A piece this many times as large as the average is exempted from the horizon. */
  readonly exemption?: number;
  /** How much a window is widened for each uncertain left branch; `learned` from the root's values. */
  readonly width?: number | 'learned';
  /** Half the window of the principal variation's leaf; 0 opens it fully, as the thesis does. */
  readonly aspiration?: number;
  /** Nodes that a worker searches at least between two score updates; 0: found by the run. */
  readonly updateNodes?: number;
  /** The same, when only scores that nobody waits for yet are to be told. */
  readonly aheadNodes?: number;
  /** Where the run finds `minSize`: this share of what is searched in a round trip, leaves excepted. */
  readonly sizeTrips?: number;
  /** Where it finds `updateNodes`: so many round trips at least. */
  readonly updateTrips?: number;
  /** Where it finds `aheadNodes`: so many times what it finds for `updateNodes`. */
  readonly aheadTimes?: number;
  /** Parts that helpers are given take so many round trips at least, on average. */
  readonly partTrips?: number;
  /** How many uncertain leaves of a pass count as the first ones. */
  readonly firstLeaves?: number;
  /** Whether a piece that is moved keeps its scores. They are true wherever they were found. */
  readonly keepScores?: boolean;
  /** Whether a search under way follows the news: narrower windows, and pieces that left the tree. */
  readonly followNews?: boolean;
  /** Whether work ahead that has to wait goes on later, instead of being given up. */
  readonly suspend?: boolean;
  /** Whether workers that have nothing required to do search parts of other workers' pieces. */
  readonly help?: boolean;
  /** Whether a pass leaves out what has not changed since the last one. */
  readonly incremental?: boolean;
  /** Whether a change of place that can wait travels with what cannot. */
  readonly deferPlaces?: boolean;
  /**
   * Exact mode: the share of all results, 0 to 1, that another worker searches again, to find workers that
   * lie. Workers do not help each other then.
   */
  readonly check?: number;
}

export type Settings = Required<Omit<AphidOptions, 'horizon'>> & Pick<AphidOptions, 'horizon'>;

/** The constants and rules of the thesis, where ours differ: they were found to be faster. */
export const THESIS: AphidOptions = {
  minSize: 25,
  minPieces: 10,
  exemption: 75,
  keepScores: false,
  followNews: false,
  suspend: false,
  help: false,
  incremental: false,
  width: 'learned',
  aheadNodes: 1,
  deferPlaces: false,
};

/** The settings of a search. */
export function completeOptions(options: AphidOptions): Settings {
  return {
    minSize: 0,
    minPieces: 30,
    exemption: 8,
    aspiration: 0,
    updateNodes: 0,
    // Shares that were good for Othello under profile `paper`.
    sizeTrips: 0.08,
    updateTrips: 0.75,
    aheadTimes: 4,
    // A helper has nothing better to do; a part only has to be worth its owner's messages.
    partTrips: 0.25,
    firstLeaves: 8,
    keepScores: true,
    followNews: true,
    suspend: true,
    help: true,
    incremental: true,
    width: 0,
    aheadNodes: 0,
    deferPlaces: true,
    check: 0,
    ...options,
  };
}

/** Score updates of a worker are so many round trips apart: all together leave the master its time. */
export const updateTripsOf = ({ updateTrips }: Settings, size: number): number =>
  Math.max(updateTrips, size / 56);
