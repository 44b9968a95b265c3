// Options for the settings of single algorithms: the two numbers that APHID asks of every user and the
// thesis's constants, what the paper on minimal trees compares and its rules, and all others as JSON.
import { type Command, Option } from 'commander';
import { quote } from '../core/errors.js';
import { THESIS } from '../parallel/aphid/options.js';
import { PAPER } from '../parallel/minimal-tree/options.js';
import { type AlgorithmSettings, settingsGroups } from '../parallel/settings.js';
import { Refusal } from './exit.js';
import { choiceOption, integerOption } from './options.js';

/** Wider than any window between two evaluations. */
const MAX_EPSILON = 520_000;

export interface SettingsFlags {
  readonly minSize?: number;
  readonly minPieces?: number;
  readonly check?: number;
  readonly thesis?: boolean;
  readonly updates?: 'on' | 'off';
  readonly epsilon?: number | 'auto' | 'off';
  readonly paper?: boolean;
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
    .addOption(checkOption())
    .option('--thesis', 'aphid: the constants and rules of the thesis')
    .addOption(
      choiceOption('--updates <on|off>', 'minimal-tree: workers report every depth', ['on', 'off']),
    )
    .addOption(epsilonOption())
    .option('--paper', "minimal-tree: the paper's own rules")
    .option('--settings <json>', 'any settings, such as {"aphid":{"exemption":75}}');
}

/** `--check`: how many results are searched again. */
function checkOption(): Option {
  const description = 'aphid: share of results, 0 to 1, that is searched again to find liars';
  return new Option('--check <share>', description).argParser((text: string) => {
    const value = /^(0|1|0?\.\d{1,9}|1\.0+)$/.test(text) ? Number(text) : Number.NaN;
    if (value <= 1) return value;
    const message = `${quote(text)} is refused: expected a number from 0 to 1`;
    throw new Refusal('ERR_LIMIT', message, { where: '--check' });
  });
}

/** `--epsilon`: by how much the windows of a pass are widened. */
function epsilonOption(): Option {
  const description = `minimal-tree: widen the windows of a pass, 0 to ${MAX_EPSILON}, auto or off`;
  return new Option('--epsilon <value>', description).argParser((text: string) => {
    if (text === 'auto' || text === 'off') return text;
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (value <= MAX_EPSILON) return value;
    const message = `${quote(text)} is refused: expected auto, off or an integer from 0 to ${MAX_EPSILON}`;
    throw new Refusal('ERR_LIMIT', message, { where: '--epsilon' });
  });
}

/** What the flags say, not checked further than its form; later flags of the list above win. */
export function settingsOf(flags: SettingsFlags): AlgorithmSettings {
  const { minSize, minPieces, check, thesis, updates, epsilon, paper, settings } = flags;
  const given = settings === undefined ? {} : parse(settings);
  const aphid = {
    ...(thesis && THESIS),
    ...given.aphid,
    ...(minSize !== undefined && { minSize }),
    ...(minPieces !== undefined && { minPieces }),
    ...(check !== undefined && { check }),
  };
  const minimalTree = {
    ...(paper && PAPER),
    // Its windows are widened where the master searches by NegaScout.
    ...(paper && epsilon !== undefined && epsilon !== 'off' && { negascout: true }),
    ...given.minimalTree,
    ...(updates !== undefined && { updates: updates === 'on' }),
    ...(epsilon !== undefined && { epsilon }),
  };
  return {
    ...given,
    ...(Object.keys(aphid).length > 0 && { aphid }),
    ...(Object.keys(minimalTree).length > 0 && { minimalTree }),
  };
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
