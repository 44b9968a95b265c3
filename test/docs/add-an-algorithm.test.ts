// The page about adding an algorithm leads to one that finds the sequential value, on threads and in simulation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Copy, stepsOf } from '../support/walkthrough.js';

// The commands are for a POSIX shell with perl.
describe.skipIf(process.platform === 'win32')('the page about an algorithm', () => {
  let copy: Copy;

  beforeAll(() => {
    copy = new Copy();
  });

  afterAll(() => copy.close());

  test('leads to an algorithm that is there, by its rules', { tags: ['long'] }, () => {
    const all = stepsOf('docs/add-an-algorithm.md', '## Steps');
    expect(all.map(({ heading }) => heading.charAt(0)).join('')).toBe('1234');
    const printed = all.map(({ commands }) => copy.follow(commands));
    expect(printed[2]).toMatch(/^how +eager-split on 2 workers, exact mode/m);
    expect(printed[2]).toMatch(/^how +eager-split on 8 processors/m);
    // The two runs that the page compares differ in the algorithm alone.
    const runs = [...printed[2]!.matchAll(/^how +(\S+) on 8 processors, depth 6, (.+)$/gm)];
    expect(runs.map(([, name]) => name)).toEqual(['eager-split', 'root-split']);
    expect(runs[0]![2]).toBe(runs[1]![2]);
    expect(printed[3]).toMatch(/Tests {2}.*\d passed/);
    copy.follow('npm run lint');
    copy.follow('npx tsc -p test');
  });
});
