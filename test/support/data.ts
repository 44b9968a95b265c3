// Test data: files of lines in which % or # starts a comment line.
import { readFileSync } from 'node:fs';

/** The lines of a file under test/data without comments and empty lines. */
export function dataLines(path: string): string[] {
  const text = readFileSync(new URL(`../data/${path}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !/^[%#]/.test(line));
}
