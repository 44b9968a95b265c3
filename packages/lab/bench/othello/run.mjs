// The benches of Othello, one subject per call. After `npm run build`:
//   node bench/othello/run.mjs perft|search|slices|ffo [--help]
import { runOneOf } from '../support/program.mjs';

await runOneOf('othello', {
  perft: 'move generation against the same algorithm in C++',
  search: 'nodes per second against a recursive search in C++ that visits the same nodes',
  slices: 'what it costs to stop and resume a search',
  ffo: 'FFO endgames, scores checked',
});
