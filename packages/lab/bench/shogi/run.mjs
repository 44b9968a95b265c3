// The benches of shogi, one subject per call. After `npm run build`:
//   node bench/shogi/run.mjs perft|nodes [--help]
import { runOneOf } from '../support/program.mjs';

await runOneOf('shogi', {
  perft: 'leaves per second with bulk counting, beside Fairy-Stockfish where it is installed',
  nodes: 'cost of a node that keeps its best moves, nodes per second, first-move cut-offs',
});
