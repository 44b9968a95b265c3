// The commands that the documents show exist: each `plyades` command with its options and experiments as its --help lists
// them, each script that `node` runs, and each script of `npm run`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plyadesHere } from '../../packages/plyades/test/cli/in-process.js';
import { library, pages, repository } from '../support/pages.js';

/** Command lines of a page: lines of shell blocks, and code spans that begin with a command. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, body]) =>
    body!.replaceAll('\\\n', ' ').split('\n'),
  );
  const prose = text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '');
  const spans = [...prose.matchAll(/`((?:npx |npm |node )?[^`]+)`/g)].map(([, span]) =>
    span!.replaceAll('\n', ' '),
  );
  return [...blocks, ...spans]
    .flatMap((line) => line.split(/ #|&&|\|\||;|\| /))
    .map((line) => line.trim());
}

const plyades = (line: string): string | undefined => /^(?:npx )?plyades +(.+)$/.exec(line)?.[1];

/** Words of the engine protocol and of a file that follow `plyades` and are no commands. */
const NO_COMMANDS = ['hash', 'proof'];

const helps = new Map<string, string>();

/** What `plyades COMMAND --help` prints. */
async function helpOf(command: string): Promise<string> {
  const known = helps.get(command);
  if (known !== undefined) return known;
  const { stdout } = await plyadesHere([...command.split(' '), '--help']);
  helps.set(command, stdout);
  return stdout;
}

/** The command of a line, with the second word of `cluster`. */
function commandOf(line: string): string {
  const [first, second] = line.split(/\s+/);
  return first === 'cluster' && /^[a-z]+$/.test(second ?? '') ? `${first} ${second}` : first!;
}

/** Options of a line; what stands in quotes, or behind the `--` of a launcher, belongs to other programs. */
const optionsOf = (line: string): string[] =>
  [
    ...line
      .replace(/"[^"]*"|'[^']*'/g, '')
      .replace(/ -- .*/, '')
      .matchAll(/(?<=\s)--[a-z][a-z-]*/g),
  ].map(([option]) => option);

/** Whether the page tells its readers to run its commands in the library's folder. */
const isForLibrary = (text: string): boolean =>
  /Run\s+all\s+commands\s+in\s+`packages\/plyades`/.test(text);

function scriptsOf(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return Object.keys(scripts);
}

describe.each(pages().filter(({ path }) => path !== 'CHANGELOG.md'))(
  'commands in $path',
  ({ text }) => {
    const lines = commandsOf(text);

    test('of plyades exist, with their options', async () => {
      const wrong: string[] = [];
      for (const line of lines) {
        const rest = plyades(line);
        if (rest === undefined || !/^[a-z]/.test(rest)) continue;
        const command = commandOf(rest);
        if (NO_COMMANDS.includes(command)) continue;
        const help = await helpOf(command);
        if (!help.includes(`Usage: plyades ${command}`)) {
          wrong.push(`plyades ${command}`);
          continue;
        }
        const missing = optionsOf(rest).filter((option) => !new RegExp(`${option}\\b`).test(help));
        const [, experiment] =
          /^experiment ([a-z-]+\/[\w.-]+)$/.exec(rest.split(' --')[0]!.trim()) ?? [];
        if (experiment !== undefined && !help.includes(experiment)) missing.push(experiment);
        wrong.push(...missing.map((each) => `plyades ${command} ${each}`));
      }
      expect(wrong).toEqual([]);
    });

    test('of node and npm run what exists', () => {
      const scripts = scriptsOf(isForLibrary(text) ? library : repository);
      const wrong = lines.filter((line) => {
        const [, script] = /^npm (?:run (?:-s )?)?((?<=run.*)[\w:]+|test\b)/.exec(line) ?? [];
        const [, bench] = /^npm run bench -- ([\w/-]+)/.exec(line) ?? [];
        if (bench !== undefined)
          return !existsSync(join(repository, `packages/lab/bench/${bench}.mjs`));
        if (script !== undefined) return !scripts.includes(script);
        const [, file] = /^node ([\w./-]+\.m?js)/.exec(line) ?? [];
        if (file === undefined) return false;
        return ![repository, library].some((root) => existsSync(join(root, file)));
      });
      expect(wrong).toEqual([]);
    });
  },
);

test('a wrong command would be found', async () => {
  expect(
    commandsOf('```sh\nnpx plyades search othello --depth 3   # three\n```\n`plyades top`'),
  ).toEqual(['npx plyades search othello --depth 3', 'three', '', 'plyades top']);
  expect(isForLibrary('Run all\ncommands in `packages/plyades`.')).toBe(true);
  expect(pages().filter(({ text }) => isForLibrary(text))).toHaveLength(2);
  expect(scriptsOf(library)).not.toContain('tables');
  expect(optionsOf('sim loa --faults "--x" --seed 1')).toEqual(['--faults', '--seed']);
  expect(await helpOf('no-such-command')).not.toContain('Usage: plyades no-such-command');
});
