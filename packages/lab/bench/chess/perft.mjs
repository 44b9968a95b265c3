// Perft with bulk counting, in one run and in turns: ours, Stockfish's `go perft` and chess.js from npm,
// on the same positions. Stockfish counts the last ply without playing it too; chess.js goes two plies
// less deep. Times of Stockfish are without its start. Targets: at least 0.4 of Stockfish, 100 x chess.js.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Chess } from 'chess.js';
import { chess } from 'plyades/internal/games/chess/index.js';
import { loadKernel } from 'plyades/internal/games/load.js';
import { Kernel, Rules } from 'plyades/internal/kernel/index.js';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { missingPart, wrong } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const help = `Usage: npm run bench -- chess/perft [options]

Counts of six positions, here, by Stockfish and by chess.js, in turn; the best round counts. Needs
stockfish.

Options:
  --rounds N    rounds per position (3)
  --json FILE   write the figures`;

const options = { rounds: { type: 'string', default: '3' } };

/** The positions of the Chess Programming Wiki, with depths of a second or so. */
const positions = [
  ['start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 6],
  ['kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 5],
  ['rook ending', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 7],
  ['promotions', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 5],
  ['opening', 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 5],
  ['middle game', 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10', 5],
];

const { module } = await loadKernel('chess');
const rules = new Rules(new Kernel(module, { capacity: 1 << 20 }));

function ours(fen, depth) {
  const { record } = chess.parsePosition(fen).value;
  const startedAt = performance.now();
  const leaves = rules.perft(record, depth);
  return { leaves, seconds: (performance.now() - startedAt) / 1000 };
}

/** Stockfish, and a way to send it a command and wait for a line; the time is that of the answer. */
function openEngine() {
  const program = findPart('stockfish');
  if (program === undefined) {
    throw missingPart('stockfish is missing: node scripts/install-parts.mjs stockfish');
  }
  const engine = spawn(program, { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: engine.stdout });
  return {
    ask(command, pattern) {
      const startedAt = performance.now();
      return new Promise((resolve) => {
        lines.on('line', function onLine(line) {
          const match = pattern.exec(line);
          if (!match) return;
          lines.off('line', onLine);
          resolve({ match, seconds: (performance.now() - startedAt) / 1000 });
        });
        engine.stdin.write(`${command}\n`);
      });
    },
    quit: () => engine.stdin.end('quit\n'),
  };
}

async function stockfishs({ ask }, fen, depth) {
  await ask(`position fen ${fen}\nisready`, /^readyok/);
  const { match, seconds } = await ask(`go perft ${depth}`, /^Nodes searched: (\d+)/);
  return { leaves: Number(match[1]), seconds };
}

function chessJs(fen, depth) {
  const game = new Chess(fen);
  const startedAt = performance.now();
  const leaves = game.perft(depth);
  return { leaves, seconds: (performance.now() - startedAt) / 1000 };
}

async function run(values) {
  const rounds = integer(values, 'rounds', 1, 100);
  const engine = openEngine();
  try {
    await engine.ask('uci', /^uciok/);
    for (const [, fen] of positions) ours(fen, 4);
    return report(rounds, await bestRates(engine, rounds));
  } finally {
    engine.quit();
  }
}

/** Leaves per second of each program in its best round, position by position. */
async function bestRates(engine, rounds) {
  const best = positions.map(() => ({ ours: 0, stockfish: 0, chessJs: 0 }));
  for (let round = 0; round < rounds; round++) {
    for (const [i, [name, fen, depth]] of positions.entries()) {
      const counts = {
        ours: ours(fen, depth),
        stockfish: await stockfishs(engine, fen, depth),
        chessJs: chessJs(fen, depth - 2),
      };
      if (counts.ours.leaves !== counts.stockfish.leaves) throw wrong(`${name}: counts differ`);
      if (counts.chessJs.leaves !== ours(fen, depth - 2).leaves) {
        throw wrong(`${name}: chess.js counts another number`);
      }
      for (const who of Object.keys(counts)) {
        best[i][who] = Math.max(best[i][who], counts[who].leaves / counts[who].seconds);
      }
    }
  }
  return best;
}

function report(rounds, best) {
  const millions = (rate) => (rate / 1e6).toFixed(rate < 1e7 ? 2 : 0);
  console.log('M leaves/s, best of rounds   plyades  stockfish  chess.js');
  for (const [i, [name]] of positions.entries()) {
    const cells = [best[i].ours, best[i].stockfish, best[i].chessJs].map((rate) =>
      millions(rate).padStart(9),
    );
    console.log(name.padEnd(27), ...cells);
  }
  const mean = (who) => best.reduce((sum, each) => sum + Math.log(each[who]), 0) / best.length;
  const ratio = (who) => Math.exp(mean('ours') - mean(who));
  const result = {
    ofStockfish: Number(ratio('stockfish').toFixed(2)),
    timesChessJs: Number(ratio('chessJs').toFixed(0)),
  };
  console.log(JSON.stringify(result));
  return { rounds, ...result };
}

await runBench('chess/perft', { help, options, run });
