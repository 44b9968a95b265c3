// Connect Four on `minimaxer` from npm: the same rules, order of moves, evaluation and scores. It keeps
// the tree that it searches, so it runs in a process of its own with a large heap:
//   node --max-old-space-size=6000 bench/typescript-game/minimaxer.mjs <depth> depth|deepening
// prints one line of JSON. `optimal` is the library's own choice of its fastest options.
import { Negamax, NegamaxOpts, Node } from 'minimaxer';
import game from 'plyades/internal/examples/connect-four.js';

const WIN = 500_000;

// The library's enumerations exist only in its types.
const ROOT = 0;
const INNER = 1;
const LEAF = 2;
const MAX = 1;
const DEPTH = 0;
const DEEPENING = 2;
const ALPHA_BETA = 1;

const depth = Number(process.argv[2]);
const method = process.argv[3] === 'deepening' ? DEEPENING : DEPTH;

const options = new NegamaxOpts();
options.depth = depth;
options.method = method;
options.pruning = ALPHA_BETA;
options.genBased = true;
options.optimal = true;

// `data` is the ply, from which the depth that remains at the end of a game follows.
const root = new Node(ROOT, game.start(), 0, 0, MAX, []);
const search = new Negamax(root, options);
search.GetMoves = (node) => game.moves(node.gamestate);
search.CreateChildNode = (node, move) => {
  const state = game.play(node.gamestate, move);
  const type = game.winner(state) === undefined ? INNER : LEAF;
  return new Node(type, state, move, node.data + 1, -node.aim, []);
};
/** From the view of the first player: the library changes the sign. */
search.EvaluateNode = (node) => {
  const state = node.gamestate;
  const winner = node.type === LEAF ? game.winner(state) : undefined;
  if (winner === 'draw') return 0;
  if (winner !== undefined) {
    const left = depth - node.data;
    return winner === 0 ? WIN + left : -WIN - left;
  }
  const value = game.evaluate(state);
  return game.turn(state) === 0 ? value : -value;
};

const from = performance.now();
const result = search.evaluate();
const seconds = (performance.now() - from) / 1000;
console.log(
  JSON.stringify({
    value: result.value + 0,
    nodes: result.nodes,
    seconds,
    megabytes: Math.round(process.memoryUsage().rss / 2 ** 20),
  }),
);
