// Discs, stones and signs in a box of 100 by 100.
import type { Piece } from '../picture.js';

/** A disc or a stone, with a soft light on its upper left. */
export function Stone({ piece, radius = 40 }: { readonly piece: Piece; readonly radius?: number }) {
  const colour = piece.side === 0 ? 'black' : 'white';
  return (
    <g class={`stone ${colour}`}>
      <circle class="shadow" cx={51} cy={53} r={radius} />
      <circle class="face" cx={50} cy={50} r={radius} />
      <path
        class="light"
        d={`M${50 - radius * 0.66} ${50 - radius * 0.16} A${radius * 0.68} ${radius * 0.68} 0 0 1 ${50 - radius * 0.16} ${50 - radius * 0.66}`}
      />
    </g>
  );
}

export function Sign({ piece }: { readonly piece: Piece }) {
  return piece.kind === 'cross' ? (
    <path class="sign cross" d="M27 27 L73 73 M73 27 L27 73" />
  ) : (
    <circle class="sign nought" cx={50} cy={50} r={25} />
  );
}
