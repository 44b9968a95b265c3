// What comes of a distributed proof.
import type { ProofNode } from '../../core/proof-node.js';
import type { ProcessId } from '../actor.js';

/** What is known of the root meanwhile. */
export interface RootNumbers {
  readonly pn: number;
  readonly dn: number;
  /** Nodes of the master's tree. */
  readonly treeNodes: number;
  /** Workers that have claimed what is not so, or time and again what they cannot show, as that came out. */
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
