// The cluster half of search(): which options it takes, and the way from a position to workers on other
// machines. The host is loaded when a cluster is named, and never in a browser.
import { inputError, PlyadesError } from '../core/errors.js';
import type { Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { catalogue } from '../games/catalogue.js';
import type { KnownFinding } from '../hosts/known.js';
import type { Cluster, ClusterAnswer, GameReference, GameRegistry } from '../hosts/nats/index.js';
import type { SearchReport } from '../hosts/threads/protocol.js';
import type { Mode } from '../kernel/index.js';
import type { AlgorithmName } from '../parallel/algorithms.js';
import { takeSettings } from '../parallel/settings.js';
import { type Limits, MAX_DEPTH } from '../search/limits.js';
import type { ClusterOptions } from './cluster-options.js';
import { type Playable, playable } from './games.js';
import type { ParallelOptions } from './parallel.js';
import { threads } from './threads.js';

/** Throws a PlyadesError when these options cannot be met on a cluster. */
export function checkCluster(options: ParallelOptions): void {
  const refuse = (message: string, input: unknown) => {
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, String(input)));
  };
  if (options.deterministic) refuse('a search on a cluster is not deterministic', 'deterministic');
  if (options.table === 'shared') {
    refuse('machines of a cluster share no memory: use table local or ring', options.table);
  }
  const { check = 0 } = options.aphid ?? {};
  if (check > 0 && options.table === 'ring') {
    refuse(
      'with a ring of tables nobody can tell whose fault a false result is: use check 0',
      check,
    );
  }
}

/** Searches on a cluster. */
export async function searchWithCluster(
  game: Playable,
  position: Position,
  before: readonly Position[],
  limits: Limits,
  settings: {
    readonly algorithm: AlgorithmName;
    readonly mode: Mode;
    readonly selective: boolean;
    readonly tableBytes: number;
    readonly askedAt: number;
    readonly known: KnownFinding | undefined;
    readonly keep: boolean | undefined;
  },
  options: ParallelOptions & { readonly cluster: ClusterOptions },
  handlers: {
    readonly onProgress: (report: SearchReport) => void;
    readonly signal: AbortSignal;
  },
): Promise<ClusterAnswer> {
  const { connectAs, packageVersion, searchOnCluster } = await import('../hosts/nats/index.js');
  const { workers = 'auto', table = 'local', seed = 1, cluster: address } = options;
  const { depth = MAX_DEPTH, ...rest } = limits;
  const version = await packageVersion();
  const reference = await referenceTo(game);
  const cluster = await connectAs('master', address, 'plyades search');
  const write = (each: Position) => game.notation.makePosition(each);
  try {
    return await searchOnCluster(
      cluster,
      threads,
      {
        ...settings,
        game: game.job,
        reference,
        position: game.jobPosition(position),
        before: game.job.kind === 'kernel' ? before.map(({ record }) => record) : [],
        positionText: write(position),
        beforeTexts: game.job.kind === 'kernel' ? before.map(write) : [],
        workers: workers === 'auto' ? undefined : workers,
        table: table as 'local' | 'ring',
        seed,
        depth,
        limits: rest,
        settings: takeSettings(settings.algorithm, options),
        version,
        job: address.job,
      },
      { ...handlers, ...(address.onNote && { onNote: address.onNote }) },
    );
  } finally {
    await close(cluster);
  }
}

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
  const { hashOf } = await import('../hosts/nats/index.js');
  const id = game.job.kind === 'kernel' ? game.id : (game.id.split(/[\\/]/).at(-1) ?? game.id);
  return { id: id.slice(-200), hash: await hashOf(game.job) };
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
      const read = (text: string) =>
        unwrap(game.notation.parsePosition(text), PlyadesError.refusing);
      return {
        game: game.job,
        position: game.jobPosition(read(position)),
        before: before.map((text) => read(text).record),
      };
    },
  };
}
