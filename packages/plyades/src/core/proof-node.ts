// A node of a proof as data; src/proof/graph.ts explains how nodes make up a proof.

export type ProofNode =
  /** The prover's move, and the node it leads to. */
  | { readonly kind: 'move'; readonly move: number; readonly to: number }
  /** A node for each legal move of the other side, in the order of the rules. */
  | { readonly kind: 'all'; readonly to: readonly number[] }
  /**
   * In games of too many moves: nodes for some moves of the other side, and moves of the prover one of
   * which wins at once after any other.
   */
  | {
      readonly kind: 'named';
      readonly moves: readonly number[];
      readonly to: readonly number[];
      readonly threats: readonly number[];
    };
