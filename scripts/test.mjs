// The tests, in one command on any machine: builds what is out of date, gets the programs that some tests need
// (scripts/install-parts.mjs), then lints, checks types and runs the tests. A test that could not run is named, and with
// CI=true it is a failure. Tests with the tag `long` are left to `npm run test:long`.
//
//   npm test                              everything but the long tests
//   npm run test:long                     the long tests alone
//   npm test -- test/search -t 'exact'    arguments go to Vitest: only those tests, long ones too
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outdatedScripts, packages, walk } from './build-freshness.mjs';
import { installCommand, installMissing, parts } from './install-parts.mjs';
import { filesWithLongTests } from './long-tests.mjs';
import { summarise } from './test-report.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const long = process.argv[2] === '--long';
const args = process.argv.slice(long ? 3 : 2);
const everything = args.length === 0;
const ci = ['1', 'true'].includes((process.env.CI ?? '').toLowerCase());

/** Lines of the closing summary, and what they add up to. */
const summary = [];
const total = { passed: 0, failed: 0, skipped: 0 };

build();
const missing = installMissing(parts.filter(isWanted));
for (const part of missing) shout(notRun(part));
if (everything && !long) {
  check('lint', 'biome', 'check', '.');
  // The types of the packages were checked when they were built.
  check('types of tests', 'tsc', '-p', 'tsconfig.tests.json');
  check("types of the studio's tests", 'tsc', '-p', 'packages/studio/test/tsconfig.json');
}
test();
for (const part of missing) summary.push(notRun(part));
if (ci) total.failed += missing.length;

console.log(`\n${summary.join('\n')}`);
const { passed, failed, skipped } = total;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

/** Builds what is missing or older than its sources; without a build there is nothing to test. */
function build() {
  for (const script of outdatedScripts(root)) {
    console.log(`building: npm run ${script}`);
    const { status } = spawnSync('npm', ['run', '--silent', script], {
      cwd: root,
      stdio: 'inherit',
    });
    if (status === 0) continue;
    console.log(`\n0 passed, 1 failed`);
    process.exit(1);
  }
}

/** A part is wanted when a test that needs it was asked for. */
function isWanted({ needs }) {
  if (!existsSync(join(root, needs))) return false;
  if (everything) return true;
  const files = walk(join(root, needs)).map((path) => relative(root, path).split(sep).join('/'));
  return args.some((arg) => !arg.startsWith('-') && files.some((file) => file.includes(arg)));
}

function notRun(part) {
  return `NOT RUN: ${part.needs} needs ${part.name}, which is missing; install it with: ${installCommand([part])}`;
}

function shout(message) {
  const line = '!'.repeat(8);
  console.log(`\n${line}\n${line} ${message}\n${line}\n`);
}

/** A tool of ours that must end with 0. */
function check(name, tool, ...toolArgs) {
  const status = runTool(tool, toolArgs);
  summary.push(`${status === 0 ? 'passed' : 'FAILED'}: ${name}`);
  if (status === 0) total.passed++;
  else total.failed++;
}

function test() {
  const folder = mkdtempSync(join(tmpdir(), 'plyades-test-'));
  const file = join(folder, 'report.json');
  try {
    const status = runTool('vitest', [
      'run',
      ...args,
      ...(everything ? [`--tags-filter=${long ? 'long' : '!long'}`] : []),
      ...(everything && long ? longTestFiles() : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]);
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    const { lines, ...counts } = summarise(report, {
      root,
      status,
      strict: ci && everything,
      isChosen: (tags) => everything && tags.includes('long') === long,
      excused: missing.map(({ needs }) => needs),
    });
    for (const [name, number] of Object.entries(counts)) total[name] += number;
    summary.push(...lines);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Paths from the root, for Vitest. */
function longTestFiles() {
  const folders = ['test', ...[...packages, 'packages/studio'].map((name) => `${name}/test`)];
  return filesWithLongTests(folders.map((folder) => join(root, folder))).map((path) =>
    relative(root, path).split(sep).join('/'),
  );
}

/** Runs a tool from node_modules with the same Node; the terminal is its own. */
function runTool(name, toolArgs) {
  console.log(`\n> ${[name, ...toolArgs].join(' ')}`);
  const { status } = spawnSync(process.execPath, [toolPath(name), ...toolArgs], {
    cwd: root,
    stdio: 'inherit',
  });
  return status;
}

function toolPath(name) {
  const packages = { biome: '@biomejs/biome', tsc: 'typescript', vitest: 'vitest' };
  const folder = join(root, 'node_modules', packages[name]);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}
