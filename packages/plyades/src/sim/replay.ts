// A recorded simulation run again. A record comes from a file, so its first line is checked field by field
// before it is taken for settings.
import { refuse } from '../core/errors.js';
import { unwrap } from '../core/result.js';
import { notationOf } from '../games/load.js';
import type { SimulateOptions, SimulationSettings } from './options.js';
import { compareRecords, type Difference } from './record.js';
import { type Simulation, simulate } from './simulate.js';

/**
 * Runs a recorded simulation again and tells where the two part, if they do. Only games of the library
 * can be run from a record alone.
 */
export async function replay(
  record: readonly string[],
  options: Pick<SimulateOptions, 'threads' | 'profile' | 'signal'> = {},
): Promise<{ readonly simulation: Simulation; readonly difference: Difference | undefined }> {
  const settings = readSettings(record[0]);
  const { game, position, horizon, ...rest } = settings;
  const subject = unwrap(notationOf(game).parsePosition(position));
  const lines: string[] = [];
  const simulation = await simulate(subject, {
    ...rest,
    ...(horizon === null ? {} : { horizon }),
    ...options,
    onRecord: (more) => lines.push(...more),
  });
  return { simulation, difference: compareRecords(record, lines) };
}

/** The fields of a record's first line and their types; their ranges are checked like a caller's. */
const recorded: Readonly<Record<string, 'string' | 'number'>> = {
  game: 'string',
  position: 'string',
  algorithm: 'string',
  processors: 'number',
  depth: 'number',
  profile: 'string',
  epochNs: 'number',
  seed: 'number',
  table: 'string',
  hash: 'number',
  faults: 'string',
};

function readSettings(line: string | undefined): SimulationSettings & { faults: string } {
  const {
    type,
    horizon = null,
    settings = {},
    mode,
    selective,
    limitMs,
    hierarchy,
    flat,
    ...rest
  } = parseObject(line);
  if (type !== 'settings') refuseRecord('its first line has no settings', line);
  if (horizon !== null && typeof horizon !== 'number') refuseRecord('horizon is no number', line);
  if (typeof settings !== 'object' || settings === null) refuseRecord('settings are none', line);
  for (const [name, kind] of Object.entries(recorded)) {
    if (typeof rest[name] !== kind) refuseRecord(`${name} is no ${kind}`, line);
  }
  for (const name of Object.keys(rest)) {
    if (!Object.hasOwn(recorded, name)) refuseRecord(`'${name}' means nothing`, line);
  }
  const playing = {
    ...(mode !== undefined && { mode }),
    ...(selective !== undefined && { selective }),
    ...(limitMs !== undefined && { limitMs }),
    ...(hierarchy !== undefined && { hierarchy }),
    ...(flat !== undefined && { flat }),
  };
  if (hierarchy !== undefined && typeof hierarchy !== 'string') {
    refuseRecord('hierarchy is no text', line);
  }
  return { ...rest, ...playing, horizon, settings } as unknown as SimulationSettings & {
    faults: string;
  };
}

function parseObject(line: string | undefined): Record<string, unknown> {
  try {
    const found = JSON.parse(line ?? '');
    if (typeof found === 'object' && found !== null) return found;
  } catch {
    // No settings either.
  }
  return {};
}

function refuseRecord(why: string, line: string | undefined): never {
  const message = `this is no record of a simulation: ${why}`;
  refuse('ERR_VALUE', message, line ?? '');
}
