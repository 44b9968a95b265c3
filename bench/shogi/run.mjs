// The benches of shogi, one subject per call. After `npm run build`:
//   node bench/shogi/run.mjs perft|nodes [--json FILE] [--rounds N]
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { badInput, Failure, missingPart } from '../support/failure.mjs';

const subjects = {
  perft: 'leaves per second with bulk counting, beside Fairy-Stockfish where it is installed',
  nodes: 'cost of a node that keeps its best moves, nodes per second, first-move cut-offs',
};

const usage = `Usage: node bench/shogi/run.mjs SUBJECT [--rounds N] [--json FILE]

Subjects:
${Object.entries(subjects)
  .map(([name, about]) => `  ${name.padEnd(6)} ${about}`)
  .join('\n')}`;

function parse(args) {
  try {
    const options = { rounds: { type: 'string', default: '5' }, json: { type: 'string' } };
    return parseArgs({ args, options }).values;
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
  if (!existsSync(new URL('../../dist/wasm/shogi.wasm', import.meta.url))) {
    throw missingPart('nothing is built yet: npm run build');
  }
  const values = parse(args);
  const { run } = await import(`./${name}.mjs`);
  const result = await run(values);
  if (values.json !== undefined) {
    const { writeJson } = await import('../support/report.mjs');
    writeJson(values.json, `shogi/${name}`, result);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
