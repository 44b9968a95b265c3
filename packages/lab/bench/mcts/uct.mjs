// UCT as anyone would write it, on one thread: what a bot has to beat.

const makeNode = (game, state, move, mover) => ({
  ...{ state, move, mover, visits: 0, wins: 0, children: [] },
  untried: game.winner(state) === undefined ? [...game.moves(state)] : [],
});

/** The best move after `ms` milliseconds. */
export function uct(game, state, ms, random, c = Math.SQRT2) {
  const root = makeNode(game, state);
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const path = [root];
    const last = () => path[path.length - 1];
    while (last().untried.length === 0 && last().children.length > 0) {
      const log = Math.log(last().visits);
      const score = ({ wins, visits }) => wins / visits + c * Math.sqrt(log / visits);
      path.push(last().children.reduce((a, b) => (score(b) > score(a) ? b : a)));
    }
    if (last().untried.length > 0) {
      const parent = last();
      const [move] = parent.untried.splice(random.below(parent.untried.length), 1);
      const child = makeNode(game, game.play(parent.state, move), move, game.turn(parent.state));
      parent.children.push(child);
      path.push(child);
    }
    let at = last().state;
    let winner = game.winner(at);
    while (winner === undefined) {
      const moves = game.moves(at);
      at = game.play(at, moves[random.below(moves.length)]);
      winner = game.winner(at);
    }
    for (const node of path) {
      node.visits++;
      node.wins += winner === node.mover ? 1 : winner === 'draw' ? 0.5 : 0;
    }
  }
  const best = root.children.reduce((a, b) => (b.visits > a.visits ? b : a));
  return { move: best.move, visits: root.visits };
}
