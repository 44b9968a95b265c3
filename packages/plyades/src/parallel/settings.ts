// The settings of single algorithms, as a user may give them: each under its algorithm's name in a task.
// They come from programs, command lines and files, so they are checked here once, by name and range.
import { inputError, PlyadesError } from '../core/errors.js';
import { INFINITE } from '../core/score.js';
import type { TableKind, Task } from './algorithm.js';
import { completeOptions } from './aphid/options.js';
import {
  completeOptions as completeMinimalTree,
  type MinimalTreeOptions,
} from './minimal-tree/options.js';
import { SETTINGS } from './young-brothers/settings.js';

/** The parts of a task that only one algorithm reads. */
export type AlgorithmSettings = Pick<
  Task,
  Extract<keyof Task, 'aphid' | 'minimalTree' | 'youngBrothers'>
>;

/** Greatest number that a setting may have. */
const MOST = 1e12;

/** The settings of each algorithm with a value of their kind. */
const known: Readonly<Record<string, { algorithm: string; fields: Readonly<object> }>> = {
  aphid: { algorithm: 'aphid', fields: { ...completeOptions({}), horizon: 1, width: 0 } },
  minimalTree: {
    algorithm: 'minimal-tree',
    fields: { ...completeMinimalTree({}), horizon: 1, deepening: false, sharing: 1 },
  },
  youngBrothers: { algorithm: 'young-brothers', fields: SETTINGS },
};

/** The names under which algorithms have settings. */
export const settingsGroups: readonly string[] = Object.keys(known);

/** Ranges of numbers that may not be anything from 0 to MOST. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  minSize: [1, MOST],
  minPieces: [1, MOST],
  horizon: [1, 256],
  exemption: [1, MOST],
  updateNodes: [1, MOST],
  firstLeaves: [1, MOST],
  searches: [2, SETTINGS.searches],
  reasonable: [1, MOST],
  epsilon: [0, INFINITE],
  presort: [0, 256],
  sharing: [0, 256],
  check: [0, 1],
};

/** Numbers that count plies, points or children. */
const whole: readonly string[] = ['horizon', 'epsilon', 'presort', 'sharing'];

/**
 * The settings among these options, for a search by `algorithm`. Throws a PlyadesError with ERR_OPTION
 * when they are another algorithm's, have a name that means nothing, or a value that cannot be.
 */
export function takeSettings(algorithm: string, options: object): AlgorithmSettings {
  const taken: Record<string, object> = {};
  for (const [group, { algorithm: owner, fields }] of Object.entries(known)) {
    const given = (options as Readonly<Record<string, unknown>>)[group];
    if (given === undefined) continue;
    if (owner !== algorithm) refuse(`${algorithm} has no settings of ${owner}`, group);
    if (typeof given !== 'object' || given === null) refuse(`${group}: expected settings`, given);
    for (const [name, value] of Object.entries(given)) checkField(group, fields, name, value);
    if (group === 'minimalTree') {
      checkWindows(given);
      checkParts(given);
    }
    taken[group] = { ...given };
  }
  return taken;
}

/** Windows are widened where a pass has null windows, or where it is asked to guess them. */
function checkWindows(given: MinimalTreeOptions): void {
  const { negascout, estimateWindows, epsilon } = completeMinimalTree(given);
  if (given.epsilon !== undefined && epsilon !== 'off' && !negascout && !estimateWindows) {
    const message = `minimalTree.epsilon ${epsilon}: says nothing without negascout or estimateWindows`;
    refuse(message, epsilon);
  }
  if (estimateWindows && epsilon === 'off') {
    refuse('minimalTree.estimateWindows: says nothing with epsilon off', epsilon);
  }
}

function checkParts(given: MinimalTreeOptions): void {
  const { split, handOver } = completeMinimalTree(given);
  if (handOver && !split) {
    refuse('minimalTree.handOver: says nothing without split, for nothing is given away', handOver);
  }
}

/** Throws a PlyadesError with ERR_OPTION when settings are about another kind of table. */
export function checkTables({ minimalTree }: AlgorithmSettings, table: TableKind): void {
  if (minimalTree?.handOver && table !== 'local') {
    refuse(
      `minimalTree.handOver: says nothing with tables of the kind ${table}, only local`,
      table,
    );
  }
  if (minimalTree?.sharing !== undefined && table !== 'ring') {
    refuse(`minimalTree.sharing: says nothing with tables of the kind ${table}, only ring`, table);
  }
}

/**
 * Throws a PlyadesError with ERR_OPTION when a master's tree would be as deep as the whole search, and
 * leave nothing to its workers. (APHID's is then no tree at all.)
 */
export function checkHorizon(
  algorithm: string,
  horizon: number | undefined,
  depth: number | undefined,
): void {
  if (algorithm !== known.minimalTree!.algorithm) return;
  if (horizon === undefined || depth === undefined || horizon < depth) return;
  refuse(`horizon ${horizon}: expected less than the depth of the search, ${depth}`, horizon);
}

function checkField(group: string, fields: object, name: string, value: unknown): void {
  if (!Object.hasOwn(fields, name)) {
    refuse(`${group}.${name}: expected one of ${Object.keys(fields).join(', ')}`, name);
  }
  const usual = (fields as Readonly<Record<string, unknown>>)[name];
  const where = `${group}.${name} ${value}`;
  if (typeof usual === 'boolean') {
    if (typeof value !== 'boolean') refuse(`${where}: expected true or false`, value);
    return;
  }
  if (name === 'width' && value === 'learned') return;
  if (name === 'epsilon' && (value === 'auto' || value === 'off')) return;
  const [least, most] = ranges[name] ?? [0, MOST];
  const fits = whole.includes(name) ? Number.isInteger(value) : typeof value === 'number';
  if (fits && (value as number) >= least && (value as number) <= most) return;
  const kind = whole.includes(name) ? 'an integer' : 'a number';
  refuse(`${where}: expected ${kind} from ${least} to ${most}`, value);
}

function refuse(message: string, input: unknown): never {
  throw PlyadesError.refusing(inputError('ERR_OPTION', message, String(input)));
}
