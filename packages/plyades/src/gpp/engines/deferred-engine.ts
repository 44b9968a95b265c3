// An engine that is still being started: it gives its name and options at once, since programs with a board do not wait
// long for that, and carries out what it was sent as soon as it has started. So a team of many engines may start slowly.
import type { InputError } from '../../core/errors.js';
import { ok, type Result } from '../../core/result.js';
import type { RunningSearch, ServedEngine, ServedSearch } from '../../engines/served-engine.js';
import type { BestMove, Info } from '../../protocols/index.js';

/** Its name, author and options, before it has started. */
export type EngineIdentity = Pick<ServedEngine, 'name' | 'author' | 'options'>;

/** When `coming` rejects, so does all that waits for it. `close` calls `abandon`, which may cut `coming` short. */
export function createDeferredEngine(
  introduction: EngineIdentity,
  coming: Promise<ServedEngine>,
  abandon: () => void = () => {},
): ServedEngine {
  return new DeferredEngine(introduction, coming, abandon);
}

class DeferredEngine implements ServedEngine {
  readonly name: string;
  readonly author: string;
  readonly options: ServedEngine['options'];
  readonly #coming: Promise<ServedEngine>;
  readonly #abandon: () => void;
  #engine: ServedEngine | undefined;

  constructor(
    { name, author, options }: EngineIdentity,
    coming: Promise<ServedEngine>,
    abandon: () => void,
  ) {
    this.name = name;
    this.author = author;
    this.options = options;
    this.#coming = coming;
    this.#abandon = abandon;
    coming.then(
      (engine) => {
        this.#engine = engine;
      },
      () => {},
    );
  }

  setOption(name: string, value: string | undefined): Result<void, InputError> {
    if (this.#engine !== undefined) return this.#engine.setOption(name, value);
    // The front end has checked it against the options.
    this.#later((engine) => engine.setOption(name, value));
    return ok(undefined);
  }

  async ready(): Promise<void> {
    await (await this.#coming).ready();
  }

  newGame(): void {
    this.#later((engine) => engine.newGame());
  }

  search(task: ServedSearch, report: (info: Info) => void): RunningSearch {
    return this.#engine?.search(task, report) ?? new DeferredSearch(this.#coming, task, report);
  }

  async close(): Promise<void> {
    this.#abandon();
    const engine = await this.#coming.catch(() => undefined);
    await engine?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #later(work: (engine: ServedEngine) => void): void {
    if (this.#engine !== undefined) work(this.#engine);
    else this.#coming.then(work, () => {});
  }
}

class DeferredSearch implements RunningSearch {
  readonly bestMove: Promise<BestMove>;
  #running: RunningSearch | undefined;
  #hit = false;
  #stopped = false;

  constructor(coming: Promise<ServedEngine>, task: ServedSearch, report: (info: Info) => void) {
    this.bestMove = coming.then((engine) => {
      const running = engine.search(task, report);
      this.#running = running;
      if (this.#hit) running.ponderHit();
      if (this.#stopped) running.stop();
      return running.bestMove;
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#running?.stop();
  }

  ponderHit(): void {
    this.#hit = true;
    this.#running?.ponderHit();
  }
}
