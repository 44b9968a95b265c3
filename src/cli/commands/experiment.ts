// `plyades experiment`: runs an experiment of the laboratory, or what is missing of it, and shows what it
// amounts to.
import { Command, Option } from 'commander';
import { quote } from '../../core/errors.js';
import { type Scale, scales, type TableOfFigures } from '../../experiments/experiment.js';
import { type LaboratoryProgress, runExperiment } from '../../experiments/laboratory.js';
import { experiments } from '../../experiments/registry.js';
import { type ProfileName, profileNames } from '../../sim/index.js';
import { Refusal } from '../exit.js';
import { catchInterrupt } from '../interrupt.js';
import { makeClock, roundSeconds } from '../numbers.js';
import { choiceOption, didYouMean } from '../options.js';
import { beginProgress } from '../progress.js';
import { colours, columns, note, print, printJson } from '../terminal.js';

const DEFAULT_OUT = 'experiments';
const BOTH = 'both';

const EXAMPLES = `
Experiments:
${columns(experiments.map(({ name, about }) => [`  ${name}`, about]))}

Every finished run is a line of JSON in DIR, and no run is made twice: Ctrl-C stops an experiment, the same
command goes on. aphid/table-... and aphid/granularity share their runs, in DIR/aphid/tables.jsonl. After a
change of the program take another DIR. Tables and figures are written as JSON (DIR/NAME.json) and as a
diagram (DIR/NAME.svg), which needs the packages vega and vega-lite.

Scales: smoke takes seconds, short a minute or some, full hours; the tables of full have an open end, smaller
searches first, so that it may be stopped when it is enough. --profile chooses the costs of simulations, both
if it is not given.

With --json the last line of stdout is one object:
  experiment, scale, total, skipped, made, seconds, data, report, picture, tables: [{title, head, rows}],
  figures: the lines as numbers

Examples:
  $ plyades experiment parallel/algorithms --scale smoke
  $ plyades experiment aphid/table-6.3 --scale short --profile paper --out results`;

interface Flags {
  readonly scale: Scale;
  readonly profile?: ProfileName | typeof BOTH;
  readonly out: string;
  readonly json?: boolean;
}

export function experimentCommand(): Command {
  return new Command('experiment')
    .description('run an experiment, or go on with it')
    .argument('<name>', `the experiment: ${experiments.map(({ name }) => name).join(', ')}`)
    .addOption(choiceOption('--scale <name>', 'how much of it', scales).default('smoke'))
    .addOption(choiceOption('--profile <name>', 'costs of simulations', [...profileNames, BOTH]))
    .addOption(new Option('-o, --out <dir>', 'folder of the files').default(DEFAULT_OUT))
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(name: string, { scale, profile, out, json }: Flags): Promise<void> {
  const names = experiments.map((each) => each.name);
  const experiment = experiments.find((each) => each.name === name);
  if (experiment === undefined) {
    const message = `${quote(name)} is refused: expected ${names.join(', ')}${didYouMean(name, names)}`;
    throw new Refusal('ERR_ARGUMENT', message, { where: 'NAME' });
  }
  if (profile !== undefined && !experiment.profiled) {
    const message = `${name} has no choice of profiles`;
    throw new Refusal('ERR_OPTION', message, { where: '--profile' });
  }
  const { signal } = catchInterrupt();
  const line = await beginProgress();
  const startedAt = performance.now();
  try {
    const report = await runExperiment(experiment, {
      scale,
      ...(profile === undefined || profile === BOTH ? {} : { profiles: [profile] }),
      out,
      signal,
      onProgress: (progress) => line.show(() => asLine(progress)),
    });
    line.end();
    const { total, skipped, made, tables, figures = [] } = report;
    const files = { data: report.data, report: report.report, picture: report.picture };
    if (signal.aborted) {
      note(
        `interrupted: ${skipped + made} of ${total} runs are finished; the same command goes on`,
      );
    }
    if (json) {
      const seconds = roundSeconds((performance.now() - startedAt) / 1000);
      const head = { experiment: name, scale, total, skipped, made, seconds };
      printJson({ ...head, ...files, tables, figures });
      return;
    }
    print(tables.map(asText).join('\n\n'));
    const where = Object.values(files).join(', ');
    print(`\n${made} runs made, ${skipped} of ${total} were finished before; ${where}`);
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
