// Random games on threads of this machine, in one tree where they can share memory.
import { runMctsGroup } from '../../hosts/threads/mcts-group.js';
import { NOTHING_USED, waitBriefly } from '../../hosts/threads/thread-group.js';
import { threads } from '../threads.js';
import {
  handlersOf,
  NOT_RESUMABLE,
  NOT_TRACED,
  resultOf,
  type SearchBackend,
  subjectOf,
} from './backend.js';
import { threadsBackend } from './threads.js';

export const mctsBackend: SearchBackend = {
  tables: threadsBackend.tables,
  refuses: { selective: 'leaves nothing out', ...NOT_RESUMABLE, ...NOT_TRACED },
  check: (draft, use) => threadsBackend.check?.(draft, use),
  async run(request, context) {
    const { askedAt } = context;
    const search = { ...subjectOf(context), request, askedAt };
    const found = await runMctsGroup(threads, search, handlersOf(context));
    await waitBriefly(found.settled);
    const { report, workers, uses } = found;
    const processes = Array.from({ length: workers }, (_, i) => uses[i] ?? NOTHING_USED);
    return resultOf(request, context, report, { workers, processes });
  },
};
