// The runs of `lab/validate`: a prediction is one search, a measurement all algorithms side by side. Predictions come
// first, so that they are on file before anything is measured.
import { inputError, PlyadesError, quote } from 'plyades/internal/core/errors.js';
import type { AlgorithmSettings } from 'plyades/internal/core/search-request.js';
import { coreCount } from 'plyades/internal/hosts/cores.js';
import type { TableKind } from 'plyades/internal/parallel/algorithm.js';
import { type RealHost, realHosts } from 'plyades/internal/sim/index.js';
import type { ExperimentRun, Scale } from '../experiment.js';
import type { TestPosition } from '../positions.js';
import { machineProfile, placeOf, type ValidationPlan, validationPlan } from './settings.js';

interface Common {
  readonly place: TestPosition<string>;
  readonly depth: number;
  readonly machine: string;
  readonly host: RealHost;
  readonly table: TableKind;
  readonly workers: number;
  readonly hash: number;
}

export interface PredictSettings extends Common {
  readonly kind: 'predict';
  readonly algorithm: string;
  readonly settings: AlgorithmSettings;
}

export interface MeasureSettings extends Common {
  readonly kind: 'measure';
  readonly algorithms: Readonly<Record<string, object>>;
  readonly rounds: number;
}

export type ValidateSettings = PredictSettings | MeasureSettings;

interface Size {
  /** Of each game. */
  readonly positions: number;
  readonly rounds: number;
  /** Plies less than the plan's. */
  readonly less: number;
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: { positions: 1, rounds: 1, less: 4 },
  short: { positions: 2, rounds: 2, less: 0 },
  full: { positions: 4, rounds: 3, less: 0 },
};

const KINDS = ['predict', 'measure'] as const;

/** Runs of a scale; `ways` are kinds, hosts and machines, each all of them if none is named. */
export function runsOf(
  scale: Scale,
  ways: string | undefined,
  plan: ValidationPlan = validationPlan(),
): ExperimentRun<ValidateSettings>[] {
  const { positions, rounds, less } = SIZES[scale];
  const names = plan.machines.map(({ name }) => name);
  const wanted = ways?.split(',').map((each) => each.trim()) ?? [];
  const unknown = wanted.find((way) => ![...KINDS, ...realHosts, ...names].includes(way));
  if (unknown !== undefined) {
    const expected = [...KINDS, ...realHosts, ...names].join(', ');
    const message = `--way: ${quote(unknown)} is refused: expected some of ${expected}`;
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, unknown));
  }
  const isWanted = (all: readonly string[], name: string) =>
    wanted.includes(name) || !all.some((each) => wanted.includes(each));
  const searches = plan.machines
    .filter(({ name }) => isWanted(names, name))
    .flatMap(({ name: machine, hosts }) =>
      hosts
        .filter(({ host }) => isWanted(realHosts, host))
        .flatMap(({ host, table, workers: counts }) =>
          Object.entries(plan.positions).flatMap(([game, drawn]) =>
            drawn.slice(0, positions).flatMap((position, index) =>
              counts.map((workers): Common => {
                const depth = Math.max(1, position.depth - less);
                const place = placeOf(game, position, index);
                return { place, depth, machine, host, table, workers, hash: plan.hash };
              }),
            ),
          ),
        ),
    );
  const predictions = searches.flatMap((search) =>
    Object.entries(plan.algorithms).map(([algorithm, settings]) =>
      named({
        kind: 'predict',
        ...search,
        algorithm,
        settings: settingsOn(search.host, algorithm, settings),
      }),
    ),
  );
  const algorithmsOn = (host: RealHost) =>
    Object.fromEntries(
      Object.entries(plan.algorithms).map(([name, own]) => [name, settingsOn(host, name, own)]),
    );
  const measurements = searches.map((search) =>
    named({ kind: 'measure', ...search, algorithms: algorithmsOn(search.host), rounds }),
  );
  return [
    ...(isWanted(KINDS, 'predict') ? predictions : []),
    ...(isWanted(KINDS, 'measure') ? measurements : []),
  ];
}

/** A share of results that is checked is drawn in secret, so it is left out of both sides. */
const settingsOn = (
  host: RealHost,
  algorithm: string,
  settings: AlgorithmSettings,
): AlgorithmSettings =>
  host === 'nats' && algorithm === 'aphid' ? { ...settings, check: 0 } : settings;

export function named(settings: ValidateSettings): ExperimentRun<ValidateSettings> {
  const { kind, place, depth, machine, host, table, workers } = settings;
  const who = settings.kind === 'predict' ? settings.algorithm : `${settings.rounds} rounds`;
  const where = `${machine}, ${host}, ${workers} workers, ${table}`;
  return {
    id: `${kind}, ${where}, ${place.game}, ${place.name}, depth ${depth}, ${who}`,
    settings,
  };
}

/** Throws a PlyadesError on a machine with another number of cores than the one that the profile describes. */
export async function checkCores({ host, machine }: MeasureSettings): Promise<void> {
  const cores = await coreCount();
  const described = machineProfile(machine).hosts?.[host]?.cores;
  if (cores === described) return;
  const message = `${machine} has ${described} cores, this machine ${cores}: run it there, or take --way predict`;
  throw new PlyadesError('ERR_MISSING_PART', message);
}
