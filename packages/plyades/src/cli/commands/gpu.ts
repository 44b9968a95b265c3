// `plyades gpu`: which graphics adapter a search would use, what it allows, and whether it calculates right.
import { Command } from 'commander';
import { exitCodes } from '../exit.js';
import { makeCount, makeRate, makeSeconds } from '../numbers.js';
import { columns, print, printJson } from '../terminal.js';

const EXAMPLES = `
Without an adapter the exit code is 3; in Node the package webgpu must be installed beside plyades.

Examples:
  $ plyades gpu
  $ plyades gpu --json
  $ plyades search connect6 --moves j10 --depth 4 --algorithm gpu`;

export function gpuCommand(): Command {
  return new Command('gpu')
    .description('show the graphics adapter and test it for a second')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(showGpu);
}

async function showGpu(flags: { json?: boolean }): Promise<void> {
  const { openGpu, testDevice } = await import('../../gpu/index.js');
  const gpu = await openGpu();
  try {
    const { report } = gpu;
    const test = await testDevice(gpu);
    if (test.wrong > 0 || gpu.lost !== undefined) process.exitCode = exitCodes.internal;
    if (flags.json) {
      printJson({ ...report, test, ...(gpu.lost !== undefined && { lost: gpu.lost }) });
      return;
    }
    const adapter = [report.vendor, report.architecture, report.description].filter(Boolean);
    print(
      columns([
        ['adapter', `${adapter.join(', ')}${report.software ? ' (in software)' : ''}`],
        ...Object.entries(report.limits).map(
          ([name, limit]) => [name, makeCount(limit)] as [string, string],
        ),
        ['features', report.features.join(' ')],
        ['shader compiled in', makeSeconds(test.compileSeconds)],
        ['self-test', gpu.lost === undefined ? outcome(test) : `the device was lost: ${gpu.lost}`],
      ]),
    );
  } finally {
    gpu.close();
  }
}

function outcome(test: { positions: number; wrong: number; seconds: number }): string {
  const rate = makeRate(test.positions, test.seconds).replace('nodes', 'evaluations');
  const right = test.wrong === 0 ? 'all as on the processor' : `${makeCount(test.wrong)} WRONG`;
  return `${makeCount(test.positions)} chess positions, ${rate}, ${right}`;
}
