// What `lab/validate` validates: positions drawn by lot, algorithms, machines. All of it stands in data/validate.json,
// which is committed before anything is measured. A round has positions of its own, drawn after the simulation was
// changed; its costs come from a profile of each machine, data/validate/ROUND/MACHINE.json.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PlyadesError } from 'plyades/internal/core/errors.js';
import type { AlgorithmSettings } from 'plyades/internal/core/search-request.js';
import type { TableKind } from 'plyades/internal/parallel/algorithm.js';
import { checkProfile, type Profile, type RealHost } from 'plyades/internal/sim/index.js';
import type { TestPosition } from '../positions.js';

/** A position drawn by lot: random moves from the start, and the plies of its searches. */
export interface DrawnPosition {
  readonly moves: string;
  readonly depth: number;
  /** Nodes of the sequential search. */
  readonly nodes: number;
}

/** One kind of searches on a machine. */
export interface HostPlan {
  readonly host: RealHost;
  readonly table: TableKind;
  /** Threads or workers that search; a master is one more process. */
  readonly workers: readonly number[];
}

export interface Machine {
  readonly name: string;
  readonly hosts: readonly HostPlan[];
}

/** Positions that are predicted, then measured, all with one state of the simulation. */
export interface ValidationRound {
  readonly round: number;
  /** By which its positions are drawn. */
  readonly seed: number;
  /** Names of the machines that take part. */
  readonly machines: readonly string[];
  readonly positions: Readonly<Record<string, readonly DrawnPosition[]>>;
}

export interface ValidationPlan {
  /** Random moves before a position. */
  readonly plies: number;
  /** Least and most nodes of the sequential search, by game; other positions are drawn again. */
  readonly nodes: Readonly<Record<string, readonly [least: number, most: number]>>;
  /** By name, each with its settings. */
  readonly algorithms: Readonly<Record<string, AlgorithmSettings>>;
  /** MiB of all tables together, and of the sequential search's. */
  readonly hash: number;
  readonly machines: readonly Machine[];
  readonly rounds: readonly ValidationRound[];
}

const file = (path: string) => new URL(`../../data/${path}`, import.meta.url);

let plan: ValidationPlan | undefined;

export function validationPlan(): ValidationPlan {
  plan ??= JSON.parse(readFileSync(file('validate.json'), 'utf8')) as ValidationPlan;
  return plan;
}

/** A cost profile, and what tells it from another one of the same name. */
export interface FrozenProfile {
  readonly profile: Profile;
  /** Of its content, whatever the layout of the file. */
  readonly digest: string;
}

/** From the root of the repository. */
export const profilePath = (round: number, machine: string): string =>
  `packages/lab/data/validate/${round}/${machine}.json`;

/** The costs of a machine that a round predicts with; they stay as they were when its first prediction was made. */
export function frozenProfile(round: number, machine: string): FrozenProfile {
  let text: string;
  try {
    text = readFileSync(file(`validate/${round}/${machine}.json`), 'utf8');
  } catch (cause) {
    const path = profilePath(round, machine);
    const message = `${path} is missing: make it on that machine with plyades calibrate --out`;
    throw new PlyadesError('ERR_MISSING_PART', message, { cause });
  }
  const content = JSON.parse(text) as Profile;
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
  return { profile: checkProfile(content), digest };
}

export const placeOf = (
  game: string,
  { moves }: DrawnPosition,
  index: number,
): TestPosition<string> => ({
  game,
  name: `drawn ${index + 1}`,
  moves,
});
