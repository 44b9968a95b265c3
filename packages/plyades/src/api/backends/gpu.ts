// A graphics device, on a thread that owns it for the time of the search.
import type { SearchReport } from '../../hosts/threads/protocol.js';
import { threads } from '../threads.js';
import {
  handlersOf,
  NOT_RESUMABLE,
  NOT_TRACED,
  resultOf,
  type SearchBackend,
  subjectOf,
} from './backend.js';

const ENDS_WITH_DEPTH = 'ends with its depth, and has no other limit';

export const gpuBackend: SearchBackend = {
  tables: () => ['local'],
  reportsDepths: false,
  needs: { depth: 'is of a fixed depth: give one' },
  refuses: {
    nodes: ENDS_WITH_DEPTH,
    ms: ENDS_WITH_DEPTH,
    clock: ENDS_WITH_DEPTH,
    workers: 'has no workers: give a parallel algorithm',
    table: 'has no kinds of tables: give a parallel algorithm',
    hash: 'has tables of its own sizes',
    seed: 'makes no random choices',
    selective: 'leaves nothing out',
    ...NOT_RESUMABLE,
    ...NOT_TRACED,
  },
  async run(request, context) {
    const command = { type: 'gpu', ...subjectOf(context), request } as const;
    const report = (await threads.run(command, handlersOf(context))) as SearchReport;
    return resultOf(request, context, report, { workers: 1 });
  },
};
