// What a run of Vitest adds to the summary of `npm test`: counts, and a line for each test that failed or did not run.
// A test that was left out by its tag belongs to another command and is not counted.
import { relative, sep } from 'node:path';

/**
 * @typedef {object} TestRun
 * @property {string} root Paths are given from here.
 * @property {number | null} status The exit code of Vitest.
 * @property {boolean} strict Whether a test that did not run counts as failed.
 * @property {(tags: readonly string[]) => boolean} isChosen Whether tests with these tags were to run.
 * @property {readonly string[]} excused Folders whose tests may be left out, since another line names the reason.
 */

/**
 * @param {{ testResults?: readonly any[] } | undefined} report Vitest's JSON.
 * @param {TestRun} run
 * @returns {{ passed: number, failed: number, skipped: number, lines: string[] }}
 */
export function summarise(report, { root, status, strict, isChosen, excused }) {
  const lines = [];
  let [passed, failed, skipped] = [0, 0, 0];
  const fail = (path, name, reason) => {
    failed++;
    lines.push(`FAILED: ${path}: ${name}\n        ${firstLine(reason)}`);
  };
  for (const file of report?.testResults ?? []) {
    const path = relative(root, file.name).split(sep).join('/');
    const before = failed;
    for (const test of file.assertionResults) {
      if (test.status === 'passed') passed++;
      else if (test.status === 'failed') fail(path, test.fullName, test.failureMessages[0]);
      else if (!isChosen(test.tags ?? [])) continue;
      else if (excused.some((folder) => path.startsWith(`${folder}/`))) skipped++;
      else if (strict) fail(path, test.fullName, 'did not run, and with CI=true every test must');
      else {
        skipped++;
        lines.push(`skipped: ${path}: ${test.fullName}`);
      }
    }
    // A file that cannot be loaded has no failed test.
    if (file.status === 'failed' && failed === before) fail(path, 'did not load', file.message);
  }
  if (status !== 0 && failed === 0) {
    failed++;
    lines.push(`FAILED: Vitest ended with ${status}, but no test failed: see above`);
  }
  const word = failed === 0 ? 'passed' : 'FAILED';
  lines.unshift(`${word}: tests (${passed} passed, ${failed} failed, ${skipped} skipped)`);
  return { passed, failed, skipped, lines };
}

/** @param {string | undefined} message */
function firstLine(message) {
  return message?.trim().split('\n', 1)[0].slice(0, 200) || 'no message';
}
