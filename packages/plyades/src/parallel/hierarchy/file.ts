// The configuration file of a hierarchy, after the thesis's (section 5.4.3): settings, then one line for each
// process, indented by a tab below its master. Where the thesis has hosts to start processes on, a line has
// a name, a number of such processes and, for sites of a real cluster, the address of the site's server.
import { type InputError, inputError, quote, tooLong } from '../../core/errors.js';
import { err, ok, type Result } from '../../core/result.js';
import { MIDDLE, type MiddleSettings, policies } from './settings.js';

/** A line of the tree. */
export interface HierarchyLine {
  readonly name: string;
  /** Processes of this kind, each with all that is below. */
  readonly count: number;
  /** Of a site of a real cluster: its own server, and how it reaches the top, if not by `hub`. */
  readonly address: string | undefined;
  readonly above: string | undefined;
  readonly below: readonly HierarchyLine[];
}

export interface HierarchyFile {
  readonly middle: MiddleSettings;
  /** Nanoseconds on the way between a master of each level, the top first, and its workers; none if not given. */
  readonly latenciesNs: readonly number[];
  /** Where the top is, for real clusters. */
  readonly hub: string | undefined;
  /** The levels below the top. */
  readonly below: readonly HierarchyLine[];
}

/** How a file is written. */
export const HIERARCHY_FORMAT = `# settings of the middle level, all optional
tasks 6            # searches that a middle master has under way at the same time
policy oldest      # which of them its workers make first: ${policies.join(', ')}
pieces 4           # leaves of its tree for each worker
grain 4            # least plies of a leaf
latency 10ms 50us  # on the way from the top to the sites, and within them (simulation)
hub nats://HOST    # where the top is (real clusters)
# the processes below the top: a name, how many, and in real clusters the site's own server and, if it is not
# by hub, the way to the top; workers below, with a tab
toronto x2
	worker x47`;

const MAX_TEXT = 100_000;
/** The most processes, with the top. */
export const MAX_PROCESSES = 4096;
const MAX_LEVELS = 8;
const MAX_LATENCY_NS = 3600e9;

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const ADDRESS = /^(nats|tls):\/\/\S+$/;
const COUNT = /^x([1-9]\d{0,3})$/;
const TIME = /^(\d+(?:\.\d+)?)(s|ms|us)$/;
const units: Readonly<Record<string, number>> = { s: 1e9, ms: 1e6, us: 1e3 };

/** Ranges of settings that are numbers. */
const ranges = { tasks: [1, 64], pieces: [1, 1000], grain: [1, 60] } as const;
const words = [...Object.keys(ranges), 'policy', 'latency', 'hub'];

interface Open {
  readonly name: string;
  readonly count: number;
  readonly address: string | undefined;
  readonly above: string | undefined;
  readonly below: Open[];
}

/** Reads a file; errors name the line. */
export function parseHierarchy(text: string): Result<HierarchyFile, InputError> {
  if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
  const settings = new Map<string, string[]>();
  const top: Open[] = [];
  /** The last process of each level. */
  const path: Open[] = [];
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.replace(/#.*$/, '').trimEnd();
    if (line.trim() === '') continue;
    const refuse = (message: string) =>
      err(inputError('ERR_VALUE', `line ${index + 1} of the hierarchy: ${message}`, whole));
    const level = /^\t*/.exec(line)![0].length;
    if (/^\s/.test(line.slice(level))) return refuse('levels are indented by tabs, one for each');
    const [name = '', ...rest] = line.trim().split(/\s+/);
    if (level === 0 && words.includes(name)) {
      if (settings.has(name)) return refuse(`${name} is given twice`);
      if (top.length > 0) return refuse(`${name}: settings come before the processes`);
      const wrong = checkSetting(name, rest);
      if (wrong !== undefined) return refuse(wrong);
      settings.set(name, rest);
      continue;
    }
    if (!NAME.test(name))
      return refuse(
        `${quote(name)} is neither a name nor a setting: expected letters, digits, - and _, or ${words.join(', ')}`,
      );
    if (level > path.length)
      return refuse(`${name} is ${level} levels deep, and there is nothing one level above it`);
    if (level >= MAX_LEVELS) return refuse(`more than ${MAX_LEVELS} levels`);
    let count = 1;
    const addresses: string[] = [];
    for (const word of rest) {
      const times = COUNT.exec(word);
      if (times !== null) count = Number(times[1]);
      else if (ADDRESS.test(word) && addresses.length < 2) addresses.push(word);
      else
        return refuse(
          `${quote(word)}: expected a number such as x47 or an address such as nats://HOST:4222`,
        );
    }
    const [address, above] = addresses;
    if (address !== undefined && count > 1)
      return refuse('an address is that of one site, not of several');
    const entry: Open = { name, count, address, above, below: [] };
    (level === 0 ? top : path[level - 1]!.below).push(entry);
    path.length = level;
    path.push(entry);
  }
  if (top.length === 0) {
    return err(inputError('ERR_MISSING', 'the hierarchy has no processes below the top', text));
  }
  const size = 1 + sizeOf(top);
  if (size > MAX_PROCESSES) {
    const message = `the hierarchy has ${size} processes: expected at most ${MAX_PROCESSES}`;
    return err(inputError('ERR_LIMIT', message, text));
  }
  const number = (name: keyof typeof ranges) => Number(settings.get(name)?.[0] ?? MIDDLE[name]);
  return ok({
    middle: {
      tasks: number('tasks'),
      policy: (settings.get('policy')?.[0] ?? MIDDLE.policy) as MiddleSettings['policy'],
      pieces: number('pieces'),
      grain: number('grain'),
    },
    latenciesNs: (settings.get('latency') ?? []).map(nanos),
    hub: settings.get('hub')?.[0],
    below: top,
  });
}

