// What a user may set of the search with predicted minimal trees: the choices that the paper compares,
// and what goes past it.

export interface MinimalTreeOptions {
  /** Plies of the master's tree, d'; below the depth of the search. Half of it, or so, if not given. */
  readonly horizon?: number;
  /** Whether workers report what they find at every depth, or only at the last one. */
  readonly updates?: boolean;
  /** Whether the master tests all but the most promising child with a null window. */
  readonly negascout?: boolean;
  /**
   * By how much a null window is widened on both sides for the workers. `off` gives them the window
   * that decided values alone leave open.
   */
  readonly epsilon?: number | 'off';
  /** Whether a pass leaves out subtrees in which nothing has changed. */
  readonly incremental?: boolean;
}

export type Settings = Required<Omit<MinimalTreeOptions, 'horizon'>> &
  Pick<MinimalTreeOptions, 'horizon'>;

/** The rules of the paper's first experiments (section 4). */
export const PAPER: MinimalTreeOptions = {
  updates: true,
  negascout: false,
  epsilon: 'off',
};

export function completeOptions(options: MinimalTreeOptions): Settings {
  return { updates: true, negascout: true, epsilon: 0, incremental: false, ...options };
}
