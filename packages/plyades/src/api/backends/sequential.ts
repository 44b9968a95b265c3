// One thread of the pool that all functions of the library share.
import type { SearchReport } from '../../hosts/threads/protocol.js';
import { threads } from '../threads.js';
import { handlersOf, NOT_TRACED, resultOf, type SearchBackend, subjectOf } from './backend.js';

export const sequentialBackend: SearchBackend = {
  tables: () => ['local'],
  refuses: {
    workers: 'has no workers: give a parallel algorithm',
    table: 'has no kinds of tables: give a parallel algorithm',
    keep: "has no master's tree to keep",
    ...NOT_TRACED,
  },
  async run(request, context) {
    const { askedAt } = context;
    const command = {
      type: 'search',
      ...subjectOf(context),
      request,
      askedAt,
      keepTable: false,
    } as const;
    const report = (await threads.run(command, handlersOf(context))) as SearchReport;
    return resultOf(request, context, report, { workers: 1 });
  },
};
