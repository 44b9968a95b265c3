// What the master of P-GPP costs: a report taken and the tree's opinion asked, and a move played with the growth
// that follows, in games of chess with made-up reports. Prints one JSON line.
import { loadGame } from 'plyades/internal/api/index.js';
import { createRandom } from 'plyades/internal/core/random.js';
import { createMoveOrdering, gppRules } from 'plyades/internal/gpp/engines/index.js';
import { GppMaster, stockfishRanks } from 'plyades/internal/gpp/index.js';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const help = `Usage: npm run bench -- gpp/master [options]

Options:
  --workers N   workers of the team (60)
  --moves N     moves of the game (40)
  --reports N   reports of every worker after each move (20)
  --json FILE   write the figures
Example:
  $ npm run bench -- gpp/master --workers 60`;

const options = {
  workers: { type: 'string', default: '60' },
  moves: { type: 'string', default: '40' },
  reports: { type: 'string', default: '20' },
};

/** A legal line of some plies, any. */
function lineFrom(rules, position, among, random) {
  const line = [];
  let moves = among;
  while (line.length < 8 && moves.length > 0) {
    const move = moves[random.below(moves.length)];
    line.push(move);
    position = rules.play(position, move);
    moves = rules.moves(position);
  }
  return line;
}

const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

async function run(values) {
  const [workers, moves, reports] = [
    integer(values, 'workers', 1, 512),
    integer(values, 'moves', 1, 200),
    integer(values, 'reports', 1, 1000),
  ];
  const game = await loadGame('chess');
  const rules = gppRules(game, await createMoveOrdering('chess'));
  const random = createRandom(1);
  const master = new GppMaster(rules, { growth: 'pv', ranks: stockfishRanks, random });
  const orders = new Map();
  const obey = (list) => {
    for (const order of list) {
      if (order.kind === 'search') orders.set(order.worker, order);
      else orders.delete(order.worker);
    }
  };
  for (let id = 0; id < workers; id++) obey(master.join(id));
  obey(master.begin([game.notation.start()], []));
  const start = game.notation.start();
  const perReport = [];
  const perMove = [];
  for (let played = 0; played < moves; played++) {
    for (let depth = 1; depth <= reports; depth++) {
      for (const [id, { task, moves: path, searchMoves }] of orders) {
        const position = path.reduce(rules.play, start);
        const line = lineFrom(rules, position, searchMoves ?? rules.moves(position), random);
        const report = { value: random.below(100) - 50, depth, nodes: depth, line };
        const began = performance.now();
        master.report(id, task, report);
        master.lines(1);
        perReport.push(performance.now() - began);
      }
    }
    const move = master.bestLine?.line[0];
    if (move === undefined) break;
    const began = performance.now();
    obey(master.advance([move]));
    perMove.push(performance.now() - began);
  }
  for (const list of [perReport, perMove]) list.sort((a, b) => a - b);
  const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length;
  const figures = {
    workers,
    size: master.size,
    reports: perReport.length,
    reportMs: {
      mean: mean(perReport),
      p50: quantile(perReport, 0.5),
      p99: quantile(perReport, 0.99),
    },
    moves: perMove.length,
    moveMs: { mean: mean(perMove), p50: quantile(perMove, 0.5), p99: quantile(perMove, 0.99) },
  };
  console.log(JSON.stringify(figures));
  return figures;
}

await runBench('gpp/master', { help, options, run });
