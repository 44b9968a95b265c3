// The summary of `npm test` says what failed and what did not run.
import { describe, expect, test } from 'vitest';
import { summarise } from '../../scripts/test-report.mjs';

const result = (fullName: string, status: string, tags: string[] = []) => ({
  fullName,
  status,
  tags,
  failureMessages: status === 'failed' ? ['expected 1\nto be 2'] : [],
});
const file = (name: string, ...assertionResults: object[]) => ({
  name: `/r/${name}`,
  status: 'passed',
  assertionResults,
});
const run = {
  root: '/r',
  status: 0,
  strict: false,
  isChosen: (tags: readonly string[]) => !tags.includes('long'),
  excused: [] as string[],
};

describe('a test', () => {
  test('that failed is named with the first line of its message', () => {
    const testResults = [file('a.test.ts', result('good', 'passed'), result('bad', 'failed'))];
    expect(summarise({ testResults }, { ...run, status: 1 })).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      lines: [
        'FAILED: tests (1 passed, 1 failed, 0 skipped)',
        'FAILED: a.test.ts: bad\n        expected 1',
      ],
    });
  });

  test('that was skipped is named, and fails where every test must run', () => {
    const testResults = [file('gpu/a.test.ts', result('on a device', 'skipped'))];
    expect(summarise({ testResults }, run)).toMatchObject({
      failed: 0,
      skipped: 1,
      lines: [expect.anything(), 'skipped: gpu/a.test.ts: on a device'],
    });
    expect(summarise({ testResults }, { ...run, strict: true })).toMatchObject({
      failed: 1,
      skipped: 0,
      lines: [expect.anything(), expect.stringContaining('FAILED: gpu/a.test.ts: on a device')],
    });
  });

  test('that needs a missing part has no line of its own', () => {
    const testResults = [file('gpu/a.test.ts', result('on a device', 'skipped'))];
    const { failed, skipped, lines } = summarise(
      { testResults },
      { ...run, strict: true, excused: ['gpu'] },
    );
    expect([failed, skipped, lines.length]).toEqual([0, 1, 1]);
  });

  test('that belongs to another command is not counted', () => {
    const testResults = [file('a.test.ts', result('all seeds', 'skipped', ['long']))];
    expect(summarise({ testResults }, { ...run, strict: true })).toMatchObject({
      failed: 0,
      skipped: 0,
    });
  });
});

test('a file that does not load fails', () => {
  const testResults = [{ ...file('a.test.ts'), status: 'failed', message: 'no such module' }];
  const { failed, lines } = summarise({ testResults }, { ...run, status: 1 });
  expect([failed, lines[1]]).toEqual([
    1,
    'FAILED: a.test.ts: did not load\n        no such module',
  ]);
});

test.each([[undefined], [{ testResults: [] }]])(
  'an exit code that no test explains fails',
  (report) => {
    expect(summarise(report, { ...run, status: 1 })).toMatchObject({ failed: 1 });
  },
);
