// `plyades experiment`: runs an experiment of the laboratory, or what is missing of it, and shows what it
// amounts to.
import { Command, Option } from 'commander';
import { quote } from '../../core/errors.js';
import { type Scale, scales, type TableOfFigures } from '../../experiments/experiment.js';
import { type LaboratoryProgress, runExperiment } from '../../experiments/laboratory.js';
import { experiments } from '../../experiments/registry.js';
import { Refusal } from '../exit.js';
import { catchInterrupt } from '../interrupt.js';
import { makeClock, roundSeconds } from '../numbers.js';
import { choiceOption, didYouMean } from '../options.js';
import { beginProgress } from '../progress.js';
import { colours, columns, note, print, printJson } from '../terminal.js';

const DEFAULT_OUT = 'experiments';

const EXAMPLES = `
Experiments:
${columns(experiments.map(({ name, about }) => [`  ${name}`, about]))}

Every finished run is a line of JSON in DIR/NAME.jsonl and is not made again: Ctrl-C stops an experiment,
the same command goes on. The diagram is DIR/NAME.svg; it needs the packages vega and vega-lite. Scales:
smoke takes seconds, short minutes, full hours.

With --json the last line of stdout is one object:
  experiment, scale, total, skipped, made, seconds, data, picture, tables: [{title, head, rows}]

Examples:
  $ plyades experiment parallel/algorithms --scale smoke
  $ plyades experiment aphid/table-6.3 --scale short --out results`;

interface Flags {
  readonly scale: Scale;
  readonly out: string;
  readonly json?: boolean;
}

export function experimentCommand(): Command {
  return new Command('experiment')
    .description('run an experiment, or go on with it')
    .argument('<name>', `the experiment: ${experiments.map(({ name }) => name).join(', ')}`)
    .addOption(choiceOption('--scale <name>', 'how much of it', scales).default('smoke'))
    .addOption(new Option('-o, --out <dir>', 'folder of the files').default(DEFAULT_OUT))
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(name: string, { scale, out, json }: Flags): Promise<void> {
  const names = experiments.map((each) => each.name);
  const experiment = experiments.find((each) => each.name === name);
  if (experiment === undefined) {
    const message = `${quote(name)} is refused: expected ${names.join(', ')}${didYouMean(name, names)}`;
    throw new Refusal('ERR_ARGUMENT', message, { where: 'NAME' });
  }
  const { signal } = catchInterrupt();
  const line = await beginProgress();
  const startedAt = performance.now();
  try {
    const report = await runExperiment(experiment, {
      scale,
      out,
      signal,
      onProgress: (progress) => line.show(() => asLine(progress)),
    });
    line.end();
    const { total, skipped, made, data, picture, tables } = report;
    if (signal.aborted) {
      note(
        `interrupted: ${skipped + made} of ${total} runs are finished; the same command goes on`,
      );
    }
    if (json) {
      const seconds = roundSeconds((performance.now() - startedAt) / 1000);
      printJson({ experiment: name, scale, total, skipped, made, seconds, data, picture, tables });
      return;
    }
    print(tables.map(asText).join('\n\n'));
    print(`\n${made} runs made, ${skipped} of ${total} were finished before; ${data}, ${picture}`);
  } finally {
    line.end();
  }
}

function asLine({ done, total, id, secondsLeft }: LaboratoryProgress): string {
  const left = secondsLeft === undefined ? '' : `  about ${makeClock(1000 * secondsLeft)} left`;
  return `run ${done + 1} of ${total}${left}  ${id}`;
}

function asText({ title, head, rows }: TableOfFigures): string {
  const { bold } = colours(process.stdout);
  const numbers = head.map((_, index) => index).filter((index) => index > 0);
  return `${bold(title)}\n${columns([head, ...rows], numbers)}`;
}
