// Random games on threads of this machine, in one tree where they can share memory.
import { runMctsGroup } from '../../hosts/threads/mcts-group.js';
import { threads } from '../threads.js';
import { handlersOf, NOT_RESUMABLE, resultOf, type SearchBackend, subjectOf } from './backend.js';
import { threadsBackend } from './threads.js';

export const mctsBackend: SearchBackend = {
  tables: threadsBackend.tables,
  refuses: { selective: 'leaves nothing out', ...NOT_RESUMABLE },
  check: (draft, use) => threadsBackend.check?.(draft, use),
  async run(request, context) {
    const { askedAt } = context;
    const search = { ...subjectOf(context), request, askedAt };
    const { report, workers } = await runMctsGroup(threads, search, handlersOf(context));
    return resultOf(request, context, report, { workers });
  },
};
