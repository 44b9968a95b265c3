// The deterministic driver: virtual workers under a clock that counts nodes. The line is completed by sequential
// searches of its end, which are deterministic too.
import type { Move, Position } from '../../core/game.js';
import { unwrap } from '../../core/result.js';
import { FULL_DEPTH } from '../../core/score.js';
import { hashBytes } from '../../core/search-request.js';
import type { SearchProgress, SearchStatus } from '../../core/search-result.js';
import { checkDeterministic, searchDeterministic } from '../../hosts/epochs/deterministic.js';
import { completeLine, knownLine, openBoard } from '../../hosts/line.js';
import type { SearchCommand, SearchReport } from '../../hosts/threads/protocol.js';
import type { SearchFinding } from '../../parallel/actor.js';
import { type Board, gameLength } from '../../search/board.js';
import { isSolved } from '../../search/sequential.js';
import type { Playable } from '../games.js';
import { driverThreads, threads } from '../threads.js';
import type { SearchBackend } from './backend.js';

/** Threads with larger tables are not kept for the next search: others may need the memory. */
const MAX_KEPT_BYTES = 1 << 30;

export const deterministicBackend: SearchBackend = {
  tables: () => ['local', 'ring', 'shared'],
  check: (request) => checkDeterministic({ request }),
  async run(request, { game, position, report, signal }) {
    const root = game.sourcePosition(position);
    const board = await openBoard(game.source);
    const startedAt = performance.now();
    const progressOf = (
      finding: SearchFinding,
      status: SearchStatus,
      line = knownLine(finding),
    ): SearchProgress => {
      const { depth, value, bound } = finding;
      const pv = nameLine(game, position, line);
      return {
        status,
        ...{ depth: depth === FULL_DEPTH ? gameLength(board, root) : depth, value, bound },
        ...{ move: pv[0], pv, nodes: 0, leaves: 0 },
        seconds: (performance.now() - startedAt) / 1000,
        solved: isSolved(board, root, finding, true),
      };
    };
    const { finding, end, reason, counters } = await searchDeterministic(game.source, root, {
      request,
      signal,
      pool: hashBytes(request) > MAX_KEPT_BYTES ? undefined : driverThreads,
      onDepth: (found) => report(progressOf(found, 'searching')),
    });
    if (end === 'failed' || end === 'stuck') throw new Error(`the search ended: ${reason}`);
    const found = finding ?? nothingFound(board, root);
    const search = (command: SearchCommand) =>
      threads.run(command, { signal }) as Promise<SearchReport>;
    const line =
      end === 'done' && !signal.aborted
        ? await completeLine(game.source, board, root, found, request.hash, search)
        : found.pv;
    const last = progressOf(found, 'searching', line);
    const { nodes, leaves } = counters;
    const { marginUnit } = game.notation;
    const hasMargin = last.solved && marginUnit !== undefined;
    return {
      ...last,
      ...{ nodes, leaves, counters },
      status: end === 'stopped' ? 'aborted' : last.solved ? 'solved' : 'depth',
      ...{ game: game.id, algorithm: request.algorithm, mode: request.mode },
      workers: request.workers as number,
      ...(hasMargin && { margin: last.value / marginUnit }),
    };
  },
};

/** What is known before the first depth is finished. */
function nothingFound<P>(board: Board<P>, root: P): SearchFinding {
  const value = board.value(root);
  return { depth: 0, value, bound: 'exact', move: undefined, pv: [], complete: false };
}

/** The moves of a line whose moves are those of the kernel: numbers, in a game in plain TypeScript. */
export function nameLine(
  game: Playable,
  position: Position,
  line: readonly number[],
): readonly Move[] {
  if (game.source.kind === 'kernel') return line;
  let at = position;
  return line.map((number) => {
    const move = game.legalMoves(at)[number]!;
    at = unwrap(game.play(at, move));
    return move;
  });
}
