// The state that a worker thread keeps between jobs: an instance of a game's kernel with a table, and the
// sequential search on it. A command for the same game and table size finds it ready.
import {
  DEFAULT_METHOD,
  hashBytes,
  limitsOf,
  type SearchMethod,
} from '../../core/search-request.js';
import { identityOf, openGame } from '../../games/open.js';
import { Table } from '../../kernel/index.js';
import { boardOf } from '../../search/board.js';
import { MAX_PLY, SEARCHERS, SequentialSearch, searchBytes } from '../../search/sequential.js';
import type { SearchCommand, SearchReport } from './protocol.js';
import { limitsNow } from './shared-time.js';

export interface KeptSearch {
  /** True when this search can run the command. */
  fits(command: SearchCommand): boolean;
  /** Forgets earlier searches. */
  clear(): void;
  start(command: SearchCommand): void;
  step(): boolean;
  abort(): void;
  report(): SearchReport;
}

const clock = { now: () => performance.now() };

export async function openKeptSearch({ game, request }: SearchCommand): Promise<KeptSearch> {
  const tableBytes = hashBytes(request);
  const opened = await openGame(game, ({ usesTable, data, probe }) => ({
    capacity: (usesTable ? tableBytes : 0) + searchBytes(probe.exports),
    data,
  }));
  const { kernel, usesTable, binding } = opened;
  const board = boardOf(opened, MAX_PLY, SEARCHERS);
  const table = usesTable && tableBytes > 0 ? Table.create(kernel, tableBytes) : undefined;
  const search = new SequentialSearch(kernel, board, table, clock);
  let root: unknown;
  return {
    fits: (command) =>
      identityOf(command.game) === identityOf(game) && command.request.hash === request.hash,
    clear: () => search.forget(),
    start({ position, request: asked, askedAt, before }) {
      const { mode, selective = true, settings = {} } = asked;
      const { method = DEFAULT_METHOD } = settings as { method?: SearchMethod };
      root = position;
      const limits = limitsNow(limitsOf(asked), askedAt);
      search.start(position, limits, { mode, method, selective }, before);
    },
    step: () => search.step(),
    abort: () => search.abort(),
    report() {
      const report = search.progress;
      if (binding === undefined) return report;
      const plainLine = binding.line(root, report.line);
      return { ...report, plainLine, plainMove: plainLine[0] };
    },
  };
}
