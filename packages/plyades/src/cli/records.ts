// Files of the simulation: recorded runs and cost profiles. What cannot be read or written is refused
// before a run begins.
import { closeSync, openSync, writeSync } from 'node:fs';
import { namedGame, type Playable } from '../api/games.js';
import type { Position } from '../api/index.js';
import { quote, quotePath } from '../core/errors.js';
import { didYouMean } from '../core/similar.js';
import {
  checkProfile,
  type Difference,
  loadProfile,
  type Profile,
  profileNames,
  replay,
  type SimulateOptions,
  type Simulation,
} from '../sim/index.js';
import { Refusal } from './exit.js';
import { fileRefusal, readText } from './files.js';

export interface Recorder {
  readonly add: (lines: readonly string[]) => void;
  close(): void;
}

export async function openRecord(file: string): Promise<Recorder> {
  const handle = unread('--record', file, () => openSync(file, 'w'));
  return {
    add: (lines) =>
      unread('--record', file, () => {
        for (const line of lines) writeSync(handle, `${line}\n`);
      }),
    close: () => closeSync(handle),
  };
}

export interface Replayed {
  readonly simulation: Simulation;
  readonly difference: Difference | undefined;
  readonly game: Playable;
  readonly position: Position;
}

/** Runs a record again, with the profile that it names. */
export async function runRecord(
  file: string,
  options: Pick<SimulateOptions, 'signal' | 'threads'>,
): Promise<Replayed> {
  const where = '--replay';
  const text = await readText(where, file);
  const lines = text.split('\n').slice(0, -1);
  const { game: id, position, profile } = settingsOf(lines[0], file);
  const game = await namedGame(id);
  const begun = game.notation.parsePosition(position);
  if (!begun.ok) throw Refusal.of(begun.error, { where: `${where}, its position` });
  const { simulation, difference } = await replay(lines, {
    ...options,
    profile: await findProfile(profile),
  });
  return { simulation, difference, game, position: begun.value };
}

function settingsOf(line: string | undefined, file: string) {
  try {
    const { type, game, position, profile } = JSON.parse(line ?? '');
    const texts = [game, position, profile].every((each) => typeof each === 'string');
    if (type === 'settings' && texts) return { game, position, profile };
  } catch {
    // Refused below.
  }
  const message = `${quotePath(file)} is no record of a simulation: its first line has no settings`;
  throw new Refusal('ERR_VALUE', message, { where: '--replay' });
}

/** A profile of the library by name, or one in a file; the latter is called by its path. */
export async function findProfile(name: string): Promise<Profile> {
  const where = '--profile';
  if ((profileNames as readonly string[]).includes(name)) return loadProfile(name);
  if (!/[./\\]/.test(name)) {
    const names = `${profileNames.join(', ')} or a file`;
    const message = `${quote(name)} is refused: expected ${names}${didYouMean(name, profileNames)}`;
    throw new Refusal('ERR_OPTION', message, { where });
  }
  const text = await readText(where, name);
  const profile = unread(where, name, () => JSON.parse(text) as Profile);
  if (typeof profile?.games !== 'object' || profile.games === null) {
    throw new Refusal('ERR_VALUE', `${quotePath(name)} has no costs of games`, { where });
  }
  return { ...checkProfile(profile), name };
}

function unread<T>(where: string, file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw fileRefusal(where, file, error);
  }
}
