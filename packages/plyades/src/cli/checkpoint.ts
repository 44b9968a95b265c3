// What a search knows, kept where a crash does not reach it: the question with all its options, the last
// finished depth, the counts so far, and what its master knows of the leaves of its tree, so that whoever goes on
// does not search them again. The form is the same in a file and on the server of a cluster.
import { open, rename, rm } from 'node:fs/promises';
import {
  algorithms,
  type EarlierResult,
  type LoadedGame,
  MAX_DEPTH,
  MAX_HASH_MB,
  MAX_WORKERS,
  type Position,
  type SearchProgress,
  type SearchResult,
  searchModes,
  tableKinds,
} from '../api/index.js';
import { CheckpointSchedule } from '../cluster/index.js';
import {
  boolean,
  choice,
  either,
  integer,
  list,
  number,
  printableText,
  record,
  requireJson,
  text,
  type ValueOf,
} from '../core/schema.js';
import { Refusal } from './exit.js';
import { settingFlagSchemas } from './settings.js';
import { note } from './terminal.js';

const MOST = Number.MAX_SAFE_INTEGER;

/** Options of `plyades search` as they were read; ranges within these are for the search to judge. */
const flags = record(
  {
    algorithm: choice(algorithms),
    selective: boolean(),
  },
  {
    position: text(100_000),
    moves: text(100_000),
    hash: integer(0, MAX_HASH_MB),
    branching: integer(1, MOST),
    depth: integer(1, MAX_DEPTH),
    nodes: integer(1, MOST),
    time: integer(1, MOST),
    clock: record({ remainingMs: integer(1, MOST), incrementMs: integer(0, MOST) }),
    mode: choice(searchModes),
    workers: either([choice(['auto']), integer(1, MAX_WORKERS)]),
    table: choice(tableKinds),
    seed: integer(0, 2 ** 32 - 1),
    deterministic: boolean(),
    json: boolean(),
    cluster: text(4096),
    checkpoint: text(4096),
    ...settingFlagSchemas,
  },
);

const checkpoint = record(
  {
    format: integer(1, 1),
    version: printableText(64),
    job: text(64, /^[A-Za-z0-9_-]+$/),
    state: choice(['searching', 'interrupted', 'done']),
    /** As the command line had them. */
    game: printableText(4096),
    flags,
    /** The position that is searched, for people. */
    position: text(100_000),
    nodes: integer(0, MOST),
    leaves: integer(0, MOST),
    seconds: number(0, 1e12),
    savedAt: printableText(40),
  },
  {
    found: record(
      {
        depth: integer(0, MAX_DEPTH),
        value: integer(-1e7, 1e7),
        bound: choice(['exact', 'lower', 'upper']),
        pv: list(text(1000), 2000),
      },
      { move: text(1000) },
    ),
    /** As bytes of src/parallel/saved-tree.ts, in base64. */
    tree: text(900_000, /^[A-Za-z0-9+/]*={0,2}$/),
  },
);
export type Checkpoint = ValueOf<typeof checkpoint>;
type Kept = Pick<Checkpoint, 'found' | 'tree'>;

/** Throws a Refusal with ERR_JOB when the text is damaged; `where` names what was read. */
export function parseCheckpoint(bytes: Uint8Array, where: string): Checkpoint {
  try {
    const read = requireJson(checkpoint, bytes);
    if ((read.found?.depth ?? 0) <= (read.flags.depth ?? MAX_DEPTH)) return read;
    throw new Error('it is deeper than its search');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal('ERR_JOB', `that is no checkpoint, or a damaged one: ${reason}`, { where });
  }
}

/** Where checkpoints go. */
export interface CheckpointStore {
  put(text: string): Promise<void>;
  close(): Promise<void>;
}

