// What the controls of the laboratory hold, and the simulation that it stands for. The form outlives a reload, and the
// form of a run can be made from its request, so that a fork begins where a link or an earlier run left off.
import { descriptions, type Goal, goals, isGameName } from 'plyades';
import { type Profile, simulatedAlgorithms } from 'plyades/sim';
import { PROOF_ALGORITHM, type SimulationRequest } from '../runs/request.js';
import { type CostChoice, choiceOf, profileOf } from './costs.js';
import { forProcessors } from './faults.js';
import { LEAST_PROCESSORS, MOST_PROCESSORS } from './scales.js';

export interface LaboratoryForm {
  readonly game: string;
  /** As text; the start when empty. */
  readonly position: string;
  readonly algorithm: string;
  readonly depth: number;
  readonly processors: number;
  /** The sliders of a profile, or a profile that a link brought. */
  readonly costs: CostChoice | Profile;
  readonly seed: number;
  readonly table: 'local' | 'ring' | 'shared';
  /** MiB of all tables together; null for one MiB each. */
  readonly hash: number | null;
  /** What a proof is to show; searches have none. */
  readonly goal: Goal;
  /** Plies of the master's tree; 0 lets the algorithm choose. */
  readonly horizon: number;
  /** A named set of settings of the algorithm; empty for the usual ones. */
  readonly preset: string;
  /** Settings that no control shows, as a link brought them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** A fault plan as text, `none`, or `random`. */
  readonly faults: string;
}

/** Algorithms that can be chosen: the sequential search is what they are compared with. */
export const chosenAlgorithms: readonly string[] = [
  ...simulatedAlgorithms.filter((name) => name !== 'sequential'),
  PROOF_ALGORITHM,
];

/** Whether the algorithm proves a claim instead of searching for a value. */
export const isProof = (algorithm: string): boolean => algorithm === PROOF_ALGORITHM;

export const hasHorizon = (algorithm: string): boolean =>
  Object.hasOwn(descriptionOf(algorithm)?.settings.optional ?? {}, 'horizon');

export function presetsOf(algorithm: string): readonly string[] {
  return Object.keys(descriptionOf(algorithm)?.presets ?? {});
}

function descriptionOf(algorithm: string) {
  return Object.hasOwn(descriptions, algorithm)
    ? descriptions[algorithm as keyof typeof descriptions]
    : undefined;
}

/** The simulation of a form; `base` is the profile of the library that it names. */
export function requestOf(form: LaboratoryForm, base: Profile, width: number): SimulationRequest {
  const { game, position, algorithm, depth, processors, costs, seed, table, hash, horizon } = form;
  const preset = descriptionOf(algorithm)?.presets?.[form.preset];
  if (isProof(algorithm)) return proofRequestOf(form, base);
  const settings = { ...preset?.settings, ...form.settings };
  return {
    ...{ game, position, algorithm, processors, depth, seed, faults: form.faults },
    profile: 'latencyStep' in costs ? profileOf(costs, base, game, width) : costs,
    ...(table !== 'local' && { table }),
    hash: hash ?? Math.max(LEAST_HASH, processors),
    ...(horizon > 0 && hasHorizon(algorithm) && { horizon: Math.min(horizon, depth - 1) }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** A proof has a goal instead of a depth, and every worker a table of its own. */
function proofRequestOf(form: LaboratoryForm, base: Profile): SimulationRequest {
  const { game, position, algorithm, depth, processors, costs, seed, hash, goal, faults } = form;
  return {
    ...{ game, position, algorithm, depth, processors, seed, goal, faults },
    profile: 'latencyStep' in costs ? profileOf(costs, base, game, 0) : costs,
    hash: hash ?? Math.max(LEAST_HASH, processors),
    ...(Object.keys(form.settings).length > 0 && { settings: form.settings }),
  };
}

/** The form of a simulation, such as one that a link brought. */
export function formOf(request: SimulationRequest): LaboratoryForm {
  const { game, position, algorithm, depth, processors, seed, faults, profile } = request;
  const { table = 'local', hash = null, horizon = 0, settings = {}, goal = 'win' } = request;
  const asked = typeof profile === 'string' ? undefined : profile;
  const costs = choiceOf(profile) ?? asked ?? DEFAULT_COSTS;
  const preset = presetOf(algorithm, settings);
  const usualHash = Math.max(LEAST_HASH, processors);
  return {
    ...{ game, position, algorithm, depth, processors, costs, seed, table, horizon, faults },
    goal,
    hash: hash === usualHash ? null : hash,
    preset,
    settings: preset === '' ? settings : {},
  };
}

/** The preset that these settings are, if they are one. */
function presetOf(algorithm: string, settings: Readonly<Record<string, unknown>>): string {
  const text = (of: object) => JSON.stringify(Object.entries(of).sort());
  const presets = descriptionOf(algorithm)?.presets ?? {};
  for (const [name, preset] of Object.entries(presets)) {
    if (text(preset.settings) === text(settings)) return name;
  }
  return '';
}

const DEFAULT_COSTS: CostChoice = { profile: 'paper', latencyStep: 0, nodeStep: 0 };

/** Changes a form and mends what no longer fits together. */
export function change(form: LaboratoryForm, changes: Partial<LaboratoryForm>): LaboratoryForm {
  const next = { ...form, ...changes };
  const moved = next.game !== form.game;
  const other = next.algorithm !== form.algorithm;
  const smaller = next.processors < form.processors;
  return {
    ...next,
    ...(moved && changes.position === undefined && { position: '' }),
    ...(other && { preset: '', settings: {}, horizon: 0 }),
    ...(smaller && { faults: forProcessors(next.faults, form.processors, next.processors) }),
    ...(next.horizon >= next.depth && { horizon: Math.max(0, next.depth - 1) }),
  };
}

/** Whether a stored value is a form of this build. */
export function isForm(value: unknown): value is LaboratoryForm {
  const form = value as Partial<Record<keyof LaboratoryForm, unknown>> | null;
  const within = (number: unknown, least: number, most: number) =>
    Number.isSafeInteger(number) && (number as number) >= least && (number as number) <= most;
  return (
    typeof form === 'object' &&
    form !== null &&
    typeof form.game === 'string' &&
    isGameName(form.game) &&
    typeof form.position === 'string' &&
    chosenAlgorithms.includes(form.algorithm as string) &&
    within(form.depth, 1, MOST_DEPTH) &&
    within(form.processors, LEAST_PROCESSORS, MOST_PROCESSORS) &&
    within(form.seed, 0, Number.MAX_SAFE_INTEGER) &&
    within(form.horizon, 0, MOST_DEPTH) &&
    (form.hash === null || within(form.hash, 0, 4000 * MOST_PROCESSORS)) &&
    ['local', 'ring', 'shared'].includes(form.table as string) &&
    goals.includes(form.goal as Goal) &&
    typeof form.preset === 'string' &&
    typeof form.settings === 'object' &&
    form.settings !== null &&
    typeof form.faults === 'string' &&
    isCosts(form.costs)
  );
}

/** Profiles of links are not stored: they come back with the link. */
function isCosts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('latencyStep' in value)) return false;
  const { profile, latencyStep, nodeStep } = value as CostChoice;
  return choiceOf(`${profile} l${latencyStep} n${nodeStep}`) !== undefined;
}

/** MiB of all tables together, where each has less than one. */
const LEAST_HASH = 64;

/** Deeper searches are for the command line. */
export const MOST_DEPTH = 20;
