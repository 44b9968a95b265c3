// The page about adding a game with a kernel leads to a game that plays by its rules.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../support/pages.js';
import { Copy, stepsOf } from '../support/walkthrough.js';

// The commands are for a POSIX shell with perl.
describe.skipIf(process.platform === 'win32')('the page about a game with a kernel', () => {
  let copy: Copy;

  beforeAll(() => {
    copy = new Copy();
  });

  afterAll(() => copy.close());

  test('leads to a game that is there, by its rules', { tags: 'long' }, () => {
    const all = stepsOf('docs/add-a-game.md', '## A game with a kernel');
    expect(all.map(({ heading }) => heading.charAt(0)).join('')).toBe('123445');
    const printed = all.map(({ commands }) => copy.follow(commands));
    const [, size] = /misere\.wasm {2}(\d+\.\d) KiB/.exec(printed[1]!) ?? [];
    const { text } = pages().find(({ path }) => path === 'docs/add-a-game.md')!;
    const [, told] = /misere\.wasm`, about (\d+) KiB/.exec(text) ?? [];
    expect(Math.abs(Number(size) - Number(told)), `the kernel has ${size} KiB`).toBeLessThan(8);
    expect(printed[4]).toMatch(/^legal moves {2}a1 b1 c1 a2 b2 c2 a3 b3 c3$/m);
    expect(printed[4]).toMatch(/^perft 9 of Misère tic-tac-toe: 127,872$/m);
    expect(printed[4]).toMatch(/^best move +b2$/m);
    expect(printed[4]).toMatch(/^value +.*draw/m);
    expect(printed[5]).toMatch(/Tests {2}\d\d passed/);
    copy.follow(
      "node -e \"import('plyades').then(({ gameNames }) => gameNames.includes('misere') || process.exit(1))\"",
    );
    copy.follow('npm run lint');
  });
});
