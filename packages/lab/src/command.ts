// `plyades experiment`: runs an experiment of the laboratory, or what is missing of it, and shows what it
// amounts to.
import { Command, Option } from 'commander';
import { exitCodes, Refusal } from 'plyades/internal/cli/exit.js';
import { catchInterrupt } from 'plyades/internal/cli/interrupt.js';
import { makeClock, roundSeconds } from 'plyades/internal/cli/numbers.js';
import { choiceOption, integerOption, integersOption } from 'plyades/internal/cli/options.js';
import { beginProgress } from 'plyades/internal/cli/progress.js';
import { colours, columns, note, print, printJson } from 'plyades/internal/cli/terminal.js';
import { quote } from 'plyades/internal/core/errors.js';
import { didYouMean } from 'plyades/internal/core/similar.js';
import { type ProfileName, profileNames } from 'plyades/sim';
import { rules } from './aphid/table.js';
import { type EngineChoices, type Scale, scales, type TableOfFigures } from './experiment.js';
import { ways } from './gpp/conditions.js';
import { type LaboratoryProgress, runExperiment } from './laboratory.js';
import { experiments } from './registry.js';
import { filterRuns, type RunFilter, type RunSelection } from './selection.js';

const DEFAULT_OUT = 'experiments';
const BOTH = 'both';

/** Of what can be asked for; what there is depends on the experiment. */
const MOST_PLIES = 200;
const MOST_POSITIONS = 1000;
const MOST_PROCESSORS = 65_536;
const MOST_REPEATS = 100;
const MOST_JOBS = 1024;
const MOST_MINUTES = 35_000;

const EXAMPLES = `
Experiments:
${columns(experiments.map(({ name, about }) => [`  ${name}`, about]))}

Every finished run is a line of JSON in DIR, and no run is made twice: Ctrl-C stops an experiment, the same
command goes on. aphid/table-... and aphid/granularity share their runs, in DIR/aphid/tables.jsonl, and so do
minimal-tree/... but for figure-6, in DIR/minimal-tree/runs.jsonl. After a change of the program take another
DIR. Tables and figures are written as JSON (DIR/NAME.json) and as a diagram (DIR/NAME.svg), which needs the
packages vega and vega-lite; without them there is no diagram, and picture is null.

Scales: smoke takes seconds, short a minute or some, full hours; the tables of full have an open end, smaller
searches first, so that it may be stopped when it is enough. --profile chooses the costs of simulations, both
if it is not given. --depth, --processors and --positions make a part of what a scale has, in experiments that
have a choice of them: its runs count for the whole, too. Depths are without the extra plies that some positions
of chess and checkers have; --positions takes this many of each game, spread over all. gpp/... need an engine, stockfish
if no other one is given; their processors are workers, and runs of different engines do not mix. --way takes some
of ${ways.join(', ')}; in parallel/hierarchy of flat, oldest, shallow, even; in
aphid/table-... of ${rules.join(', ')}: APHID with our rules and with the thesis's; in
lab/validate of predict, measure, hosts, machines, rounds, games and algorithms: predict,threads,two-cores,round-2.

--jobs makes this many runs at a time, the largest first, each in a process of its own with one thread; results are the
same. Every job needs up to a GiB of memory. A run that fails is named at the end, and the others go on. After --minutes
no run is started; runs under way have one minute to end, and are made again by the next call if they do not.

With --json the last line of stdout is one object:
  experiment, scale, total, skipped, made, failures: [{id, message}], late, builds, seconds, data, report, picture, tables: [{title, head, rows}],
  figures: the tables' lines, or the curves that they are taken from, as numbers

Examples:
  $ plyades experiment parallel/algorithms --scale smoke
  $ plyades experiment aphid/table-6.3 --scale short --profile paper --out results
  $ plyades experiment aphid/table-6.3 --scale full --depth 14,15 --processors 64 --positions 5
  $ plyades experiment aphid/table-6.1 --scale full --way ours --jobs 16 --minutes 60
  $ plyades experiment gpp/table-2 --scale full --engine stockfish --games my-games.pgn
  $ plyades experiment gpp/figure-4a --scale full --processors 8,32 --engine plyades --way hash`;

const choiceNames = [
  'engine',
  'games',
  'way',
  'repeats',
] as const satisfies readonly (keyof EngineChoices)[];

interface Flags extends RunFilter, EngineChoices {
  readonly scale: Scale;
  readonly profile?: ProfileName | typeof BOTH;
  readonly out: string;
  readonly jobs: number;
  readonly minutes?: number;
  readonly json?: boolean;
}

