// The deterministic driver: virtual workers under a clock that counts nodes. The line is completed by sequential
// searches of its end, which are deterministic too.
import { hashBytes } from '../../core/search-request.js';
import type { SearchProgress, SearchStatus } from '../../core/search-result.js';
import { checkDeterministic, searchDeterministic } from '../../hosts/epochs/deterministic.js';
import { completeLine, openLineRules } from '../../hosts/line.js';
import type { SearchCommand, SearchReport } from '../../hosts/threads/protocol.js';
import type { SearchFinding } from '../../parallel/actor.js';
import { findDescription } from '../../parallel/described.js';
import { nothingFound, progressOf } from '../../search/progress.js';
import { driverThreads, threads } from '../threads.js';
import {
  MAX_KEPT_BYTES,
  NOT_RESUMABLE,
  NOT_TRACED,
  resultOf,
  type SearchBackend,
  translated,
} from './backend.js';

export const deterministicBackend: SearchBackend = {
  tables: () => ['local', 'ring', 'shared'],
  refuses: { ...NOT_RESUMABLE, ...NOT_TRACED },
  check: (request) => checkDeterministic({ request }),
  async run(request, context) {
    const { game, position, report, signal } = context;
    const root = game.sourcePosition(position);
    const { board, plainLine } = await openLineRules(game.source);
    const expanded = !findDescription(request.algorithm).nodesInKernel;
    const searched = { board, root, expanded, mode: request.mode };
    const startedAt = performance.now();
    const reportOf = (
      found: SearchFinding,
      status: SearchStatus,
      counts: Pick<SearchProgress, 'nodes' | 'leaves'>,
      line?: readonly number[],
    ): SearchReport => {
      const seconds = (performance.now() - startedAt) / 1000;
      const progress = progressOf(searched, found, status, { ...counts, seconds }, line);
      const plain = plainLine?.(root, progress.line);
      return { ...progress, ...(plain && { plainLine: plain }) };
    };
    const { finding, end, reason, counters } = await searchDeterministic(game.source, root, {
      request,
      signal,
      pool: hashBytes(request) > MAX_KEPT_BYTES ? undefined : driverThreads,
      onDepth: (found, nodes) =>
        report(translated(context, reportOf(found, 'searching', { nodes }))),
    });
    if (end === 'failed' || end === 'stuck') throw new Error(`the search ended: ${reason}`);
    const found = finding ?? nothingFound(searched);
    const search = (command: SearchCommand) =>
      threads.run(command, { signal }) as Promise<SearchReport>;
    const line =
      end === 'done' && !signal.aborted
        ? await completeLine(game.source, board, root, found, request.hash, search)
        : undefined;
    const { nodes, leaves } = counters;
    const last = reportOf(found, end === 'stopped' ? 'aborted' : 'depth', { nodes, leaves }, line);
    return resultOf(request, context, last, { workers: request.workers as number, counters });
  },
};
