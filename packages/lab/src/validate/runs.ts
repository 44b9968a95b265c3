// The runs of `lab/validate`: a prediction is one search, a measurement all algorithms side by side. Predictions come
// first, so that they are on file before anything is measured.
import { inputError, PlyadesError, quote } from 'plyades/internal/core/errors.js';
import type { AlgorithmSettings } from 'plyades/internal/core/search-request.js';
import { coreCount } from 'plyades/internal/hosts/cores.js';
import type { TableKind } from 'plyades/internal/parallel/algorithm.js';
import { type RealHost, realHosts } from 'plyades/internal/sim/index.js';
import type { ExperimentRun, Scale } from '../experiment.js';
import type { TestPosition } from '../positions.js';
import {
  frozenProfile,
  type Machine,
  placeOf,
  type ValidationPlan,
  type ValidationRound,
  validationPlan,
} from './settings.js';

interface Common {
  /** Of the validation; a row without it is of round 1. */
  readonly round: number;
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
  /** How often each search is measured; rows of round 1 call it `rounds`. */
  readonly repeats: number;
}

export type ValidateSettings = PredictSettings | MeasureSettings;

interface Size {
  /** Of each game. */
  readonly positions: number;
  readonly repeats: number;
  /** Plies less than the plan's. */
  readonly less: number;
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: { positions: 1, repeats: 1, less: 4 },
  short: { positions: 2, repeats: 2, less: 0 },
  full: { positions: 4, repeats: 3, less: 0 },
};

const KINDS = ['predict', 'measure'] as const;

/** What is chosen of a plan. */
interface Choice {
  /** Kinds, hosts, machines, rounds, games and algorithms, with commas between them; of each all if none is named. */
  readonly way?: string | undefined;
  /** Of each measured search; the scale's if not given. */
  readonly repeats?: number | undefined;
}

/** Runs of a scale. */
export function runsOf(
  scale: Scale,
  { way: ways, repeats = SIZES[scale].repeats }: Choice = {},
  plan: ValidationPlan = validationPlan(),
): ExperimentRun<ValidateSettings>[] {
  const { positions, less } = SIZES[scale];
  const names = plan.machines.map(({ name }) => name);
  const rounds = plan.rounds.map(wayOf);
  const games = Object.keys(plan.nodes);
  const algorithms = Object.keys(plan.algorithms);
  const known = [...KINDS, ...realHosts, ...names, ...rounds, ...games, ...algorithms];
  const wanted = ways?.split(',').map((each) => each.trim()) ?? [];
  const unknown = wanted.find((way) => !known.includes(way));
  if (unknown !== undefined) {
    const expected = known.join(', ');
    const message = `--way: ${quote(unknown)} is refused: expected some of ${expected}`;
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, unknown));
  }
  const isWanted = (all: readonly string[], name: string) =>
    wanted.includes(name) || !all.some((each) => wanted.includes(each));
  const searchedBy = Object.entries(plan.algorithms).filter(([name]) => isWanted(algorithms, name));
  const searchesOn = ({ round, positions: drawn }: ValidationRound, machine: Machine): Common[] =>
    machine.hosts
      .filter(({ host }) => isWanted(realHosts, host))
      .flatMap(({ host, table, workers: counts }) =>
        Object.entries(drawn).flatMap(([game, list]) =>
          (isWanted(games, game) ? list : []).slice(0, positions).flatMap((position, index) =>
            counts.map((workers): Common => {
              const depth = Math.max(1, position.depth - less);
              const place = placeOf(game, position, index);
              const where = { machine: machine.name, host, table, workers };
              return { round, place, depth, ...where, hash: plan.hash };
            }),
          ),
        ),
      );
  const searches = plan.rounds
    .filter((round) => isWanted(rounds, wayOf(round)))
    .flatMap((round) =>
      plan.machines
        .filter(({ name }) => round.machines.includes(name) && isWanted(names, name))
        .flatMap((machine) => searchesOn(round, machine)),
    );
  const predictions = searches.flatMap((search) =>
    searchedBy.map(([algorithm, settings]) =>
      named({
        kind: 'predict',
        ...search,
        algorithm,
        settings: settingsOn(search.host, algorithm, settings),
      }),
    ),
  );
  const algorithmsOn = (host: RealHost) =>
    Object.fromEntries(searchedBy.map(([name, own]) => [name, settingsOn(host, name, own)]));
  const isPart = searchedBy.length < algorithms.length;
  const measurements = searches.map((search) => {
    const run = named({
      kind: 'measure',
      ...search,
      algorithms: algorithmsOn(search.host),
      repeats,
    });
    return isPart
      ? { ...run, id: `${run.id} of ${searchedBy.map(([name]) => name).join(', ')}` }
      : run;
  });
  return [
    ...(isWanted(KINDS, 'predict') ? predictions : []),
    ...(isWanted(KINDS, 'measure') ? measurements : []),
  ];
}

/** As `--way` names it. */
const wayOf = ({ round }: ValidationRound): string => `round-${round}`;

/** A share of results that is checked is drawn in secret, so it is left out of both sides. */
const settingsOn = (
  host: RealHost,
  algorithm: string,
  settings: AlgorithmSettings,
): AlgorithmSettings =>
  host === 'nats' && algorithm === 'aphid' ? { ...settings, check: 0 } : settings;

/** The ids of round 1 are those of the rows that were made before there was a second round. */
export function named(settings: ValidateSettings): ExperimentRun<ValidateSettings> {
  const { kind, round, place, depth, machine, host, table, workers } = settings;
  const repeats = round === 1 ? 'rounds' : 'repeats';
  const who = settings.kind === 'predict' ? settings.algorithm : `${settings.repeats} ${repeats}`;
  const which = round === 1 ? kind : `${kind}, round ${round}`;
  const where = `${machine}, ${host}, ${workers} workers, ${table}`;
  return {
    id: `${which}, ${where}, ${place.game}, ${place.name}, depth ${depth}, ${who}`,
    settings,
  };
}

/** Throws a PlyadesError on a machine with another number of cores than the one that the profile describes. */
export async function checkCores({ round, host, machine }: MeasureSettings): Promise<void> {
  const cores = await coreCount();
  const described = frozenProfile(round, machine).profile.hosts?.[host]?.cores;
  if (cores === described) return;
  const message = `${machine} has ${described} cores, this machine ${cores}: run it there, or take --way predict`;
  throw new PlyadesError('ERR_MISSING_PART', message);
}
