// What APHID's options are worth: simulated speedups on training positions, which are none of those
// that results are reported for.
//   node bench/simulation/aphid.mjs [--help]
import { loadGame } from '#dist/api/games.js';
import { unwrap } from '#dist/core/result.js';
import { simulate } from '#dist/sim/index.js';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable } from '../support/report.mjs';

const help = `Usage: node bench/simulation/aphid.mjs [options]

Simulated speedups of APHID, profile paper, one table of 256 MiB for all, mean over training positions:
Othello games of the world championships of 1993 and 1994 outside of the final, checkers ballots, and
positions of Win At Chess.

Options:
  --game NAME          othello, checkers or chess (othello)
  --depth N            plies (12)
  --processors LIST    numbers with commas between them (16,32)
  --positions N        the first so many (6)
  --settings JSON      options of APHID ({})
  --json FILE          write the figures
Example:
  $ node bench/simulation/aphid.mjs --depth 14 --settings '{"help":false}'`;

const options = {
  game: { type: 'string', default: 'othello' },
  depth: { type: 'string', default: '12' },
  processors: { type: 'string', default: '16,32' },
  positions: { type: 'string', default: '6' },
  settings: { type: 'string', default: '{}' },
};

/** Moves from the start, or positions. */
const training = {
  othello: [
    { moves: 'f5 f6 e6 f4 g5 e7 f7 h5 e3 d3 g4 h4 f3 g6 c4 f8 h6' },
    { moves: 'f5 d6 c5 f4 e3 c6 d3 f6 e6 d7 e7 c7 c4 f3 d8 c8 b8 e2 b6' },
    { moves: 'f5 d6 c3 d3 c4 f4 f6 g5 e3 f3 g6 e2 h5 c5 g4 h6 h7 f7 d7 c6 e6' },
    { moves: 'f5 d6 c3 d3 c4 f4 e3 f6 g4 g3 g5 h4 f7 f3 e2 g6 h3 e6 h6 h5 e7 d7 c8' },
    { moves: 'f5 d6 c4 d3 c5 f4 e3 c6 e6 f3 g4 b4 b5 e7 c7 b3 d7 a6 e8 b6 c3 d2 c2 e2' },
    { moves: 'f5 f6 e6 f4 f3 c5 c4 e7 g4 g3 g5 h6 f7 h4 h5 g6 b5 d6 g7 e8 c7 c6 g8 d7 b6 f2' },
  ],
  checkers: [
    { position: 'B:W20,21,22,23,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12' },
    { position: 'B:W17,21,23,24,25,26,28,29,30,31,32:B1,2,3,4,5,6,8,10,11,12,14' },
    { position: 'B:W19,21,22,23,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,16' },
    { position: 'B:W20,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,15' },
  ],
  chess: [
    { position: 'r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -' },
    { position: '8/8/2R5/1p2qp1k/1P2r3/2PQ2P1/5K2/8 w - -' },
    { position: 'r2q3n/ppp2pk1/3p4/5Pr1/2NP1Qp1/2P2pP1/PP3K2/4R2R w - -' },
    { position: 'r4rk1/1b1nqp1p/p5p1/1p2PQ2/2p5/5N2/PP3PPP/R1BR2K1 w - -' },
  ],
};

async function run(values) {
  const depth = integer(values, 'depth', 1, 60);
  const count = integer(values, 'positions', 1, 100);
  const processors = values.processors.split(',').map(Number);
  const aphid = JSON.parse(values.settings);
  const game = await loadGame(values.game);
  const start = game.notation.makePosition(game.notation.start());
  const results = [];
  for (const { position = start, moves } of training[values.game].slice(0, count)) {
    const root = unwrap(game.parsePosition(position, moves));
    for (const number of processors) {
      const order = { algorithm: 'aphid', processors: number, depth, profile: 'paper', aphid };
      const found = await simulate(root, { ...order, table: 'shared', hash: 256 });
      const { speedup, counters, sequential } = found;
      const overheads = { ...found.overheads, ahead: counters.aheadNodes / sequential.nodes };
      results.push({ moves, position, processors: number, speedup, overheads });
    }
  }
  const rows = processors.map((number) => {
    const of = results.filter((result) => result.processors === number);
    const mean = (pick) => of.reduce((sum, result) => sum + pick(result), 0) / of.length;
    const share = (name) => `${(100 * mean(({ overheads }) => overheads[name])).toFixed(0)} %`;
    const speedup = mean((result) => result.speedup).toFixed(2);
    return [number, speedup, ...['search', 'ahead', 'startIdle', 'otherIdle'].map(share)];
  });
  const head = ['processors', 'speedup', 'search', 'of it ahead', 'idle at first', 'idle later'];
  printTable([head, ...rows.map((row) => row.map(String))]);
  return { results };
}

runBench('aphid', { help, options, run });
