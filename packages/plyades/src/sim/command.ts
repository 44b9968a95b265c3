// A simulation as a command line.
import type { SimulationSettings } from './options.js';

/** The command that runs a simulation again. */
export function commandOf(settings: SimulationSettings & { faults: string }): string {
  const words = ['plyades', 'sim', settings.game];
  const add = (name: string, value: string | number) => words.push(`--${name}`, shellWord(value));
  if (settings.position !== '') add('position', settings.position);
  add('algorithm', settings.algorithm);
  add('processors', settings.processors);
  add('depth', settings.depth);
  if (settings.mode !== undefined) add('mode', settings.mode);
  if (settings.selective === false) words.push('--no-selective');
  if (settings.limitMs !== undefined) add('limit', settings.limitMs);
  if (settings.horizon !== null) add('horizon', settings.horizon);
  add('profile', settings.profile);
  if (settings.host !== undefined) add('host', settings.host);
  add('seed', settings.seed);
  add('table', settings.table);
  add('hash', settings.hash);
  if (settings.hierarchy !== undefined) add('hierarchy', settings.hierarchy);
  if (settings.flat) words.push('--flat');
  if (settings.faults !== 'none') add('faults', settings.faults);
  if (settings.settings !== undefined) add('settings', JSON.stringify(settings.settings));
  return words.join(' ');
}

/** A shell word for this text. */
export function shellWord(value: string | number): string {
  const text = String(value);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
