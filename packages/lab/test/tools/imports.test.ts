// Tools and benches are programs that are seldom run: what they import must still exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const IMPORT = /^import \{([^}]*)\} from '((?:\.|plyades\/|#dist\/)[^']*)';$/gm;
const EXPORT = /^export (?:async )?(?:const|let|function|class) (\w+)/gm;

const programs = ['tools', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => join(folder, name)),
);

/** Names that a module exports. A program among them would run when imported, so it is only read. */
async function exportsOf(path: string, from: string): Promise<readonly string[]> {
  if (!from.startsWith('.')) return Object.keys(await import(from));
  if (!existsSync(path)) return [];
  return [...readFileSync(path, 'utf8').matchAll(EXPORT)].map(([, name]) => name!);
}

test.each(programs)('%s imports what is there', async (program) => {
  const path = join(root, program);
  for (const [, list, from] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
    const wanted = list!.split(',').map((each) => each.trim().split(' as ')[0]!);
    const there = await exportsOf(join(dirname(path), from!), from!);
    expect(there, from).toEqual(expect.arrayContaining(wanted.filter((name) => name !== '')));
  }
});
