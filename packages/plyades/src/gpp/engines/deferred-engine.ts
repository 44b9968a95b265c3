// A thinker that is still being made: it says its name and options at once, since programs with a board do not wait
// long for that, and does what it was told as soon as it is there. So many engines may take their time to start.
import type { InputError } from '../../core/errors.js';
import { ok, type Result } from '../../core/result.js';
import type { Task, Thinker, Thinking } from '../../engines/served-engine.js';
import type { BestMove, Info } from '../../protocols/index.js';

/** What it says before it is there. */
export type Introduction = Pick<Thinker, 'name' | 'author' | 'options'>;

/** When `coming` rejects, so does all that waits for it. `close` calls `abandon`, which may cut `coming` short. */
export function createLateThinker(
  introduction: Introduction,
  coming: Promise<Thinker>,
  abandon: () => void = () => {},
): Thinker {
  return new LateThinker(introduction, coming, abandon);
}

class LateThinker implements Thinker {
  readonly name: string;
  readonly author: string;
  readonly options: Thinker['options'];
  readonly #coming: Promise<Thinker>;
  readonly #abandon: () => void;
  #thinker: Thinker | undefined;

  constructor(
    { name, author, options }: Introduction,
    coming: Promise<Thinker>,
    abandon: () => void,
  ) {
    this.name = name;
    this.author = author;
    this.options = options;
    this.#coming = coming;
    this.#abandon = abandon;
    coming.then(
      (thinker) => {
        this.#thinker = thinker;
      },
      () => {},
    );
  }

  setOption(name: string, value: string | undefined): Result<void, InputError> {
    if (this.#thinker !== undefined) return this.#thinker.setOption(name, value);
    // The front end has checked it against the options.
    this.#later((thinker) => thinker.setOption(name, value));
    return ok(undefined);
  }

  async ready(): Promise<void> {
    await (await this.#coming).ready();
  }

  newGame(): void {
    this.#later((thinker) => thinker.newGame());
  }

  think(task: Task, report: (info: Info) => void): Thinking {
    return this.#thinker?.think(task, report) ?? new LateThinking(this.#coming, task, report);
  }

  async close(): Promise<void> {
    this.#abandon();
    const thinker = await this.#coming.catch(() => undefined);
    await thinker?.close();
  }

  #later(work: (thinker: Thinker) => void): void {
    if (this.#thinker !== undefined) work(this.#thinker);
    else this.#coming.then(work, () => {});
  }
}

class LateThinking implements Thinking {
  readonly answer: Promise<BestMove>;
  #thinking: Thinking | undefined;
  #hit = false;
  #stopped = false;

  constructor(coming: Promise<Thinker>, task: Task, report: (info: Info) => void) {
    this.answer = coming.then((thinker) => {
      const thinking = thinker.think(task, report);
      this.#thinking = thinking;
      if (this.#hit) thinking.ponderHit();
      if (this.#stopped) thinking.stop();
      return thinking.answer;
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#thinking?.stop();
  }

  ponderHit(): void {
    this.#hit = true;
    this.#thinking?.ponderHit();
  }
}
