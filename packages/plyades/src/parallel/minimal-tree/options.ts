// What a user may set of the search with predicted minimal trees: the choices that the paper compares,
// and what goes past it. docs/minimal-tree.md says what each is worth.

export interface MinimalTreeOptions {
  /** Plies of the master's tree, d'; below the depth of the search. Chosen by its width if not given. */
  readonly horizon?: number;
  /** Whether workers report what they find at every depth, or only at the last one. */
  readonly updates?: boolean;
  /** Whether the master tests all but the most promising child with a null window. */
  readonly negascout?: boolean;
  /**
   * By how much a window of the pass is widened on both sides for the workers; `auto` follows how far
   * the value of the root still moves. `off` gives them the window that proved values leave open.
   */
  readonly epsilon?: number | 'auto' | 'off';
  /** Whether windows of a pass that are no null windows are widened and given out, too. */
  readonly estimateWindows?: boolean;
  /** Whether among children that would cut the one that is known deepest comes first, not the best. */
  readonly steady?: boolean;
  /**
   * How many children the master evaluates for their order when it makes the moves of a node; 0 for none. So many of
   * those on the horizon, all of the others; the rest is evaluated when the search comes to it. If not given, 3,
   * or all where there are few processes.
   */
  readonly presort?: number;
  /** Whether a search is given up only when its position is not wanted any more, not for a better one. */
  readonly persist?: boolean;
  /** Whether workers search by alpha-beta with internal deepening (figure 1), or by our best search. */
  readonly textbook?: boolean;
  /** Whether idle workers search parts of what takes others long. */
  readonly split?: boolean;
  /** Whether such a part comes with what the table of its owner knows of it, where tables are local. */
  readonly handOver?: boolean;
  /**
   * On a ring of tables: workers share what they find up to so many plies below their positions and nothing from
   * deeper, as in the paper. If not given, what is worth most.
   */
  readonly sharing?: number;
  /** Whether passes leave out what would come to the same as in the last one, or are whole. */
  readonly incremental?: boolean;
  /** Whether every pass sends all its tasks again, as the paper's does, or only what has changed. */
  readonly resend?: boolean;
  /**
   * Whether the search takes all depths in turn and reports each. If not given, it does where a clock or
   * a person may end it early, and goes straight to the last depth in simulations without a limit.
   */
  readonly deepening?: boolean;
}

type Optional = 'horizon' | 'deepening' | 'sharing';

export type Settings = Required<Omit<MinimalTreeOptions, Optional>> &
  Pick<MinimalTreeOptions, Optional>;

/** The rules of the paper's first experiments (section 4). */
export const PAPER: MinimalTreeOptions = {
  updates: true,
  negascout: false,
  epsilon: 'off',
  estimateWindows: false,
  steady: false,
  presort: 0,
  persist: false,
  textbook: true,
  split: false,
  handOver: false,
  incremental: false,
  resend: true,
};

/** Up to so many processes the master has the time to evaluate all children for their order. */
const FEW = 16;

/** The settings of a search by so many processes. */
export function completeOptions(options: MinimalTreeOptions, processes = FEW): Settings {
  return {
    updates: true,
    negascout: true,
    epsilon: 'auto',
    estimateWindows: false,
    steady: true,
    presort: processes > FEW ? 3 : 256,
    persist: true,
    textbook: false,
    split: true,
    handOver: false,
    incremental: true,
    resend: false,
    ...options,
  };
}
