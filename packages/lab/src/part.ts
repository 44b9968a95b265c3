// A part of an experiment: some depths, positions or numbers of processors of those that it has. Its runs
// are the same as in the whole, so that what is finished counts in both.
import { inputError, PlyadesError } from 'plyades/internal/core/errors.js';
import { err, ok, type Result, unwrap } from 'plyades/internal/core/result.js';
import type { ProfileName } from 'plyades/internal/sim/index.js';
import type { Choices, Dimensions, Experiment, Run, Scale } from './experiment.js';
import { spread } from './positions.js';

/** What is kept; all of a dimension that is not given. */
export interface Part {
  readonly depth?: readonly number[];
  /** So many of each game, spread over those that there are. */
  readonly positions?: number;
  readonly processors?: readonly number[];
}

/** Whole at a scale and under some profiles, or only a part of that. */
export interface Extent {
  readonly scale: Scale;
  /** For experiments that are `profiled`; all of them if not given. */
  readonly profiles?: readonly ProfileName[];
  readonly part?: Part;
  /** For experiments that have such choices. */
  readonly choices?: Choices;
}

/** Why a part cannot be. */
export interface PartError {
  readonly dimension: keyof Part;
  /** One sentence without a full stop. */
  readonly message: string;
}

/** The runs of a part, in their order. A part that the experiment does not have is refused. */
export function partOf<S>(
  experiment: Experiment<S, unknown>,
  { scale, profiles, part = {}, choices }: Extent,
): Result<readonly Run<S>[], PartError> {
  let runs = experiment.runs(scale, profiles, choices);
  const dimensionsOf = ({ settings }: Run<S>): Dimensions =>
    experiment.dimensions?.(settings) ?? {};
  const refuse = (dimension: keyof Part, message: string) => err({ dimension, message });
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

/** The same, where a part that cannot be is an exception. */
export function runsOf<S>(experiment: Experiment<S, unknown>, extent: Extent): readonly Run<S>[] {
  return unwrap(partOf(experiment, extent), ({ dimension, message }) =>
    PlyadesError.refusing(inputError('ERR_OPTION', `${dimension}: ${message}`, dimension)),
  );
}
