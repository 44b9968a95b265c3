// df-pn on one processor: what a simulated proof is compared with.
import type { GameSource } from '../games/open.js';
import { openProofGame } from '../hosts/proof/game.js';
import { DepthFirst, ProofTable } from '../kernel/index.js';
import { type AttackGoal, type ProofVerdict, verdictOf } from '../proof/index.js';
import { MAX_TABLE_BYTES } from './options.js';

const SLICE_NODES = 1_000_000;

/** df-pn on one processor, with a table as large as all of theirs together. */
export interface SequentialProof {
  readonly result: ProofVerdict;
  readonly nodes: number;
}

export interface AloneOptions {
  readonly attackGoal: AttackGoal;
  /** MiB of the table. */
  readonly hash: number;
  readonly maxPly: number;
  readonly signal: AbortSignal | undefined;
}

/** Proves on one processor. Rejects when it is aborted. */
export async function proveAlone(
  game: GameSource,
  root: unknown,
  { attackGoal, hash, maxPly, signal }: AloneOptions,
): Promise<SequentialProof> {
  const bytes = Math.min(Math.floor(hash * 2 ** 20), MAX_TABLE_BYTES - (64 << 20));
  const { kernel, board, keyed } = await openProofGame(game, bytes + (32 << 20));
  const table = ProofTable.create(kernel, bytes);
  const search = new DepthFirst(kernel, table, maxPly, attackGoal.attack, { keyed });
  search.start(board.record(root));
  while (!search.run(SLICE_NODES)) {
    await new Promise((resolve) => setTimeout(resolve));
    if (signal?.aborted) throw new DOMException('the simulation was aborted', 'AbortError');
  }
  const { pn } = search.root;
  const known = !search.deep && (pn === 0 || !search.bounded);
  return { result: known ? verdictOf(attackGoal, pn === 0) : 'unknown', nodes: search.evaluated };
}
