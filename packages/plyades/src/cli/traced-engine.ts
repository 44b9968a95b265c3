// `gpp --trace FILE`: an engine that writes the trace of each search once it has answered. A file that cannot be written
// is a note for the client, and the engine goes on.
import { setImmediate as afterInput } from 'node:timers/promises';
import type { ServedEngine } from '../engines/served-engine.js';
import type { TraceLog } from '../trace/index.js';
import type { TraceFile } from './trace-file.js';

export class TraceKeeper {
  readonly #file: Pick<TraceFile, 'save'>;
  readonly #note: (text: string) => void;
  #latest: TraceLog | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor(file: Pick<TraceFile, 'save'>, note: (text: string) => void) {
    this.#file = file;
    this.#note = note;
  }

  /** For the engine: takes the trace of a search that begins. */
  readonly trace = (log: TraceLog): void => {
    this.#latest = log;
  };

  /** Resolves when the traces of all searches that have answered are in the file. */
  get written(): Promise<void> {
    return this.#written;
  }

  /** The same engine, whose traces are kept. */
  keep(engine: ServedEngine): ServedEngine {
    const { name, author, options } = engine;
    return {
      ...{ name, author, options },
      setOption: (option, value) => engine.setOption(option, value),
      ready: () => engine.ready(),
      newGame: () => engine.newGame(),
      search: (task, report) => {
        const running = engine.search(task, report);
        running.bestMove.then(
          () => this.#write(),
          () => {},
        );
        return running;
      },
      close: () => engine.close(),
      [Symbol.asyncDispose]: () => engine.close(),
    };
  }

  #write(): void {
    const log = this.#latest;
    this.#latest = undefined;
    if (log === undefined) return;
    this.#written = this.#written.then(async () => {
      // The client gets its move first.
      await afterInput();
      try {
        await this.#file.save(log);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#note(`the trace is not written: ${reason}`);
      }
    });
  }
}
