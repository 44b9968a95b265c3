// Workers of other machines. The host is loaded when a cluster is named, and never in a browser.

import { hashBytes } from '../../core/search-request.js';
import type { LiveTrace } from '../../hosts/live-trace.js';
import { close, referenceTo } from '../cluster.js';
import { threads } from '../threads.js';
import { earlierOf, handlersOf, resultOf, type SearchBackend, subjectOf } from './backend.js';

export const clusterBackend: SearchBackend = {
  tables: () => ['local', 'ring'],
  async run(request, context) {
    const { game, askedAt, keep } = context;
    const address = context.cluster!;
    const { connectAs, packageVersion, searchOnCluster } = await import('#cluster');
    const version = packageVersion();
    const reference = await referenceTo(game);
    const cluster = await connectAs('master', address, 'plyades search');
    let trace: LiveTrace | undefined;
    const { createTrace } = context.trace ? await import('./create-trace.js') : {};
    const traceProcesses = (processes: number) => {
      trace = createTrace?.(request, context, processes);
      return trace;
    };
    try {
      const found = await searchOnCluster(
        cluster,
        threads,
        {
          ...subjectOf(context),
          ...{ request, reference, version, job: address.job, askedAt, keep },
          workers: request.workers === 'auto' ? undefined : request.workers,
          tableBytes: hashBytes(request),
          earlier: earlierOf(context),
          openTrace: context.trace && traceProcesses,
        },
        { ...handlersOf(context), ...(address.onNote && { onNote: address.onNote }) },
      );
      const { workers, counters, times, replaced, ...report } = found;
      return resultOf(request, context, report, { workers, counters, times, replaced });
    } finally {
      trace?.finish();
      await close(cluster);
    }
  },
};
