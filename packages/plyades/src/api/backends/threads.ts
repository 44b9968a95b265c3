// Threads of this machine, with a table for all of them where they can share memory.
import { refuse } from '../../core/errors.js';
import { hashBytes, type SearchRequest } from '../../core/search-request.js';
import { ThreadGroupMemory } from '../../hosts/threads/shared-memory.js';
import {
  autoWorkers,
  canShareMemory,
  runThreadGroup,
  separateReport,
  type ThreadGroupHandlers,
  type ThreadGroupResult,
  type ThreadGroupSearch,
} from '../../hosts/threads/thread-group.js';
import { findDescription } from '../../parallel/described.js';
import { threads } from '../threads.js';
import {
  earlierOf,
  handlersOf,
  MAX_KEPT_BYTES,
  openTrace,
  resultOf,
  type SearchBackend,
  subjectOf,
} from './backend.js';

export const threadsBackend: SearchBackend = {
  tables: () => (canShareMemory() ? ['shared', 'ring', 'local'] : ['local', 'ring', 'shared']),
  check({ table }) {
    if (table !== 'shared' || canShareMemory()) return;
    const message = 'a shared table needs a page that is cross-origin isolated; use table: local';
    refuse('ERR_OPTION', message, table);
  },
  async run(request, context) {
    const { askedAt, keep } = context;
    const earlier = earlierOf(context);
    const trace = await openTrace(request, context, await processesOf(request));
    const search = { ...subjectOf(context), request, askedAt, keep, earlier, trace };
    try {
      const found = await runInSpareMemory(search, handlersOf(context));
      // Late threads send their last records too.
      if (trace !== undefined) await found.settled;
      const { report, use } = separateReport(found);
      return resultOf(request, context, report, use);
    } finally {
      trace?.finish();
    }
  },
};

async function processesOf({ workers, algorithm }: SearchRequest): Promise<number> {
  const count = workers === 'auto' ? await autoWorkers() : workers;
  return count + (findDescription(algorithm).hasMaster ? 1 : 0);
}

/** The memory of the last search with a shared table, for the next one; one search at a time has it. */
const spare = { memory: new ThreadGroupMemory(), taken: false };

async function runInSpareMemory(
  search: ThreadGroupSearch,
  handlers: ThreadGroupHandlers,
): Promise<ThreadGroupResult> {
  if (!canUseSpare(search.request)) return runThreadGroup(threads, search, handlers);
  spare.taken = true;
  try {
    const { memory } = spare;
    const result = await runThreadGroup(threads, { ...search, memory, keepTable: false }, handlers);
    // Workers that are late still write.
    void result.settled.finally(() => {
      spare.taken = false;
    });
    return result;
  } catch (error) {
    spare.taken = false;
    spare.memory = new ThreadGroupMemory();
    throw error;
  }
}

const canUseSpare = (request: SearchRequest): boolean =>
  request.table === 'shared' && hashBytes(request) <= MAX_KEPT_BYTES && !spare.taken;
