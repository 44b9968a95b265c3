// Random openings.

/** The position after some random moves; another one when the game ends within them. */
export function randomOpening(rules, start, random, plies) {
  let record = start;
  for (let ply = 0; ply < plies; ply++) {
    const moves = rules.moves(record);
    if (moves.length === 0) return randomOpening(rules, start, random, plies);
    record = rules.play(record, moves[random.below(moves.length)]);
  }
  return rules.over(record) ? randomOpening(rules, start, random, plies) : record;
}
