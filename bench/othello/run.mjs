// The benches of Othello, one subject per call. After `npm run build`:
//   node bench/othello/run.mjs perft|search|slices|ffo [--help]
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { badInput, Failure, missingPart } from '../support/failure.mjs';

const subjects = {
  perft: 'move generation against the same algorithm in C++',
  search: 'nodes per second against a recursive search in C++ that visits the same nodes',
  slices: 'what it costs to stop and resume a search',
  ffo: 'FFO endgames, scores checked',
};

const usage = `Usage: node bench/othello/run.mjs SUBJECT [options]

Subjects:
${Object.entries(subjects)
  .map(([name, about]) => `  ${name.padEnd(7)} ${about}`)
  .join('\n')}

Every subject has --help and --json FILE.`;

const common = { json: { type: 'string' }, help: { type: 'boolean' } };

function parse(options, args) {
  try {
    return parseArgs({ args, options: { ...common, ...options } }).values;
  } catch (error) {
    throw badInput(error.message);
  }
}

async function main([name, ...args]) {
  if (name === undefined || name === '--help') {
    console.log(usage);
    return;
  }
  if (!(name in subjects)) {
    throw badInput(`no subject '${name}': expected one of ${Object.keys(subjects).join(', ')}`);
  }
  if (!existsSync(new URL('../../dist/wasm/othello.wasm', import.meta.url))) {
    throw missingPart('nothing is built yet: npm run build');
  }
  const { help, options, run } = await import(`./${name}.mjs`);
  const values = parse(options, args);
  if (values.help) {
    console.log(help);
    return;
  }
  const result = await run(values);
  if (values.json !== undefined) {
    const { writeJson } = await import('../support/report.mjs');
    writeJson(values.json, `othello/${name}`, result);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