/** A file with the processes, settings and latencies of this one, without comments and addresses of servers. */
export function makeHierarchy({ middle, latenciesNs, below }: HierarchyFile): string {
  const lines = (['tasks', 'policy', 'pieces', 'grain'] as const)
    .filter((name) => middle[name] !== MIDDLE[name])
    .map((name) => `${name} ${middle[name]}`);
  if (latenciesNs.length > 0) lines.push(`latency ${latenciesNs.map(makeTime).join(' ')}`);
  const add = (entries: readonly HierarchyLine[], indent: string) => {
    for (const { name, count, below: deeper } of entries) {
      lines.push(`${indent}${name}${count === 1 ? '' : ` x${count}`}`);
      add(deeper, `${indent}\t`);
    }
  };
  add(below, '');
  return lines.join('\n');
}

/** The shortest unit that keeps every digit of the number. */
function makeTime(nanoseconds: number): string {
  const unit = Object.keys(units).find((each) => nanoseconds >= units[each]!) ?? 'us';
  const exact = [unit, 'us', 'ms', 's'].find(
    (each) => nanos(`${nanoseconds / units[each]!}${each}`) === nanoseconds,
  );
  return `${nanoseconds / units[exact ?? 'us']!}${exact ?? 'us'}`;
}

/** The mistake in a setting. */
function checkSetting(name: string, values: readonly string[]): string | undefined {
  const [value = ''] = values;
  if (name === 'latency') {
    if (values.length === 0 || values.length > MAX_LEVELS) {
      return 'latency: expected a time for each level, the top first, such as 10ms 50us';
    }
    const wrong = values.find((each) => !(nanos(each) <= MAX_LATENCY_NS));
    return (
      wrong && `latency ${quote(wrong)}: expected a time such as 10ms or 50us, an hour at most`
    );
  }
  if (values.length !== 1) return `${name}: expected one value`;
  if (name === 'policy') {
    const known = policies.some((policy) => policy === value);
    return known ? undefined : `policy ${quote(value)}: expected ${policies.join(', ')}`;
  }
  if (name === 'hub') {
    const known = ADDRESS.test(value);
    return known ? undefined : `hub ${quote(value)}: expected an address such as nats://HOST:4222`;
  }
  const [least, most] = ranges[name as keyof typeof ranges];
  const fits = /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
  return fits
    ? undefined
    : `${name} ${quote(value)}: expected a whole number from ${least} to ${most}`;
}

/** NaN for what is no time. */
function nanos(text: string): number {
  const [, value, unit] = TIME.exec(text) ?? [];
  return unit === undefined ? Number.NaN : Number(value) * units[unit]!;
}

const sizeOf = (entries: readonly HierarchyLine[]): number =>
  entries.reduce((sum, { count, below }) => sum + count * (1 + sizeOf(below)), 0);

/** The number of each process's master, from the top; of the top itself, -1. */
export function parentsOf({ below }: Pick<HierarchyFile, 'below'>): number[] {
  const parents = [-1];
  const add = (entries: readonly HierarchyLine[], master: number) => {
    for (const { count, below } of entries) {
      for (let i = 0; i < count; i++) {
        const self = parents.push(master) - 1;
        add(below, self);
      }
    }
  };
  add(below, 0);
  return parents;
}
