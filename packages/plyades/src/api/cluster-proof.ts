// The cluster half of solve(): the way from a position to workers on other machines that prove.
import type { Position } from '../core/game.js';
import { PROOF_SETTINGS } from '../parallel/pns-dfpn/options.js';
import type { SolverOptions, SolverReport } from '../proof/index.js';
import { close, referenceTo } from './cluster.js';
import type { Playable } from './games.js';
import type { SolveOptions } from './solve.js';
import { threads } from './threads.js';

/** Proves on the cluster that the options name. */
export async function proveWithCluster(
  game: Playable,
  position: Position,
  how: Pick<SolverOptions, 'goal' | 'side' | 'numbers' | 'memoryBytes' | 'nodes'>,
  { cluster: address, workers, budget, proof }: SolveOptions,
  { report, signal }: { report(report: SolverReport): void; readonly signal: AbortSignal },
) {
  const { connectAs, packageVersion, proveOnCluster } = await import('../hosts/nats/index.js');
  const { goal, side, numbers, memoryBytes, nodes } = how;
  const version = packageVersion();
  const reference = await referenceTo(game);
  const text = game.notation.makePosition(position);
  const cluster = await connectAs('master', address!, 'plyades solve');
  try {
    return await proveOnCluster(
      cluster,
      threads,
      {
        game: game.job,
        reference,
        position: game.jobPosition(position),
        positionText: text,
        claim: { goal, side, numbers },
        settings: { ...PROOF_SETTINGS, ...(budget !== undefined && { budget }) },
        workers: workers === 'auto' ? undefined : workers,
        tableBytes: memoryBytes,
        nodes,
        file: proof ? { game: game.id, position: text } : undefined,
        version,
        job: address!.job,
      },
      { onSolving: report, signal, onNote: address!.onNote },
    );
  } finally {
    await close(cluster);
  }
}
