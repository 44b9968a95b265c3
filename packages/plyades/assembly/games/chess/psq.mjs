// Piece values and piece-square tables as one table, computed when the kernel is built from the weights
// beside it: the build takes this text for `psq.ts`. Scores are White's; a middle-game value is in the
// low half of a number and an endgame value in the high half, so that one addition does both.
import { data } from '../../tables.mjs';
import { PLACES, VALUES } from './weights.mjs';

const names = ['', 'bishop', 'rook', 'queen', 'pawn', 'knight', 'king', ''];
const pack = (middle, end) => (end << 16) + middle;

const scores = [1, -1].flatMap((sign) =>
  names.flatMap((name) =>
    Array.from({ length: 64 }, (_, square) => {
      if (name === '') return 0;
      // Weights are listed as a board is drawn, from a8 to h1.
      const place = sign > 0 ? square ^ 56 : square;
      const [middle, end] = [0, 1].map((phase) => VALUES[name][phase] + PLACES[name][phase][place]);
      return sign * pack(middle, end);
    }),
  ),
);

export default data('PSQ', 'i32', scores, 'By colour (0 white), piece code 0 to 7 and square.');
