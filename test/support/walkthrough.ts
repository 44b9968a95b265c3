// A page that tells how to add something is followed to the letter: its blocks of commands are run one after the other in
// a copy of the repository, so that the page cannot promise what does not work.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pages, repository } from './pages.js';

/** The files that the commands read or change. */
const COPIED = [
  ...['packages/plyades', 'packages/lab/bench', 'scripts', 'test/support'],
  ...['package.json', 'tsconfig.base.json', 'vitest.config.ts', 'biome.json', '.gitignore'],
];

export interface Step {
  readonly heading: string;
  readonly commands: string;
}

/** The blocks of commands of a page behind a heading, each with the heading of its step. */
export function stepsOf(path: string, heading: string): Step[] {
  const { text } = pages().find((page) => page.path === path)!;
  const part = text.slice(text.indexOf(`\n${heading}`));
  return part.split(/^### /m).flatMap((section) => {
    const title = section.split('\n', 1)[0]!;
    return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => {
      return { heading: title, commands: commands! };
    });
  });
}

/** A copy of the repository in a temporary folder, which `close` removes. */
export class Copy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'plyades-page-'));

  constructor() {
    for (const name of COPIED)
      cpSync(join(repository, name), join(this.#folder, name), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), join(this.#folder, 'node_modules'));
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Runs commands in packages/plyades and returns their output; npx would install the copy before its first run. */
  follow(commands: string): string {
    const script = commands.replaceAll('npx plyades', 'node dist/cli/main.js');
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], {
      cwd: join(this.#folder, 'packages/plyades'),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
    });
    if (status !== 0) throw new Error(`exit ${status} of\n${script}\n${stdout}${stderr}`);
    return stdout;
  }
}
