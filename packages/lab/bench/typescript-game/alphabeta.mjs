// The yardstick: the alpha-beta search that the author of a game would write, over the same functions
// of the game. Same scores, same order of moves and no table, so it searches the very same nodes.

const WIN = 500_000;
const INFINITE = 520_000;

/** The value of a fixed-depth search and the number of nodes it visited. */
export function searchAlphaBeta(game, state, depth) {
  let nodes = 0;

  function search(state, depth, alpha, beta) {
    nodes++;
    const side = game.turn(state);
    const winner = game.winner(state);
    if (winner === 'draw') return 0;
    if (winner !== undefined) return winner === side ? WIN + depth : -WIN - depth;
    if (depth === 0) return game.evaluate(state);
    let best = -INFINITE;
    for (const move of game.moves(state)) {
      const next = game.play(state, move);
      const value =
        game.turn(next) === side
          ? search(next, depth - 1, alpha, beta)
          : -search(next, depth - 1, -beta, -alpha);
      if (value > best) {
        best = value;
        if (value > alpha) alpha = value;
        if (value >= beta) break;
      }
    }
    return best;
  }

  const value = search(state, depth, -INFINITE, INFINITE);
  return { value, nodes };
}
