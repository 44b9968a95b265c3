// Selects runs of an experiment: by scale and cost profile, and by depth, position or number of processors. A selected
// run is the same run as in the whole experiment, so finished ones count in both.
import { inputError, PlyadesError } from 'plyades/internal/core/errors.js';
import { err, ok, type Result, unwrap } from 'plyades/internal/core/result.js';
import type { ProfileName } from 'plyades/internal/sim/index.js';
import type {
  EngineChoices,
  Experiment,
  ExperimentRun,
  RunDimensions,
  Scale,
} from './experiment.js';
import { spread } from './positions.js';

/** The runs to keep; a dimension that is not given keeps all. */
export interface RunFilter {
  readonly depth?: readonly number[];
  /** The number for each game, spread evenly over its positions. */
  readonly positions?: number;
  readonly processors?: readonly number[];
}

/** The runs of a scale and of some profiles, all or filtered. */
export interface RunSelection {
  readonly scale: Scale;
  /** For experiments that are `profiled`; all of them if not given. */
  readonly profiles?: readonly ProfileName[];
  readonly part?: RunFilter;
  /** For experiments that take engine options. */
  readonly choices?: EngineChoices;
}

/** Why a filter is refused. */
export interface RunFilterError {
  readonly dimension: keyof RunFilter;
  /** One sentence without a full stop. */
  readonly message: string;
}

/** The selected runs in the experiment's order; a filter that keeps none of them is refused. */
export function filterRuns<S>(
  experiment: Experiment<S, unknown>,
  { scale, profiles, part = {}, choices }: RunSelection,
): Result<readonly ExperimentRun<S>[], RunFilterError> {
  let runs = experiment.runs(scale, profiles, choices);
  const dimensionsOf = ({ settings }: ExperimentRun<S>): RunDimensions =>
    experiment.dimensions?.(settings) ?? {};
  const refuse = (dimension: keyof RunFilter, message: string) => err({ dimension, message });
  for (const dimension of ['depth', 'processors'] as const) {
    const wanted = part[dimension];
    if (wanted === undefined) continue;
    const known = new Set(runs.flatMap((run) => dimensionsOf(run)[dimension] ?? []));
    if (known.size === 0) return refuse(dimension, `${experiment.name} has no choice of it`);
    const unknown = wanted.find((one) => !known.has(one));
    if (unknown !== undefined) {
      const expected = [...known].sort((a, b) => a - b).join(', ');
      return refuse(dimension, `${unknown} is refused: scale ${scale} has ${expected}`);
    }
    runs = runs.filter((run) => {
      const own = dimensionsOf(run)[dimension];
      return own === undefined || wanted.includes(own);
    });
  }
  if (part.positions === undefined) return ok(runs);
  const games = new Map<string, Set<string>>();
  for (const run of runs) {
    const { game, position } = dimensionsOf(run);
    if (game === undefined || position === undefined) continue;
    games.set(game, (games.get(game) ?? new Set()).add(position));
  }
  if (games.size === 0) return refuse('positions', `${experiment.name} has no choice of it`);
  const most = Math.max(...[...games.values()].map(({ size }) => size));
  if (part.positions > most) {
    return refuse(
      'positions',
      `${part.positions} is refused: scale ${scale} has ${most} of a game`,
    );
  }
  const kept = new Map<string, readonly string[]>();
  for (const [game, positions] of games) {
    kept.set(game, spread([...positions], Math.min(part.positions, positions.size)));
  }
  return ok(
    runs.filter((run) => {
      const { game, position } = dimensionsOf(run);
      return game === undefined || position === undefined || kept.get(game)!.includes(position);
    }),
  );
}

/** The same, with an exception for a filter that is refused. */
export function selectRuns<S>(
  experiment: Experiment<S, unknown>,
  selection: RunSelection,
): readonly ExperimentRun<S>[] {
  return unwrap(filterRuns(experiment, selection), ({ dimension, message }) =>
    PlyadesError.refusing(inputError('ERR_OPTION', `${dimension}: ${message}`, dimension)),
  );
}
