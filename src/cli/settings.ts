// Options for the settings of single algorithms: the two numbers that APHID asks of every user, the
// thesis's constants, and all others as JSON.
import type { Command } from 'commander';
import { quote } from '../core/errors.js';
import { THESIS } from '../parallel/aphid/options.js';
import { type AlgorithmSettings, settingsGroups } from '../parallel/settings.js';
import { Refusal } from './exit.js';
import { integerOption } from './options.js';

export interface SettingsFlags {
  readonly minSize?: number;
  readonly minPieces?: number;
  readonly thesis?: boolean;
  readonly settings?: string;
}

export function addSettingsOptions(command: Command): Command {
  return command
    .addOption(
      integerOption('--min-size <nodes>', 'aphid: least size of a piece of work', 1, 1_000_000_000),
    )
    .addOption(
      integerOption('--min-pieces <number>', 'aphid: least pieces for each worker', 1, 1_000_000),
    )
    .option('--thesis', 'aphid: the constants and rules of the thesis')
    .option('--settings <json>', 'any settings, such as {"aphid":{"exemption":75}}');
}

/** What the flags say, not checked further than its form; later flags of the list above win. */
export function settingsOf(flags: SettingsFlags): AlgorithmSettings {
  const { minSize, minPieces, thesis, settings } = flags;
  const given = settings === undefined ? {} : parse(settings);
  const aphid = {
    ...(thesis && THESIS),
    ...given.aphid,
    ...(minSize !== undefined && { minSize }),
    ...(minPieces !== undefined && { minPieces }),
  };
  return { ...given, ...(Object.keys(aphid).length > 0 && { aphid }) };
}

function parse(text: string): AlgorithmSettings {
  const refuse = (why: string) =>
    new Refusal('ERR_OPTION', `${quote(text)} is refused: ${why}`, { where: '--settings', text });
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw refuse('it is no JSON');
  }
  const names = settingsGroups;
  const isGroup = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isGroup(found)) throw refuse('expected an object');
  for (const [name, value] of Object.entries(found as object)) {
    if (!names.includes(name) || !isGroup(value)) {
      throw refuse(`expected objects named ${names.join(' or ')}`);
    }
  }
  return found as AlgorithmSettings;
}
