// Solves with workers of other machines. The host is loaded when a cluster is named, and never in a browser.
import { close, referenceTo } from '../cluster.js';
import { threads } from '../threads.js';
import type { SolveBackend } from './index.js';

export const solveOnCluster: SolveBackend = async (
  subject,
  { game, report, signal, ...context },
) => {
  const { connectAs, packageVersion, proveOnCluster } = await import('#cluster');
  const { request } = subject;
  const address = context.cluster!;
  const version = packageVersion();
  const reference = await referenceTo(game);
  const cluster = await connectAs('master', address, 'plyades solve');
  try {
    return await proveOnCluster(
      cluster,
      threads,
      {
        ...subject,
        ...{ reference, version, job: address.job },
        workers: request.workers === 'auto' ? undefined : request.workers,
        tableBytes: request.memoryBytes,
      },
      { onSolving: report, signal, onNote: address.onNote },
    );
  } finally {
    await close(cluster);
  }
};
