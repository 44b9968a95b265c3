// Settings of single algorithms, as users give them: checked by the algorithm's own schema and rules.
import type { AlgorithmDescription, SettingsUse } from '../core/algorithm.js';
import { refuse } from '../core/errors.js';
import { type RecordSchema, requireValue } from '../core/schema.js';
import type { AlgorithmSettings } from '../core/search-request.js';

export type { AlgorithmSettings } from '../core/search-request.js';

/** Greatest number that a setting may have where nothing else limits it. */
export const MAX_SETTING = 1e12;

/**
 * The settings of a search by this algorithm. Throws a PlyadesError with ERR_OPTION when a name means nothing, a
 * value cannot be, or the algorithm refuses them for this use.
 */
export function checkSettings(
  algorithm: AlgorithmDescription,
  settings: unknown,
  use: SettingsUse,
): AlgorithmSettings {
  const given = requireValue(algorithm.settings, settings ?? {}, 'settings');
  const refused = algorithm.refuses?.(given, use);
  if (refused === undefined) return given as AlgorithmSettings;
  refuse('ERR_OPTION', refused, algorithm.name);
}

/** The usual values of the settings that have one. */
export function usualSettings<S extends object>({ optional }: RecordSchema<S>): Partial<S> {
  const usual = Object.entries(optional).flatMap(([name, { notes }]) =>
    notes.default === undefined ? [] : [[name, notes.default]],
  );
  return Object.fromEntries(usual) as Partial<S>;
}
