// Programs of this machine by their names: on PATH, and where Debian and others keep what PATH does not always reach.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Debian keeps engines in the first one, servers in the last. */
const MORE_FOLDERS = ['/usr/games', '/usr/local/games', '/usr/local/bin', '/usr/bin', '/usr/sbin'];

/** PATH for programs and for what they start. */
export function programPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...folders, ...MORE_FOLDERS.filter((each) => !folders.includes(each))].join(delimiter);
}

/** True when a text is a path, not the name of a program. */
export function isProgramPath(name: string): boolean {
  return isAbsolute(name) || name.includes('/') || name.includes('\\');
}

/** The path of the first of these programs that exists, each by its name or its path. */
export function findProgram(...names: readonly string[]): string | undefined {
  return names.flatMap(placesOf).find(isProgram);
}

function placesOf(name: string): string[] {
  if (isProgramPath(name)) return [resolve(name)];
  return programPath()
    .split(delimiter)
    .map((folder) => join(folder, name));
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
