// Lets a thread of its own choose moves of a level, for bots and for engines of limited strength.
import type { SearchLimits } from '../core/search-request.js';
import type { LevelCommand } from '../hosts/threads/level-search.js';
import type { ThreadHandlers } from '../hosts/threads/pool.js';
import type { SearchReport, SearchSubject } from '../hosts/threads/protocol.js';
import { sharedNow } from '../hosts/threads/shared-time.js';
import type { LevelRequest } from '../levels/index.js';
import type { OwnThreads } from './own-threads.js';

/** The answer of a level; the limits end it before its node budget does. */
export async function moveByLevel(
  threads: OwnThreads,
  subject: SearchSubject,
  request: LevelRequest & SearchLimits,
  handlers: ThreadHandlers,
  askedAt = sharedNow(),
): Promise<SearchReport> {
  const thread = await threads.lease();
  try {
    const command: LevelCommand = { type: 'level', ...subject, request, askedAt };
    return (await thread.run(command, handlers)) as SearchReport;
  } finally {
    threads.giveBack(thread);
  }
}
