// A bench as a program: its words are read, `--help` answered, the figures written as JSON if wanted, and
// a failure ends it with one line and an exit code. A bench is an object with
//   help      what --help prints
//   options   those of node:util's parseArgs; --help and --json FILE come with every bench
//   run       measures, prints and returns the figures; gets the options' values and the other words
import { parseArgs } from 'node:util';
import { badInput, Failure } from './failure.mjs';

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

/** Runs the bench of a file; `subject` is its name in bench/run.mjs and names it in the JSON. */
export function runBench(subject, bench, args = process.argv.slice(2)) {
  return endingWell(() => perform(subject, bench, args));
}
