// The constants of APHID that are tuned, and the values that are tried of each.
import { type AphidOptions, completeOptions } from 'plyades/internal/parallel/aphid/options.js';

/** What is varied, the most important first, and the values that are tried. */
export const GRID = {
  minPieces: [10, 20, 30, 45, 70],
  sizeTrips: [0.03, 0.08, 0.2],
  exemption: [4, 8, 16, 75],
  partTrips: [0.06, 0.25, 1],
  updateTrips: [0.25, 0.75, 2],
  aheadTimes: [1, 4, 16],
  firstLeaves: [2, 8, 32],
  width: [0, 2, 'learned'],
} as const satisfies Partial<Record<keyof AphidOptions, readonly (number | string)[]>>;

export type ConstantName = keyof typeof GRID;
export const names = Object.keys(GRID) as ConstantName[];
/** Those of the options that are varied. */
export type AphidConstants = Readonly<Required<Pick<AphidOptions, ConstantName>>>;

export const usualConstants = (): AphidConstants => {
  const usual = completeOptions({});
  return Object.fromEntries(names.map((name) => [name, usual[name]])) as unknown as AphidConstants;
};

export const isSame = (a: AphidConstants, b: AphidConstants): boolean =>
  names.every((name) => a[name] === b[name]);
