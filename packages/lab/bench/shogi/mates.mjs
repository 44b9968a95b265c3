// Mate problems of shogi by df-pn: which lengths are solved, and how fast?
import { readFileSync } from 'node:fs';
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { DepthFirst, Kernel, ProofTable, Rules } from 'plyades/internal/kernel/index.js';
import { timed } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, million, printTable } from '../support/report.mjs';

const help = `Usage: npm run bench -- shogi/mates [options]

Solves the mate problems of test/data/shogi/tsume.sfen by df-pn, each with an empty table.

Options:
  --plies N     problems of up to this many plies (17)
  --nodes N     million nodes after which a problem is given up (50)
  --memory N    MiB of the table (64)
  --json FILE   write the figures`;

const options = {
  plies: { type: 'string', default: '17' },
  nodes: { type: 'string', default: '50' },
  memory: { type: 'string', default: '64' },
};

async function run(values) {
  const longest = integer(values, 'plies', 1, 2000);
  const most = integer(values, 'nodes', 1, 100_000) * 1e6;
  const bytes = integer(values, 'memory', 1, 3500) * 2 ** 20;
  const { module } = await loadKernel('shogi');
  const file = new URL('../../../plyades/test/data/shogi/tsume.sfen', import.meta.url);
  const problems = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((part) => part.trim()))
    .filter(([, plies]) => Number(plies) <= longest);
  const results = [];
  for (const [sfen, plies] of problems) {
    const parsed = notationOf('shogi').parsePosition(sfen);
    // One of them has more knights than there are.
    if (!parsed.ok) continue;
    const { record } = parsed.value;
    const kernel = new Kernel(module, { capacity: bytes + (16 << 20) });
    const attack = { attacker: new Rules(kernel).turn(record), mobility: true, checksOnly: true };
    const table = ProofTable.create(kernel, bytes);
    const search = new DepthFirst(kernel, table, 2047, attack);
    search.start(record);
    let done = false;
    const seconds = timed(() => {
      while (!done && search.evaluated < most) done = search.run(100_000);
    });
    const solved = done && search.root.pn === 0;
    results.push({ plies: Number(plies), solved, nodes: search.evaluated, seconds });
  }
  const byPlies = [...new Set(results.map(({ plies }) => plies))].sort((a, b) => a - b);
  const total = (list, pick) => list.reduce((sum, each) => sum + pick(each), 0);
  printTable([
    ['plies', 'problems', 'solved', 'nodes', 'slowest, CPU s', 'M nodes/s'],
    ...byPlies.map((plies) => {
      const same = results.filter((each) => each.plies === plies);
      const nodes = total(same, (each) => each.nodes);
      return [
        String(plies),
        String(same.length),
        String(same.filter(({ solved }) => solved).length),
        count(nodes),
        Math.max(...same.map(({ seconds }) => seconds)).toFixed(2),
        million(nodes / total(same, (each) => each.seconds)),
      ];
    }),
  ]);
  return { results };
}

await runBench('shogi/mates', { help, options, run });