export function experimentCommand(): Command {
  return new Command('experiment')
    .description('run an experiment, or go on with it')
    .argument('<name>', `the experiment: ${experiments.map(({ name }) => name).join(', ')}`)
    .addOption(choiceOption('--scale <name>', 'how much of it', scales).default('smoke'))
    .addOption(choiceOption('--profile <name>', 'costs of simulations', [...profileNames, BOTH]))
    .addOption(integersOption('--depth <list>', 'only these depths', 1, MOST_PLIES))
    .addOption(
      integerOption('--positions <number>', 'only this many of each game', 1, MOST_POSITIONS),
    )
    .addOption(integersOption('--processors <list>', 'only these', 1, MOST_PROCESSORS))
    .option('--engine <name>', 'an engine of this machine, in experiments with engines')
    .option('--games <file>', 'games in PGN, where an experiment reads some')
    .option(
      '--way <list>',
      'only these variants, in aphid/table-..., gpp/..., parallel/hierarchy and lab/validate',
    )
    .addOption(
      integerOption(
        '--repeats <number>',
        'of each measured search, in lab/validate',
        1,
        MOST_REPEATS,
      ),
    )
    .addOption(new Option('-o, --out <dir>', 'folder of the files').default(DEFAULT_OUT))
    .addOption(
      integerOption(
        '--jobs <number>',
        'runs at a time, of simulated searches',
        1,
        MOST_JOBS,
      ).default(1),
    )
    .addOption(integerOption('--minutes <number>', 'start no run after this', 1, MOST_MINUTES))
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(name: string, flags: Flags): Promise<void> {
  const { scale, profile, out, json, jobs, minutes } = flags;
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
  for (const choice of choiceNames) {
    if (flags[choice] === undefined || experiment.choices?.includes(choice)) continue;
    throw new Refusal('ERR_OPTION', `${name} has no choice of it`, { where: `--${choice}` });
  }
  const selection = selectionOf(flags);
  const part = filterRuns(experiment, selection);
  if (!part.ok) {
    const { dimension, message } = part.error;
    throw new Refusal('ERR_OPTION', message, { where: `--${dimension}` });
  }
  const { signal } = catchInterrupt();
  const line = await beginProgress();
  const startedAt = performance.now();
  try {
    const report = await runExperiment(experiment, {
      ...selection,
      out,
      signal,
      jobs,
      ...(minutes === undefined ? {} : { minutes }),
      onProgress: (progress) => line.show(() => asLine(progress)),
    });
    line.end();
    const { total, skipped, made, failures, late, builds, tables, figures = [] } = report;
    const { data, picture, notDrawn } = report;
    const files = { data, report: report.report, picture: picture ?? null };
    if (signal.aborted) {
      note(
        `interrupted: ${skipped + made} of ${total} runs are finished; the same command goes on`,
      );
    }
    if (late) {
      note(
        `time is over: ${skipped + made} of ${total} runs are finished; the same command goes on`,
      );
    }
    for (const { id, message } of failures) note(`failed: ${id}: ${message}`);
    if (failures.length > 0) process.exitCode = exitCodes.internal;
    if (builds.length > 1) {
      note(
        `caution: ${builds.length} builds of the program made these runs; another --out runs all again`,
      );
    }
    if (json) {
      const seconds = roundSeconds((performance.now() - startedAt) / 1000);
      const head = {
        experiment: name,
        scale,
        total,
        skipped,
        made,
        failures,
        late,
        builds,
        seconds,
      };
      printJson({ ...head, ...files, tables, figures });
    }
    if (!json) {
      print(tables.map(asText).join('\n\n'));
      const where = Object.values(files).filter((file) => file !== null);
      print(
        `\n${made} runs made, ${skipped} of ${total} were finished before; ${where.join(', ')}`,
      );
    }
    if (notDrawn !== undefined) note(`no diagram was drawn: ${notDrawn}`);
  } finally {
    line.end();
  }
}

function selectionOf(flags: Flags): RunSelection {
  const { scale, profile, depth, positions, processors } = flags;
  const part = {
    ...(depth === undefined ? {} : { depth }),
    ...(positions === undefined ? {} : { positions }),
    ...(processors === undefined ? {} : { processors }),
  };
  const choices = Object.fromEntries(
    choiceNames.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])),
  );
  return {
    scale,
    choices,
    ...(profile === undefined || profile === BOTH ? {} : { profiles: [profile] }),
    ...(Object.keys(part).length === 0 ? {} : { part }),
  };
}

function asLine({ done, total, id, running, secondsLeft }: LaboratoryProgress): string {
  const left = secondsLeft === undefined ? '' : `  about ${makeClock(1000 * secondsLeft)} left`;
  const which = running === 1 ? `run ${done + 1}` : `${done} runs done, ${running} under way,`;
  return `${which} of ${total}${left}  ${id}`;
}

function asText({ title, head, rows }: TableOfFigures): string {
  const { bold } = colours(process.stdout);
  const numbers = head.map((_, index) => index).filter((index) => index > 0);
  return `${bold(title)}\n${columns([head, ...rows], numbers)}`;
}
