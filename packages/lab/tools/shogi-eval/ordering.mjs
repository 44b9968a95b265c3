// How well the static scores order moves: the share of moves of professionals among the best 5 and the
// best 20 by score, in games that no weights are fitted to.
//   node ordering.mjs --looks new.ts
import { shogi, withBranching } from 'plyades/internal/games/shogi/index.js';
import { options } from '../support/options.mjs';
import { LOOKS_FILE, linesOf, open, WEIGHTS_FILE } from './engine.mjs';
import { replay } from './games.mjs';

const GAMES = new URL('../../../plyades/test/data/shogi/games.usi', import.meta.url);

const { looks } = options({ looks: LOOKS_FILE });
const { rules } = await open(WEIGHTS_FILE, looks);
const ranks = [];
for (const line of await linesOf(GAMES)) {
  if (line.startsWith('#')) continue;
  const texts = line.split('|')[2].trim().split(' ');
  const moves = texts.map((text) => shogi.parseMove(text).value);
  const records = replay(rules, moves);
  for (const [i, move] of moves.entries()) {
    const all = withBranching({ game: shogi.id, record: records[i] }, shogi.branching.max);
    const rank = rules.moves(all.record).indexOf(move);
    if (rank < 0) throw new Error(`move ${i + 1}, ${texts[i]}, is not legal: ${line}`);
    ranks.push(rank);
  }
}
const share = (width) => ranks.filter((rank) => rank < width).length / ranks.length;
console.log(
  JSON.stringify({
    looks,
    moves: ranks.length,
    best1: share(1),
    best5: share(5),
    best20: share(20),
  }),
);
