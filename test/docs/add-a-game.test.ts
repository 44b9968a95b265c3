// The page about adding a game with a kernel is followed to the letter: its commands are run one after the
// other in a copy of the repository, and what the page says will come out comes out.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages, repository } from '../support/pages.js';

/** What the commands read or change. */
const COPIED = [
  ...['packages/plyades', 'scripts'],
  ...['package.json', 'tsconfig.base.json', 'vitest.config.ts'],
];

interface Step {
  readonly heading: string;
  readonly commands: string;
}

/** The blocks of commands behind the heading, each with the heading of its step. */
function steps(): Step[] {
  const { text } = pages().find(({ path }) => path === 'docs/add-a-game.md')!;
  const part = text.slice(text.indexOf('\n## A game with a kernel'));
  return part.split(/^### /m).flatMap((section) => {
    const heading = section.split('\n', 1)[0]!;
    return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => {
      return { heading, commands: commands! };
    });
  });
}

// The commands are for a POSIX shell with perl.
describe.skipIf(process.platform === 'win32')('the page about a game with a kernel', () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'plyades-page-'));
    for (const name of COPIED)
      cpSync(join(repository, name), join(copy, name), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** Runs the commands of a step; npx would install the copy before it runs it for the first time. */
  function follow(commands: string): string {
    const script = commands.replaceAll('npx plyades', 'node dist/cli/main.js');
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], {
      cwd: join(copy, 'packages/plyades'),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
    });
    if (status !== 0) throw new Error(`exit ${status} of\n${script}\n${stdout}${stderr}`);
    return stdout;
  }

  test('leads to a game that is there, by its rules', { timeout: 600_000 }, () => {
    const all = steps();
    expect(all.map(({ heading }) => heading.charAt(0)).join('')).toBe('123445');
    const printed = all.map(({ commands }) => follow(commands));
    expect(printed[1]).toMatch(/misere\.wasm {2}\d+\.\d KiB/);
    expect(printed[4]).toMatch(/^legal moves {2}a1 b1 c1 a2 b2 c2 a3 b3 c3$/m);
    expect(printed[4]).toMatch(/^perft 9 of Misère tic-tac-toe: 127,872$/m);
    expect(printed[4]).toMatch(/^best move +b2$/m);
    expect(printed[4]).toMatch(/^value +.*draw/m);
    expect(printed[5]).toMatch(/Tests {2}\d\d passed/);
  });
});
