// Which build of the program makes a run: a digest of the compiled code that can change a result. Rows of
// two builds in one table would compare different programs. It covers more than the library's own BUILD_ID, which names
// what decides a simulation: rows are also made by threads, devices and clusters.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folders of the library's build that cannot change what a run finds. */
const LEFT_OUT = ['cli', 'examples'];
const CODE = /\.(js|json|wasm)$/;

let known: string | undefined;

/** Twelve hexadecimal digits, the same for the same code. */
export function build(): string {
  known ??= digest();
  return known;
}

function digest(): string {
  const hash = createHash('sha256');
  const dist = new URL('../', import.meta.resolve('plyades'));
  const folders = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !LEFT_OUT.includes(entry.name))
    .map(({ name }) => name);
  for (const folder of folders.sort()) {
    const root = new URL(`${folder}/`, dist);
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => CODE.test(name))
      .map((name) => name.replaceAll('\\', '/'))
      .sort();
    for (const name of names) {
      hash.update(`${folder}/${name}\0`);
      hash.update(readFileSync(fileURLToPath(new URL(name, root))));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
