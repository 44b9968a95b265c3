// Plays random games with chessops and prints each position and its legal moves. chessops has the licence GPL-3.0: it
// runs in this process of its own, and nothing that we ship imports it.
//
//   node chessops-games.mjs SEED PLIES FEN...
import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';

const [seed, plies, ...starts] = process.argv.slice(2);
let state = Number(seed) >>> 0;
const below = (count) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
};

function legalMoves(position) {
  return [...position.allDests()].flatMap(([from, targets]) =>
    [...targets].flatMap((to) => {
      const promotes = position.board.pawn.has(from) && (to < 8 || to >= 56);
      if (!promotes) return [{ from, to }];
      return ['knight', 'bishop', 'rook', 'queen'].map((promotion) => ({ from, to, promotion }));
    }),
  );
}

const games = starts.map((fen) => {
  const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  const seen = [];
  for (let ply = 0; ply < Number(plies); ply++) {
    const legal = legalMoves(position);
    // Half of the time a promotion or a castling move, if there is one.
    const special = legal.filter(
      ({ to, promotion }) => promotion !== undefined || position.board[position.turn].has(to),
    );
    const among = special.length > 0 && below(2) === 0 ? special : legal;
    const played = position.isEnd() ? undefined : among[below(among.length)];
    seen.push({ fen: makeFen(position.toSetup()), legal, played });
    if (played === undefined) break;
    position.play(played);
  }
  return seen;
});
process.stdout.write(JSON.stringify(games));
