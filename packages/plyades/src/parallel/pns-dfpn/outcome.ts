// The outcome of a distributed proof.
import type { ProofNode } from '../../core/proof-node.js';
import type { ProcessId } from '../actor.js';

/** The root's numbers meanwhile. */
export interface RootNumbers {
  readonly pn: number;
  readonly dn: number;
  /** Nodes of the master's tree. */
  readonly treeNodes: number;
  /** Workers with false claims, or repeatedly with claims that they cannot show, in the order of discovery. */
  readonly liars: readonly ProcessId[];
}

export interface ProofOutcome extends RootNumbers {
  /** Undefined when there is no answer. */
  readonly attackerWins: boolean | undefined;
  /** Why there is none. */
  readonly reason: 'depth' | 'width' | 'unshown' | undefined;
  /** The graph of the proof, when the answer was to be shown; the last node is the root. */
  readonly graph: readonly ProofNode[] | undefined;
}
