// `npm test`: everything that must hold before a change is done, on any machine, in one command. It
// builds what is out of date, gets the programs that some tests need (scripts/install-parts.mjs), then
// lints, checks types and runs the tests. What could not run is named, and with CI=true it is a failure.
//
//   npm test                              everything
//   npm test -- test/search -t 'exact'    arguments go to Vitest: only those tests, nothing else
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outdatedScripts, packages, walk } from './build-freshness.mjs';
import { installCommand, installMissing, parts } from './install-parts.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const args = process.argv.slice(2);
const everything = args.length === 0;
const ci = ['1', 'true'].includes((process.env.CI ?? '').toLowerCase());

/** Lines of the closing summary, and what they add up to. */
const summary = [];
const total = { passed: 0, failed: 0, skipped: 0 };

/** Folders whose types are checked. */
const projects = [
  ...packages.flatMap((name) => [name, `${name}/test`]),
  'packages/plyades/examples',
  'test',
];

build();
const missing = installMissing(parts.filter(isWanted));
for (const part of missing) shout(notRun(part));
if (everything) {
  check('lint', 'biome', 'check', '.');
  for (const project of projects) check(`types of ${project}`, 'tsc', '--noEmit', '-p', project);
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
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]);
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    count(report, status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds up Vitest's report. A file that failed to load has no failed test, but has failed. */
function count(report, status) {
  const results = report?.testResults ?? [];
  const tests = results.flatMap((file) => file.assertionResults);
  const broken = results.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
  );
  const good = tests.filter((each) => each.status === 'passed').length;
  let bad = tests.filter(isFailed).length + broken.length;
  const unnamed = status !== 0 && bad === 0;
  if (unnamed) bad = 1;
  const rest = tests.length - good - tests.filter(isFailed).length;
  total.passed += good;
  total.failed += bad;
  total.skipped += rest;
  summary.push(
    `${bad === 0 ? 'passed' : 'FAILED'}: tests (${good} passed, ${bad} failed, ${rest} skipped)`,
  );
  if (everything) nameSkipped(results);
  nameFailed(results);
  if (unnamed) summary.push(`FAILED: Vitest ended with ${status}, but no test did: see above`);
}

/** Names each failed test and the first line of what it said, for who reads only the end of a log. */
function nameFailed(results) {
  for (const { name, status, message, assertionResults } of results) {
    const path = relative(root, name).split(sep).join('/');
    const failed = assertionResults.filter(isFailed);
    for (const { fullName, failureMessages } of failed)
      summary.push(`FAILED: ${path}: ${fullName}\n        ${firstLine(failureMessages[0])}`);
    if (status === 'failed' && failed.length === 0)
      summary.push(`FAILED: ${path}: did not load\n        ${firstLine(message)}`);
  }
}

function firstLine(message) {
  return message?.trim().split('\n', 1)[0].slice(0, 200) || 'no message';
}

/** Names what was left out, but for the tests of a missing part, which has a line of its own. */
function nameSkipped(results) {
  for (const { name, assertionResults } of results) {
    const path = relative(root, name).split(sep).join('/');
    if (missing.some(({ needs }) => path.startsWith(`${needs}/`))) continue;
    for (const { status, fullName } of assertionResults) {
      if (!['passed', 'failed'].includes(status)) summary.push(`skipped: ${path}: ${fullName}`);
    }
  }
}

function isFailed({ status }) {
  return status === 'failed';
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
