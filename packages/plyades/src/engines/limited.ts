// Our search at limited strength (UCI_LimitStrength): one thread of its own that plays at a level. It needs no time
// control, since a node budget ends its search.

import { playable } from '../api/games.js';
import type { Move, SearchLimits, SearchProgress } from '../api/index.js';
import { moveByLevel } from '../api/level-mover.js';
import { OwnThreads } from '../api/own-threads.js';
import { threads } from '../api/threads.js';
import type { ServedSearch } from './served-engine.js';

/** How strong it plays, and by which choices. */
export interface LimitedStrength {
  /** 1 to 9, or between two levels. */
  readonly level: number;
  readonly seed: number;
}

export class LimitedPlayer {
  readonly #threads = new OwnThreads(threads);

  /** The move of a level; `only` are the moves that it may choose from. */
  async move(
    { game, positions }: ServedSearch,
    strength: LimitedStrength,
    limits: SearchLimits,
    only: readonly Move[] | undefined,
    signal: AbortSignal,
  ): Promise<SearchProgress> {
    const { source, sourcePosition } = await playable(game.id);
    const before = positions.slice(0, -1).map(({ record }) => record);
    const subject = { game: source, position: sourcePosition(positions.at(-1)!), before };
    const request = { ...limits, ...strength, ...(only && { only }) };
    return moveByLevel(this.#threads, subject, request, { signal });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
