// Games between two engines: a random opening, then searches with a number of nodes each. A game ends by its rules,
// after 256 plies as a draw, or when both sides agree for a while that one of them is far ahead.
import { shogi, withBranching } from 'plyades/internal/games/shogi/index.js';

const MAX_PLIES = 256;

/** Random openings draw from this many moves that look best: no move gives away a rook. */
const OPENING_WIDTH = 12;

/** A lead that both sides see for this many plies in a row decides a game. */
const DECISIVE = 3000;
const AGREED_PLIES = 6;

const SIDE = 89;

export const start = () => shogi.start().record;
export const sideOf = (record) => record[SIDE];

/** Random moves from the start; others when the game ends within them. */
export function opening(rules, random, plies) {
  const moves = [];
  let record = start();
  while (moves.length < plies) {
    const { record: narrow } = withBranching({ game: shogi.id, record }, OPENING_WIDTH);
    const some = rules.moves(narrow);
    if (some.length === 0) return opening(rules, random, plies);
    moves.push(some[random.below(some.length)]);
    record = rules.play(record, moves.at(-1));
  }
  return rules.over(record) ? opening(rules, random, plies) : moves;
}

/** The positions of a game, from the start. */
export function replay(rules, moves) {
  const records = [start()];
  for (const move of moves) records.push(rules.play(records.at(-1), move));
  return records;
}

/** Plays on after an opening: all moves, and the result for Black, 1, 0 or -1. */
export function play(first, engines, nodes) {
  const { rules } = engines[0];
  for (const engine of engines) engine.forget();
  const moves = [...first];
  const records = replay(rules, moves);
  let agreed = 0;
  while (moves.length < MAX_PLIES) {
    const record = records.at(-1);
    const sign = sideOf(record) === 0 ? 1 : -1;
    if (rules.over(record)) return { moves, result: -sign };
    const repeated = rules.repetition(records);
    if (repeated) {
      const result = repeated.result === 'draw' ? 0 : repeated.loser === 0 ? -1 : 1;
      return { moves, result };
    }
    const { move, value } = engines[sideOf(record)].think(record, nodes);
    const forBlack = sign * value;
    if (forBlack >= DECISIVE) agreed = Math.max(agreed, 0) + 1;
    else if (forBlack <= -DECISIVE) agreed = Math.min(agreed, 0) - 1;
    else agreed = 0;
    if (Math.abs(agreed) === AGREED_PLIES) return { moves, result: Math.sign(agreed) };
    moves.push(move);
    records.push(rules.play(record, move));
  }
  return { moves, result: 0 };
}
