// A graphics device, on a thread that owns it for the time of the search.
import { refuse } from '../../core/errors.js';
import type { SearchReport } from '../../hosts/threads/protocol.js';
import { threads } from '../threads.js';
import { handlersOf, resultOf, type SearchBackend, subjectOf } from './backend.js';

export const gpuBackend: SearchBackend = {
  tables: () => ['local'],
  check({ nodes, ms, clock }, { depth }) {
    if (nodes !== undefined)
      refuse('ERR_OPTION', 'nodes: the search on a GPU ends with its depth', nodes);
    if (ms !== undefined) refuse('ERR_OPTION', 'ms: the search on a GPU ends with its depth', ms);
    if (clock !== undefined)
      refuse('ERR_OPTION', 'clock: the search on a GPU ends with its depth', 'clock');
    if (depth === undefined) {
      refuse('ERR_OPTION', 'depth: the search on a GPU is of a fixed depth: give one', depth);
    }
  },
  async run(request, context) {
    const command = { type: 'gpu', ...subjectOf(context), request } as const;
    const report = (await threads.run(command, handlersOf(context))) as SearchReport;
    return resultOf(request, context, report, { workers: 1 });
  },
};
