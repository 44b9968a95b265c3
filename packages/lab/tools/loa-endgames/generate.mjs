// Endgames of Lines of Action for proof-number search: positions of games that the engine plays against
// itself, some plies before their end, that PNS solves with some million nodes. From the end of a game we go
// back two plies at a time until PNS needs enough nodes; a game gives one position at most. One line each:
// position | result for the side to move | nodes evaluated | nodes in memory at most.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRandom } from 'plyades/internal/core/random.js';
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import {
  Kernel,
  NODE_BYTES,
  ProofTree,
  Prover,
  Rules,
  Searcher,
  Table,
} from 'plyades/internal/kernel/index.js';
import { randomOpening } from '../support/opening.mjs';
import { options } from '../support/options.mjs';

const { out, count, seed, least, most, depth } = options({
  out: 'endgames.txt',
  count: 150,
  seed: 1,
  least: 600_000,
  most: 12_000_000,
  depth: 4,
});

const notation = notationOf('loa');
const { module } = await loadKernel('loa');
// A tree has at most as many nodes as were evaluated.
const nodes = most + 1_000_000;
const kernel = new Kernel(module, { capacity: nodes * NODE_BYTES + (100 << 20) });
const rules = new Rules(kernel);
const searcher = new Searcher(kernel, 64).attach(Table.create(kernel, 16 << 20));
const tree = ProofTree.create(kernel, nodes);
const provers = [0, 1].map(
  (attacker) => new Prover(kernel, tree, 400, { attacker, mobility: true }),
);

/** The positions of a game from a random opening to its end; none when it lasts too long. */
function game(random) {
  let record = randomOpening(rules, notation.start().record, random, 6 + random.below(8));
  const positions = [];
  while (!rules.over(record)) {
    positions.push(record);
    if (positions.length > 120) return [];
    searcher.start(record, { maxDepth: depth });
    while (searcher.run(100_000) === 'running');
    record = rules.play(record, searcher.found.move);
  }
  return positions;
}

/** What PNS finds out for the side to move; undefined when it needs more than `most` nodes. */
function solve(record) {
  const prover = provers[rules.turn(record)];
  tree.clear();
  prover.forget();
  prover.start(record);
  while (prover.run(100_000) === 'running') if (prover.evaluated > most) return undefined;
  const { pn, dn } = tree.root;
  if (pn !== 0 && dn !== 0) return undefined;
  return { result: pn === 0 ? 'proved' : 'disproved', nodes: prover.evaluated, peak: tree.peak };
}

if (!existsSync(out)) {
  writeFileSync(
    out,
    `# Lines of Action endgames of games that Plyades played against itself, solved by PNS (goal: win, initial
# numbers by mobility). Made by: node tools/loa-endgames/generate.mjs --count ${count} --seed ${seed} --least ${least} --most ${most} --depth ${depth}
# position | result for the side to move | nodes evaluated | nodes in memory at most
`,
  );
}
let found = readFileSync(out, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#')).length;
for (let number = 0; found < count; number++) {
  const positions = game(createRandom(seed * 100_003 + number));
  for (let back = 5; back <= positions.length; back += 2) {
    const record = positions.at(-back);
    const solved = solve(record);
    if (solved === undefined) break;
    if (solved.nodes < least) continue;
    const text = notation.makePosition({ game: 'loa', record });
    appendFileSync(out, `${text} | ${solved.result} | ${solved.nodes} | ${solved.peak}\n`);
    found++;
    break;
  }
}
