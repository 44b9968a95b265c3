// Makes the folder of an experiment's files, one level at a time: mkdir with `recursive` does not return
// where a file system takes no folders but does not say so, such as /proc (seen with Node 20).
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inputError, PlyadesError } from 'plyades/internal/core/errors.js';

/** Throws a PlyadesError with ERR_OPTION where it cannot be made. */
export function makeFolder(path: string): void {
  const whole = resolve(path);
  if (existsSync(whole)) return;
  makeFolder(dirname(whole));
  try {
    mkdirSync(whole);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Another process was faster.
    if (code === 'EEXIST') return;
    throw PlyadesError.refusing(inputError('ERR_OPTION', `out: ${message}`, path));
  }
}
