// A bench as a program: its words are read, `--help` answered, the figures written as JSON if wanted, and
// a failure ends it with one line and an exit code. A bench is a module, or an object, with
//   help      what --help prints
//   options   those of node:util's parseArgs; --help and --json FILE come with every bench
//   run       measures, prints and returns the figures; gets the options' values and the other words
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { badInput, Failure, missingPart } from './failure.mjs';

const common = { json: { type: 'string' }, help: { type: 'boolean' } };

function parse(options, args, allowPositionals) {
  try {
    return parseArgs({ args, options: { ...common, ...options }, allowPositionals });
  } catch (error) {
    throw badInput(error.message);
  }
}

async function perform(subject, bench, args) {
  const { help, options, run, takesWords = false } = bench;
  const { values, positionals } = parse(options, args, takesWords);
  if (values.help) {
    console.log(help);
    return;
  }
  const result = await run(values, positionals);
  if (values.json === undefined) return;
  const { writeJson } = await import('./report.mjs');
  writeJson(values.json, subject, result);
}

async function endingWell(act) {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}

/** Runs the only bench of a file; `subject` names it in the JSON. */
export function runBench(subject, bench, args = process.argv.slice(2)) {
  return endingWell(() => perform(subject, bench, args));
}

/**
 * Runs the bench of bench/GAME that the first word names. `subjects` says in a line what each one is
 * about; it is the module of that name in the folder, loaded when it is wanted.
 */
export function runOneOf(game, subjects, [name, ...args] = process.argv.slice(2)) {
  return endingWell(async () => {
    if (name === undefined || name === '--help') {
      console.log(usage(game, subjects));
      return;
    }
    if (!(name in subjects)) {
      throw badInput(`no subject '${name}': expected one of ${Object.keys(subjects).join(', ')}`);
    }
    if (!existsSync(new URL(`../../../plyades/dist/wasm/${game}.wasm`, import.meta.url))) {
      throw missingPart('nothing is built yet: npm run build');
    }
    await perform(`${game}/${name}`, await import(`../${game}/${name}.mjs`), args);
  });
}

function usage(game, subjects) {
  const width = Math.max(...Object.keys(subjects).map((name) => name.length));
  const rows = Object.entries(subjects).map(([name, about]) => `  ${name.padEnd(width)}  ${about}`);
  return `Usage: node bench/${game}/run.mjs SUBJECT [options]

Subjects:
${rows.join('\n')}

Every subject has --help and --json FILE.`;
}
