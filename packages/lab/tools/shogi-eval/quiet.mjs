// The quiet position that a position leads to: where its quiescence search comes to rest. Weights are
// fitted there, since a static value in the middle of an exchange means little.

/** Searches of more positions than this are given up: an exchange all over the board. */
const MOST = 400;

/** The record at the end of the best line, or undefined when there are too many lines. */
export function quiet(rules, record) {
  let visited = 0;
  const best = resolve(record, -Infinity, Infinity);
  return visited > MOST ? undefined : best.record;

  function resolve(at, alpha, beta) {
    visited++;
    let best = { value: rules.evaluate(at), record: at };
    let bound = Math.max(alpha, best.value);
    if (visited > MOST || best.value >= beta) return best;
    const moves = rules.tacticalMoves(at);
    // The most valuable prey first.
    moves.sort((a, b) => (at[b & 127] & 15) - (at[a & 127] & 15));
    for (const move of moves) {
      const answer = resolve(rules.play(at, move), -beta, -bound);
      if (-answer.value > best.value) best = { value: -answer.value, record: answer.record };
      bound = Math.max(bound, best.value);
      if (bound >= beta) break;
    }
    return best;
  }
}
