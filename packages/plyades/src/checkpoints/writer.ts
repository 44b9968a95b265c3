// Writes the checkpoints of one search while it runs: after each finished depth, and every five seconds in between. A search
// is worth more than its checkpoint, so one that cannot be written is reported once, and the search goes on.
import type { LoadedGame, SearchProgress, SearchRequest, SearchResult } from '../api/index.js';
import { CheckpointSchedule } from '../control-plane/index.js';
import { packageVersion } from '../hosts/package-version.js';
import { CHECKPOINT_FORMAT, type Checkpoint } from './checkpoint.js';
import type { CheckpointStore } from './store.js';

/** What a writer needs to know of its search. */
export interface CheckpointWriterOptions {
  readonly job: string;
  readonly stores: readonly CheckpointStore[];
  readonly request: SearchRequest;
  readonly game: LoadedGame;
  /** The checkpoint that the search goes on from: its counts are added. */
  readonly earlier?: Checkpoint | undefined;
  readonly server?: string | undefined;
  /** The first error of a store. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export class CheckpointWriter {
  readonly #options: CheckpointWriterOptions;
  readonly #schedule = new CheckpointSchedule(performance.now());
  #tree: string | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failed = false;

  constructor(options: CheckpointWriterOptions) {
    this.#options = options;
    this.#tree = options.earlier?.tree;
  }

  /** Progress of the search; one checkpoint is written at a time. */
  note(progress: SearchProgress): void {
    if (progress.tree) this.#tree = Buffer.from(progress.tree).toString('base64');
    if (!this.#schedule.begin(progress.depth, performance.now())) return;
    this.#writing = this.#write('searching', progress).finally(() => this.#schedule.written());
  }

  /** The last checkpoint. The stores stay open. */
  async end(result: SearchResult): Promise<void> {
    await this.#writing;
    await this.#write(result.status === 'aborted' ? 'interrupted' : 'done', result);
  }

  async #write(state: Checkpoint['state'], progress: SearchProgress): Promise<void> {
    const { job, stores, request, game, earlier, server } = this.#options;
    const { makeMove } = game.notation;
    const { depth, value, bound, move, line, nodes, leaves = 0, seconds } = progress;
    const checkpoint: Checkpoint = {
      format: CHECKPOINT_FORMAT,
      version: packageVersion(),
      job,
      state,
      request,
      nodes: nodes + (earlier?.nodes ?? 0),
      leaves: leaves + (earlier?.leaves ?? 0),
      seconds: seconds + (earlier?.seconds ?? 0),
      savedAt: new Date().toISOString(),
      ...(depth > 0 && {
        found: {
          depth,
          value,
          bound,
          pv: line.map(makeMove),
          ...(move !== undefined && { move: makeMove(move) }),
        },
      }),
      ...(state !== 'done' && this.#tree !== undefined && { tree: this.#tree }),
      ...(server !== undefined && { server }),
    };
    const text = JSON.stringify(checkpoint);
    for (const store of stores) await store.put(text).catch((error) => this.#fail(error));
  }

  #fail(error: unknown): void {
    if (!this.#failed) this.#options.onError?.(error);
    this.#failed = true;
  }
}
