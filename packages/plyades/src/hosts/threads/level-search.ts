// A worker thread's player of a level. It is kept between commands for the same game: opening a game costs more than
// a move of a low level.
import { limitsOf, type SearchLimits } from '../../core/search-request.js';
import { identityOf } from '../../games/open.js';
import { LevelPlayer, type LevelRequest } from '../../levels/index.js';
import { CourseLimits } from '../../search/course.js';
import type { SearchReport, SearchSubject } from './protocol.js';
import { limitsNow } from './shared-time.js';

/** A move of a level. Nodes and time are limits beside the level's own budget. */
export interface LevelCommand extends SearchSubject {
  readonly type: 'level';
  readonly request: LevelRequest & SearchLimits;
  /** When the move was asked for, by `sharedNow`. */
  readonly askedAt: number;
}

/** What the thread does between two slices. */
export interface LevelHooks {
  yieldToEventLoop(): Promise<void>;
  aborted(): boolean;
}

export interface KeptPlayer {
  fits(command: LevelCommand): boolean;
  move(command: LevelCommand, hooks: LevelHooks): Promise<SearchReport>;
}

/** A slice should take about this long. */
const SLICE_MS = 8;
/** In nodes: a node of a game in plain TypeScript may cost a millisecond. */
const FIRST_SLICE = 64;
const LARGEST_SLICE = 100_000;

export async function openKeptPlayer({ game }: LevelCommand): Promise<KeptPlayer> {
  const player = await LevelPlayer.open(game);
  return {
    fits: (command) => identityOf(command.game) === identityOf(game),
    move: (command, hooks) => think(player, command, hooks),
  };
}

async function think(
  player: LevelPlayer,
  { position, before, request, askedAt }: LevelCommand,
  hooks: LevelHooks,
): Promise<SearchReport> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  player.start(position, before, request);
  const limits = new CourseLimits(limitsNow(limitsOf(request), askedAt), 2);
  let slice = FIRST_SLICE;
  let over = player.run(slice);
  let status: SearchReport['status'] = 'nodes';
  while (!over) {
    await hooks.yieldToEventLoop();
    const before = elapsedMs();
    if (hooks.aborted()) status = 'aborted';
    else if (before >= limits.latestMs) status = 'time';
    over = status !== 'nodes' || player.run(slice);
    const took = Math.max(0.1, elapsedMs() - before);
    slice = Math.min(LARGEST_SLICE, Math.ceil(slice * Math.min(2, SLICE_MS / took)));
  }
  const report = player.report(status, elapsedMs() / 1000);
  const plainLine = player.plainLine(report.line);
  return { ...report, ...(plainLine && { plainLine, plainMove: plainLine[0] }) };
}
