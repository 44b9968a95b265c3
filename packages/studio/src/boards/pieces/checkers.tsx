// Men and kings of checkers in a box of 100 by 100.
import type { Piece } from '../picture.js';

export function CheckersPiece({ piece }: { readonly piece: Piece }) {
  return (
    <g class={`man ${piece.side === 0 ? 'black' : 'white'}`}>
      <circle class="edge" cx={50} cy={56} r={38} />
      <circle class="face" cx={50} cy={51} r={38} />
      <circle class="groove" cx={50} cy={51} r={30} />
      {piece.kind === 'king' ? (
        <path class="crown" d="M32 64 L29 40 L41 50 L50 35 L59 50 L71 40 L68 64 Q50 69 32 64 Z" />
      ) : (
        <circle class="groove" cx={50} cy={51} r={20} />
      )}
    </g>
  );
}
