// How strong each level is in a game: its node budget and its temperature. Budgets grow with the level and temperatures
// fall; both are fitted so that a level scores about 75 % against the one below (npm run bench -- levels/steps --fit).
import type { CandidateLimits } from '../search/candidates.js';
import { FULL_STRENGTH } from './level.js';

/** The fitted constants of a game: one number for each level from 1 to 9. */
export interface LevelProfile {
  /** What a noticeable mistake costs in the game's values; measured from random games if not given. */
  readonly unit?: number;
  /** Node budgets. */
  readonly nodes: readonly number[];
  /** Temperatures of the choice, in units. */
  readonly temperature: readonly number[];
}

/** The strength of a level in a game. */
export interface Strength extends CandidateLimits {
  /** In values of the game. */
  readonly temperature: number;
}

/** Candidates that are worse than the best by more temperatures are chosen in less than 2 of 100 cases. */
const MARGIN = 4;
const MAX_CANDIDATES = 16;
const DEEPEST = 64;

const usual: LevelProfile = {
  nodes: [30, 60, 130, 300, 800, 2200, 6000, 18_000, 54_000],
  temperature: [1.2, 0.8, 0.55, 0.4, 0.28, 0.2, 0.14, 0.1, 0.07],
};

/** Games without an evaluation: random games, and temperatures for the logarithm of visits. */
const playedOut: LevelProfile = {
  unit: 1,
  nodes: [20, 32, 57, 97, 146, 207, 289, 586, 4000],
  temperature: [1, 0.893, 0.769, 0.671, 0.612, 0.56, 0.514, 0.403, 0.2],
};

/** By the name of the game; games in plain TypeScript are `played out` where they have no evaluation. */
const profiles: Readonly<Record<string, LevelProfile>> = {
  chess: {
    unit: 100,
    nodes: [64, 188, 658, 1500, 2860, 4900, 8600, 15_400, 29_700],
    temperature: [0.776, 0.478, 0.301, 0.227, 0.182, 0.15, 0.125, 0.105, 0.085],
  },
  othello: {
    unit: 700,
    nodes: [93, 181, 345, 605, 1214, 2804, 6731, 19_200, 53_000],
    temperature: [0.647, 0.485, 0.38, 0.31, 0.244, 0.183, 0.135, 0.098, 0.07],
  },
  checkers: {
    unit: 30,
    nodes: [30, 147, 315, 626, 1294, 2846, 6900, 16_900, 53_600],
    temperature: [1.2, 0.524, 0.393, 0.306, 0.239, 0.183, 0.134, 0.102, 0.07],
  },
  shogi: { ...usual, unit: 150 },
  loa: { ...usual, unit: 45 },
  connect6: { ...usual, unit: 30_000 },
  'played out': playedOut,
};

/** The constants of a game; the usual ones where none were fitted. */
export const profileOf = (game: string): LevelProfile => profiles[game] ?? usual;

/** The strength of a level, which may lie between two; `unit` where the profile has none. */
export function strengthOf(profile: LevelProfile, level: number, unit = 1): Strength {
  const temperature = between(profile.temperature, level) * (profile.unit ?? unit);
  return {
    nodes: Math.round(between(profile.nodes, level)),
    depth: DEEPEST,
    lines: MAX_CANDIDATES,
    margin: Math.ceil(MARGIN * temperature),
    temperature,
  };
}

/** The geometric mean of the neighbours, weighted by their distance. */
function between(values: readonly number[], level: number): number {
  const last = FULL_STRENGTH - 2;
  const place = Math.min(last, Math.max(0, level - 1));
  const low = Math.floor(place);
  const part = place - low;
  return values[low]! ** (1 - part) * values[Math.min(last, low + 1)]! ** part;
}
