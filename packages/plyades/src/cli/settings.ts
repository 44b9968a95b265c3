// Flags for the settings of algorithms, made of the descriptions of algorithms: a flag for every setting that asks
// for one, a flag for every preset, and all others as JSON.
import { type Command, Option } from 'commander';
import { descriptions } from '../api/index.js';
import type { AlgorithmDescription } from '../core/algorithm.js';
import { quote } from '../core/errors.js';
import { type AnySchema, expectedOf, parseValue } from '../core/schema.js';
import type { AlgorithmSettings } from '../core/search-request.js';
import { didYouMean } from '../core/similar.js';
import { Refusal } from './exit.js';

/** Values of the flags below by the names of settings and presets; `settings` is JSON. */
export type SettingsFlags = Readonly<Record<string, unknown>> & { readonly settings?: string };

interface SettingFlag {
  readonly name: string;
  readonly schema: AnySchema;
  /** Names of the algorithms that have it. */
  readonly owners: readonly string[];
}

const described: readonly AlgorithmDescription[] = Object.values(descriptions);

/** The settings with a flag; algorithms that share a name share the flag. */
const settingFlags: readonly SettingFlag[] = collect(
  described.flatMap(({ name: owner, settings }) =>
    Object.entries(settings.optional).flatMap(([name, schema]) =>
      schema.notes.flag ? [{ name, schema, owners: [owner] }] : [],
    ),
  ),
);

function collect(flags: readonly SettingFlag[]): SettingFlag[] {
  const byName = new Map<string, SettingFlag>();
  for (const flag of flags) {
    const owners = [...(byName.get(flag.name)?.owners ?? []), ...flag.owners];
    byName.set(flag.name, { ...flag, owners });
  }
  return [...byName.values()];
}

/** Adds the flags of all algorithms, or of those with one of these names. */
export function addSettingsOptions(command: Command, algorithms?: readonly string[]): Command {
  const isMeant = (owner: string) => algorithms === undefined || algorithms.includes(owner);
  for (const flag of settingFlags) {
    if (flag.owners.some(isMeant)) command.addOption(settingOption(flag));
  }
  for (const { name, presets = {} } of described.filter(({ name }) => isMeant(name))) {
    for (const [preset, { help }] of Object.entries(presets)) {
      command.option(`--${preset}`, `${name}: ${help}`);
    }
  }
  return command
    .option('--settings <json>', 'any settings of the algorithm, such as {"exemption":75}')
    .addHelpText('after', flaglessText(described.filter(({ name }) => isMeant(name))));
}

/** The settings that only --settings can give, by algorithm. */
function flaglessText(algorithms: readonly AlgorithmDescription[]): string {
  const lines = algorithms.flatMap(({ name, settings }) => {
    const names = Object.entries(settings.optional).flatMap(([setting, { notes }]) =>
      notes.flag ? [] : [setting],
    );
    return names.length === 0 ? [] : [wrap(`  ${name}: ${names.join(', ')}`, '    ')];
  });
  return `\nSettings that have no flag, for --settings:\n${lines.join('\n')}`;
}

const HELP_WIDTH = 100;

/** Breaks a line between words; the lines that follow the first begin with `indent`. */
function wrap(line: string, indent: string): string {
  if (line.length <= HELP_WIDTH) return line;
  const end = line.lastIndexOf(' ', HELP_WIDTH);
  return `${line.slice(0, end)}\n${wrap(indent + line.slice(end + 1), indent)}`;
}

function settingOption({ name, schema, owners }: SettingFlag): Option {
  const { flag, unit = 'value', help = '' } = schema.notes;
  const description = `${owners.join(', ')}: ${help}`;
  const long = longName(name);
  if (flag === 'no')
    return new Option(`--no-${long.slice(2)}`, `${owners.join(', ')}: do not ${help}`);
  const names = schema.kind === 'choice' ? schema.names.join('|') : unit;
  const value = schema.kind === 'boolean' ? 'on|off' : names;
  return new Option(`${long} <${value}>`, description).argParser((text: string) =>
    readValue(schema, text, long),
  );
}

/** A setting from the user's text; the schema checks its range. */
function readValue(schema: AnySchema, text: string, where: string): unknown {
  const number = /^\d{1,16}(\.\d{1,9})?$|^\.\d{1,9}$/.test(text) ? Number(text) : undefined;
  const word = schema.kind === 'boolean' ? { on: true, off: false }[text] : text;
  for (const value of [number, word]) {
    const parsed = parseValue(schema, value);
    if (value !== undefined && parsed.ok) return parsed.value;
  }
  const expected = schema.kind === 'boolean' ? 'on or off' : expectedOf(schema);
  const code = schema.kind === 'boolean' || schema.kind === 'choice' ? 'ERR_OPTION' : 'ERR_LIMIT';
  const hint = schema.kind === 'choice' ? didYouMean(text, schema.names) : '';
  throw new Refusal(code, `${quote(text)} is refused: expected ${expected}${hint}`, { where });
}

/** The settings that the flags give an algorithm; later ones win: presets, JSON, single flags. */
export function settingsOf(
  flags: SettingsFlags,
  { name, presets = {} }: AlgorithmDescription,
): AlgorithmSettings {
  const given: Record<string, unknown> = {};
  for (const { name: setting, schema, owners } of settingFlags) {
    const value = flags[setting];
    // Commander fills in true for a flag that turns something off.
    if (value === undefined || (schema.notes.flag === 'no' && value === true)) continue;
    if (!owners.includes(name)) refuseStranger(setting, schema, owners);
    given[setting] = value;
  }
  for (const { name: owner, presets: others = {} } of described) {
    const preset = Object.keys(others).find((each) => flags[each] === true);
    if (preset !== undefined && owner !== name) {
      refuse(`--${preset}`, `--${preset} is for --algorithm ${owner}`);
    }
  }
  const chosen = Object.entries(presets).filter(([preset]) => flags[preset] === true);
  const json = flags.settings === undefined ? {} : parse(flags.settings);
  return {
    ...Object.assign(
      {},
      ...chosen.map(([, { settings, adjust }]) => ({ ...settings, ...adjust?.(given) })),
    ),
    ...json,
    ...given,
  };
}

function refuseStranger(setting: string, { notes }: AnySchema, owners: readonly string[]): never {
  const long = notes.flag === 'no' ? `--no-${longName(setting).slice(2)}` : longName(setting);
  return refuse(long, `${long} is for --algorithm ${owners.join(' or ')}`);
}

function refuse(where: string, message: string): never {
  throw new Refusal('ERR_OPTION', message, { where });
}

const longName = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function parse(text: string): AlgorithmSettings {
  const refused = (why: string) =>
    new Refusal('ERR_OPTION', `${quote(text)} is refused: ${why}`, { where: '--settings', text });
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw refused('it is no JSON');
  }
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) {
    return found as AlgorithmSettings;
  }
  throw refused('expected an object');
}
