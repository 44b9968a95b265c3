// Names this build by what decides a simulation: a digest of its compiled code, kernels, weights and cost profiles, after
// the version of the package. Two machines that build the same sources get the same name, which links to runs carry. The
// code is hashed minified and bundled, so that comments and unused modules do not count; `platform` is left out, since it
// differs between Node and browsers and decides no result.
//
// Every step that makes one of these parts runs this last; while another part is missing, it does nothing.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

/** Where a simulation begins, in the caller's thread and in its workers. */
const ENTRIES = ['dist/sim/simulate.js', 'dist/sim/prove.js', 'dist/sim/worker.js'];
/** Folders of files that simulations read. Cost profiles are part of the code. */
const DATA = { 'dist/wasm': /\.(?:wasm|bin)$/ };
/** Made by later steps, or different by platform. */
const APART = ['#platform', '#cluster', '#foreign-kernel', '#build-id'];
/** Hexadecimal digits of the digest. */
const DIGITS = 8;

const needed = [...ENTRIES, ...Object.keys(DATA), 'dist/profiles.js'];
if (needed.every((each) => existsSync(path(each)))) await write();

async function write() {
  const hash = createHash('sha256');
  for (const text of await compiled()) hash.update(text);
  for (const [folder, pattern] of Object.entries(DATA)) {
    for (const name of (await readdir(path(folder))).filter((each) => pattern.test(each)).sort()) {
      hash.update(`\0${name}\0`);
      hash.update(await readFile(path(`${folder}/${name}`)));
    }
  }
  const { version } = JSON.parse(await readFile(path('package.json'), 'utf8'));
  const id = `${version}-${hash.digest('hex').slice(0, DIGITS)}`;
  await writeFile(
    path('dist/build-id.js'),
    `// What decides a simulation in this build, in one word.\nexport const BUILD_ID = '${id}';\n`,
  );
}

/** The code behind each entry as one text, without a trace of paths. */
async function compiled() {
  const { outputFiles } = await build({
    absWorkingDir: path('.'),
    entryPoints: ENTRIES,
    outdir: 'dist',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'node',
    packages: 'external',
    external: APART,
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text);
}
