// Packs the laboratory for a machine that has neither npm nor a checkout: both packages as they are built, their data,
// the npm packages that the command line needs, and the program of Node that runs this.
//
//   npm run pack:lab                                   writes .lab-pack
//   sh .lab-pack/run.sh experiment NAME --jobs 16      there; with a Node of its own: node .lab-pack/run.mjs ...
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, '.lab-pack') },
    'without-node': { type: 'boolean', default: false },
  },
});
const out = flags.out;
const modules = join(out, 'node_modules');

rmSync(out, { recursive: true, force: true });
for (const [name, folders] of [
  ['plyades', ['dist']],
  ['plyades-lab', ['dist', 'data']],
]) {
  const source = join(root, 'packages', name === 'plyades' ? name : 'lab');
  // Types are for compilers. All compiled code stays: a row's build is a digest of it.
  for (const folder of folders) copy(join(source, folder), join(modules, name, folder));
  copyFileSync(join(source, 'package.json'), join(modules, name, 'package.json'));
}
const { dependencies } = JSON.parse(readFileSync(join(modules, 'plyades/package.json'), 'utf8'));
for (const name of Object.keys(dependencies)) copyPackage(name);
writeFileSync(
  join(out, 'run.mjs'),
  "// plyades, with the laboratory.\nawait import('./node_modules/plyades/dist/cli/main.js');\n",
);
if (!flags['without-node']) packNode();
writeFileSync(join(out, 'run.sh'), launcher());
console.log(`packed into ${out}: ${(sizeOf(out) / 2 ** 20).toFixed(1)} MiB`);

function copy(from, to) {
  cpSync(from, to, { recursive: true, filter: (path) => !/\.(d\.ts|map|md)$/.test(path) });
}

/** A package and those that it depends on; nested ones come with it. */
function copyPackage(name) {
  const target = join(modules, name);
  if (existsSync(target)) return;
  copy(join(root, 'node_modules', name), target);
  const { dependencies = {} } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
  for (const each of Object.keys(dependencies)) {
    if (!existsSync(join(target, 'node_modules', each))) copyPackage(each);
  }
}

/** The program of Node without its symbols, compressed: 25 MiB instead of 100. */
function packNode() {
  const node = join(out, 'node');
  copyFileSync(process.execPath, node);
  try {
    execFileSync('strip', [node], { stdio: 'ignore' });
  } catch {
    // It only gets smaller by that.
  }
  execFileSync('xz', ['-T0', '-6', node]);
}

function launcher() {
  return `#!/bin/sh
# plyades with the laboratory, by the Node of this folder, which is unpacked once, or else by the machine's own.
here=$(cd "$(dirname "$0")" && pwd)
node=node
if [ -f "$here/node.xz" ] && command -v xz > /dev/null; then
  node=\${TMPDIR:-/tmp}/plyades-lab-node-${process.version}
  if [ ! -x "$node" ]; then
    xz -dc "$here/node.xz" > "$node.$$" && chmod +x "$node.$$" && mv "$node.$$" "$node"
  fi
fi
exec "$node" "$here/run.mjs" "$@"
`;
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
