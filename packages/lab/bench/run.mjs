// `npm run bench`: lists the benches, or runs one.
import { BENCHES } from './benches.mjs';

const [name, ...options] = process.argv.slice(2);
if (name === undefined || name === '--help') console.log(usage());
else if (name in BENCHES) await run();
else {
  console.error(`no bench '${name}': npm run bench lists them`);
  process.exitCode = 2;
}

/** A bench reads the options from the words of the process. */
async function run() {
  process.argv = [...process.argv.slice(0, 2), ...options];
  await import(`./${name}.mjs`);
}

function usage() {
  const width = Math.max(...Object.keys(BENCHES).map((each) => each.length));
  const lines = Object.entries(BENCHES).map(([each, about]) => `  ${each.padEnd(width)}  ${about}`);
  return `Usage: npm run bench -- NAME [options]

Measures something on this machine, which should be quiet. Most benches have --help and --json FILE.

${lines.join('\n')}`;
}
