// The games of a worker, by their hashes.
import type { GameReference } from '../../control-plane/index.js';
import type { GameSource } from '../../games/open.js';

/** The games of a worker. */
export interface GameRegistry {
  /** Games that can be searched here. */
  readonly games: readonly GameReference[];
  /** A position of a game and those before it, from text; throws when one of them makes no sense. */
  open(
    game: GameReference,
    position: string,
    before: readonly string[],
  ): Promise<{
    readonly game: GameSource;
    readonly position: unknown;
    readonly before: readonly Uint8Array[];
  }>;
}
