// Every example of every help text is a command line that the parser takes; those that need nothing but this package
// are run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, describe, expect, test } from 'vitest';
import { loadExperimentCommand } from '#dist/cli/commands/experiment.js';
import { createProgram } from '#dist/cli/program.js';
import { plyades } from './plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All commands, each of which does nothing when it is called. */
async function parsers(): Promise<Command> {
  const program = createProgram(await loadExperimentCommand());
  for (const command of withCommands(program)) command.action(() => {});
  return program;
}

const withCommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap((each) => withCommands(each)),
];

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

/** The words after `plyades` of each example; what follows two spaces is a comment. */
function examplesOf(help: string): string[][] {
  const lines = [...help.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line!.split(/ {2,}/)[0]!);
  return lines
    .flatMap((line) => line.split(/ && | \| /))
    .filter((line) => line.startsWith('plyades'))
    .map((line) => wordsOf(line).slice(1));
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

const program = await parsers();
const helps = withCommands(program).map((command) => ({
  name: command.name(),
  examples: examplesOf(helpOf(command)),
}));
const all = helps.flatMap(({ examples }) => examples);

/** Done in a second or two, without a network, an engine or a file. */
const RUNS = /^(show|perft tic|search tic|solve tic|games( othello|$)|games --json|install-engine)/;

describe('the examples of the help', () => {
  test('are there for most commands', () => {
    expect(helps.filter(({ examples }) => examples.length > 0).length).toBeGreaterThan(20);
    expect(all.filter((words) => RUNS.test(words.join(' '))).length).toBeGreaterThan(10);
  });

  test.each(all.map((words) => [words.join(' '), words] as const))('%s', async (_, words) => {
    // Options of an earlier line must not stay.
    await (await parsers()).parseAsync(words, { from: 'user' });
  });

  const runs = helps.map(({ name, examples }) => ({
    name,
    lines: examples.filter((words) => RUNS.test(words.join(' '))),
  }));
  const run = async ({ lines }: (typeof runs)[number]) => {
    const cwd = mkdtempSync(join(folder, 'run-'));
    for (const words of lines) {
      const ended = await plyades(words, { cwd });
      expect(ended, words.join(' ')).toMatchObject({ code: 0, stderr: '' });
    }
  };
  const short = runs.filter(({ name }) => ['search', 'solve'].includes(name));
  test.each(short)('of $name run', run);
  const others = runs.filter((each) => each.lines.length > 0 && !short.includes(each));
  test.each(others)('of $name run', { tags: 'long' }, run);

  test('a launcher takes the words of its command with or without -- before them', async () => {
    const cwd = mkdtempSync(join(folder, 'launcher-'));
    const ended = await plyades(['install-engine', './gpp', '--', 'gpp', '--workers', '2'], {
      cwd,
    });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
  });
});

test('the doctor names no feature that is still to come, and only commands that exist', async () => {
  const { stdout } = await plyades(['doctor', '--json']);
  const { parts } = JSON.parse(stdout) as { parts: { name: string; enables: string }[] };
  const commands = program.commands.map((command) => command.name());
  for (const { name, enables } of parts) {
    expect(enables, name).not.toMatch(/nothing yet|planned/);
    for (const [, command] of enables.matchAll(/'(?:plyades )?([a-z-]+)[^']*'/g)) {
      expect(commands, name).toContain(command);
    }
  }
  expect(parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['WebGPU adapter', 'NATS client', 'openssl', 'gpsusi', 'laboratory']),
  );
});
