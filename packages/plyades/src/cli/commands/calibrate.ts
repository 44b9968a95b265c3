// `plyades calibrate`: what a node, a message and its way cost on this machine, as a profile for
// `plyades sim --profile FILE`.
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { Command } from 'commander';
import { exitCodes } from '../exit.js';
import { usingFile } from '../files.js';
import { catchInterrupt } from '../interrupt.js';
import { makeSeconds } from '../numbers.js';
import { beginProgress } from '../progress.js';
import { note, print } from '../terminal.js';

const EXAMPLES = `
Takes some minutes. Close what else is running: the best of several times counts, but a busy machine is
slow in all of them. The profile is JSON with nanoseconds for each game; without --out it goes to stdout.

Examples:
  $ plyades calibrate --out here.json
  $ plyades sim othello --algorithm aphid --processors 2 --depth 12 --profile here.json`;

interface Flags {
  readonly out?: string;
}

export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description('measure the costs of this machine for simulations')
    .option('-o, --out <file>', 'write the profile into a file')
    .addHelpText('after', EXAMPLES)
    .action(measure);
}

async function measure({ out }: Flags): Promise<void> {
  const { signal } = catchInterrupt();
  // Nothing here waits for the signal, and half a profile is worth nothing.
  signal.addEventListener('abort', () => process.exit(exitCodes.interrupted));
  // A file that cannot be written is refused before the minutes are spent; one that is there is kept.
  if (out !== undefined) await write(out, '', 'a');
  const { calibrate } = await import('../../sim/index.js');
  const line = await beginProgress();
  line.show((seconds) => `measuring ...  ${makeSeconds(seconds)}`);
  try {
    const machine = `${cpus()[0]?.model ?? 'an unknown processor'} (${availableParallelism()} cores), Node ${process.version}`;
    const text = JSON.stringify(await calibrate(machine), undefined, 2);
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
