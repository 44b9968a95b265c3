// Weights of the evaluations, read from the text of the kernels' own files: a second evaluation that is
// to give the same numbers must begin with the same weights, however they were fitted last.
import { readFileSync } from 'node:fs';

/** The integers of `const NAME: type = ...` in a file under assembly/games, in the order written. */
export function weightsOf(file: string, name: string): number[] {
  return [...definitionOf(file, name).matchAll(/-?\d+/g)].map(([digits]) => Number(digits));
}

/** The one integer of a definition. */
export function weightOf(file: string, name: string): number {
  const [weight, ...more] = weightsOf(file, name);
  if (weight === undefined || more.length > 0) throw new Error(`${name} is not one number`);
  return weight;
}

/** What a name is set to, without comments; of a list only what is between its brackets. */
export function definitionOf(file: string, name: string): string {
  const text = readFileSync(new URL(`../../assembly/games/${file}`, import.meta.url), 'utf8');
  const code = text.replace(/\/\/.*$/gm, '');
  const [, value] = new RegExp(`const ${name}: [^=]+ = ([^;]+);`).exec(code) ?? [];
  if (value === undefined) throw new Error(`there is no ${name} in ${file}`);
  return /\[([^\]]*)\]/.exec(value)?.[1] ?? value;
}
