// What `lab/validate` validates: positions drawn by lot, algorithms, machines. All of it stands in data/validate.json,
// which is committed before anything is measured; costs come from a profile of each machine, data/validate/MACHINE.json.
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

export interface ValidationPlan {
  readonly seed: number;
  /** Random moves before a position. */
  readonly plies: number;
  /** Least and most nodes of the sequential search, by game; other positions are drawn again. */
  readonly nodes: Readonly<Record<string, readonly [least: number, most: number]>>;
  readonly positions: Readonly<Record<string, readonly DrawnPosition[]>>;
  /** By name, each with its settings. */
  readonly algorithms: Readonly<Record<string, AlgorithmSettings>>;
  /** MiB of all tables together, and of the sequential search's. */
  readonly hash: number;
  readonly machines: readonly Machine[];
}

const file = (path: string) => new URL(`../../data/${path}`, import.meta.url);

let plan: ValidationPlan | undefined;

export function validationPlan(): ValidationPlan {
  plan ??= JSON.parse(readFileSync(file('validate.json'), 'utf8')) as ValidationPlan;
  return plan;
}

/** The frozen costs of a machine. */
export function machineProfile(machine: string): Profile {
  const path = `validate/${machine}.json`;
  let text: string;
  try {
    text = readFileSync(file(path), 'utf8');
  } catch (cause) {
    const message = `packages/lab/data/${path} is missing: make it on that machine with plyades calibrate --out`;
    throw new PlyadesError('ERR_MISSING_PART', message, { cause });
  }
  return checkProfile(JSON.parse(text) as Profile);
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