/** A file that is complete at any time: the new one takes the place of the old one. */
export function fileStore(path: string): CheckpointStore {
  return {
    async put(text) {
      // Two programs that write the same checkpoint must not write into each other's.
      const fresh = `${path}.${process.pid}.new`;
      try {
        const file = await open(fresh, 'w');
        try {
          await file.writeFile(text);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(fresh, path);
      } catch (error) {
        await rm(fresh, { force: true }).catch(() => {});
        throw error;
      }
    },
    close: async () => {},
  };
}

export function newJob(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Moves of a checkpoint, as the game numbers them. */
export function knownOf(game: LoadedGame, { found, tree }: Kept): EarlierResult {
  const read = (move: string) => {
    const parsed = game.notation.parseMove(move);
    if (!parsed.ok) throw new Refusal('ERR_JOB', `'${move}' in the checkpoint is no move`);
    return parsed.value;
  };
  const { depth, value, bound, pv, move } = found!;
  return {
    depth,
    value,
    bound,
    pv: pv.map(read),
    move: move === undefined ? undefined : read(move),
    ...(tree !== undefined && { tree: new Uint8Array(Buffer.from(tree, 'base64')) }),
  };
}

interface Question {
  readonly id: string;
  readonly flags: Checkpoint['flags'];
  readonly earlier: Checkpoint | undefined;
}

/** Keeps the newest checkpoint of one search in its stores. */
export class CheckpointWriter {
  readonly job: string;
  readonly #stores: readonly CheckpointStore[];
  readonly #question: Question;
  readonly #game: LoadedGame;
  readonly #position: Position;
  readonly #schedule = new CheckpointSchedule(performance.now());
  #tree: string | undefined;
  #writing: Promise<void> = Promise.resolve();
  #complained = false;

  constructor(
    job: string,
    stores: readonly CheckpointStore[],
    question: Question,
    game: LoadedGame,
    position: Position,
  ) {
    this.job = job;
    this.#stores = stores;
    this.#tree = question.earlier?.tree;
    this.#question = question;
    this.#game = game;
    this.#position = position;
  }

  /** There is progress; it is written when it is time, and one at a time. */
  note(progress: SearchProgress): void {
    if (progress.tree) this.#tree = Buffer.from(progress.tree).toString('base64');
    if (!this.#schedule.begin(progress.depth, performance.now())) return;
    this.#writing = this.#write('searching', progress).finally(() => this.#schedule.written());
  }

  /** The last word. Whoever opened the stores closes them. */
  async end(state: Checkpoint['state'], result: SearchResult): Promise<void> {
    await this.#writing;
    await this.#write(state, result);
  }

  async #write(state: Checkpoint['state'], progress: SearchProgress): Promise<void> {
    const { id, flags, earlier } = this.#question;
    const { notation } = this.#game;
    const { depth, value, bound, move, pv, nodes, leaves, seconds } = progress;
    const { packageVersion } = await import('../hosts/nats/version.js');
    const kept: Checkpoint = {
      format: 1,
      version: await packageVersion(),
      job: this.job,
      state,
      game: id,
      flags: { ...flags },
      position: notation.makePosition(this.#position),
      nodes: nodes + (earlier?.nodes ?? 0),
      leaves: leaves + (earlier?.leaves ?? 0),
      seconds: seconds + (earlier?.seconds ?? 0),
      savedAt: new Date().toISOString(),
      ...(depth > 0 && {
        found: {
          depth,
          value,
          bound,
          pv: pv.map(notation.makeMove),
          ...(move !== undefined && { move: notation.makeMove(move) }),
        },
      }),
      ...(state !== 'done' && this.#tree !== undefined && { tree: this.#tree }),
    };
    for (const store of this.#stores) {
      try {
        await store.put(JSON.stringify(kept));
      } catch (error) {
        // A search is worth more than its checkpoint: it goes on, and says so once.
        const reason = error instanceof Error ? error.message : String(error);
        if (!this.#complained) note(`the checkpoint could not be written: ${reason}`);
        this.#complained = true;
      }
    }
  }
}
