// What library functions on a cluster share: games by their hashes, and the games that a worker offers.
import { PlyadesError } from '../core/errors.js';
import { unwrap } from '../core/result.js';
import { catalogue } from '../games/catalogue.js';
import type { Cluster, GameReference, GameRegistry } from '../hosts/nats/index.js';
import { type Playable, playable } from './games.js';

export async function close({ connection }: Cluster): Promise<void> {
  try {
    if (!connection.isClosed()) await connection.flush();
  } catch {
    // The server is away.
  }
  await connection.close();
}

/** A game of plain TypeScript goes by the name of its file: paths differ between machines. */
export async function referenceTo(game: Playable): Promise<GameReference> {
  const { hashOf } = await import('#cluster');
  const id = game.source.kind === 'kernel' ? game.id : (game.id.split(/[\\/]/).at(-1) ?? game.id);
  return { id: id.slice(-200), hash: await hashOf(game.source) };
}

/** All games of the library, and those of these modules, for a worker. */
export async function openRegistry(modules: readonly string[]): Promise<GameRegistry> {
  const names = [...catalogue.map(({ id }) => id), ...modules];
  const all = await Promise.all(
    names.map(async (name) => {
      const game = await playable(name);
      return { game, reference: await referenceTo(game) };
    }),
  );
  return {
    games: all.map(({ reference }) => reference),
    async open({ hash }, position, before) {
      const found = all.find(({ reference }) => reference.hash === hash);
      if (found === undefined) throw new PlyadesError('ERR_GAME', 'no game here has this hash');
      const { game } = found;
      const read = (text: string) => unwrap(game.notation.parsePosition(text));
      return {
        game: game.source,
        position: game.sourcePosition(read(position)),
        before: before.map((text) => read(text).record),
      };
    },
  };
}
