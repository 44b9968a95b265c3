// `plyades calibrate`: what a node, a message and its way cost on this machine, as a profile for
// `plyades sim --profile FILE`.
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { Command, Option } from 'commander';
import { unwrap } from '../../core/result.js';
import { MAX_HASH_MB } from '../../core/search-request.js';
import { parseGameName } from '../../games/names.js';
import { exitCodes } from '../exit.js';
import { usingFile } from '../files.js';
import { catchInterrupt } from '../interrupt.js';
import { makeSeconds } from '../numbers.js';
import { integerOption } from '../options.js';
import { beginProgress } from '../progress.js';
import { note, print } from '../terminal.js';

const EXAMPLES = `
Takes a second for each game, and up to 15 for each as the host threads. Close what else is running: the best of
several times counts, but a busy machine is slow in all of them. The profile is JSON with nanoseconds for each game;
without --out it goes to stdout. It has two parts:

  games: for ideal hosts, on which only nodes, nodes of a master's tree, and packets cost something
  hosts.threads: what the threads of this machine add: nodes by the number of busy threads, with tables of their own
  and with one for all; masters' programs, packets and searches of each algorithm; sleepers that are woken; the begin
  and the end of a search; the first use of memory

Examples:
  $ plyades calibrate --out here.json
  $ plyades calibrate --games othello,chess --out here.json
  $ plyades sim othello --algorithm aphid --processors 2 --depth 12 --profile here.json
  $ plyades sim othello --algorithm aphid --processors 3 --depth 12 --profile here.json --host threads --table shared`;

interface Flags {
  readonly out?: string;
  readonly games?: readonly string[];
  readonly hash: number;
  readonly hosts: boolean;
}

export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description('measure the costs of this machine for simulations')
    .option('-o, --out <file>', 'write the profile into a file')
    .addOption(
      new Option('--games <list>', 'only these, with commas between them').argParser(parseGames),
    )
    .addOption(
      integerOption('--hash <MiB>', 'all tables together, of hosts', 1, MAX_HASH_MB).default(64),
    )
    .option('--no-hosts', 'leave out what threads add')
    .addHelpText('after', EXAMPLES)
    .action(measure);
}

const parseGames = (text: string): readonly string[] =>
  text.split(',').map((name) => unwrap(parseGameName(name)));

async function measure({ out, games, hash, hosts }: Flags): Promise<void> {
  const { signal } = catchInterrupt();
  // Nothing here waits for the signal, and half a profile is worth nothing.
  signal.addEventListener('abort', () => process.exit(exitCodes.interrupted));
  // A file that cannot be written is refused before the minutes are spent; one that is there is kept.
  if (out !== undefined) await write(out, '', 'a');
  const { calibrate } = await import('../../sim/index.js');
  const line = await beginProgress();
  line.show((seconds) => `measuring ...  ${makeSeconds(seconds)}`);
  try {
    const cores = availableParallelism();
    const machine = `${cpus()[0]?.model ?? 'an unknown processor'} (${cores} cores), Node ${process.version}`;
    const profile = await calibrate(machine, { cores, hash, hosts, ...(games && { games }) });
    const text = JSON.stringify(profile, undefined, 2);
    line.end();
    if (out === undefined) return print(text);
    await write(out, `${text}\n`);
    note(`written to ${out}`);
  } finally {
    line.end();
  }
}

async function write(file: string, text: string, flag = 'w'): Promise<void> {
  await usingFile('--out', file, () => writeFile(file, text, { flag }));
}
