// Files of results that grow by a line and are continued after a crash: a head with the settings, then a line for each
// result. A last line without its end was being written when the program was killed; it does not count.
import { readFileSync } from 'node:fs';

/** The whole lines of a file. */
export interface LineFile {
  /** Undefined when the file is not there or has no line. */
  readonly head: string | undefined;
  readonly lines: readonly string[];
  /** The text of all whole lines; set when a cut line follows it. */
  readonly repaired: string | undefined;
}

export function readLineFile(path: string): LineFile {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [head, ...lines] = whole.split('\n').slice(0, -1);
  return { head, lines, repaired: whole === text ? undefined : whole };
}
