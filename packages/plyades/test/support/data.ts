// Test data: files of lines in which % or # starts a comment line.
import { readFileSync } from 'node:fs';

/** A file under test/data. */
export function dataText(path: string): string {
  return readFileSync(new URL(`../data/${path}`, import.meta.url), 'utf8');
}

/** Its lines without comments and empty lines. */
export function dataLines(path: string): string[] {
  return dataText(path)
    .split('\n')
    .filter((line) => line !== '' && !/^[%#]/.test(line));
}
