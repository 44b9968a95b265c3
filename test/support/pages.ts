// The documents of this repository, for the tests that keep them true.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Page {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The root of the repository, and the folder of the library. */
export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const library = join(repository, 'packages/plyades');

/** The pages at the root and in docs/, and the lab's about benches; what TypeDoc generates below docs/ is not among them. */
export function pages(): Page[] {
  return ['.', 'docs', 'packages/lab/bench'].flatMap((folder) => {
    if (!existsSync(join(repository, folder))) return [];
    return readdirSync(join(repository, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => {
        const path = folder === '.' ? name : `${folder}/${name}`;
        return { path, text: readFileSync(join(repository, path), 'utf8') };
      });
  });
}
