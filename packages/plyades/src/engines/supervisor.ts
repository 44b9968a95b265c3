// Keeps an engine alive: starts it, and starts it again after a fault, after a wait that grows, until it fails too often
// without having finished a search in between. A caller sees one engine: a search that a fault has ended rejects with
// the fault's code, the next one waits until the engine is back.

import { loadGame } from '../api/index.js';
import { type BackoffLimits, backoffMs } from '../core/backoff.js';
import { type EngineErrorCode, PlyadesError } from '../core/errors.js';
import { createRandom, type Random } from '../core/random.js';
import { unwrap } from '../core/result.js';
import {
  checkOption,
  type EngineOption,
  findOption,
  type HashLine,
  type Protocol,
  protocolOf,
} from '../protocols/index.js';
import type {
  Engine,
  EngineEvent,
  EngineGame,
  EngineRequest,
  EngineResult,
  EngineSettings,
} from './engine.js';
import { EngineProcess, type EngineProcessSettings } from './engine-process.js';
import { requireProgram } from './find.js';
import { createReader, type PositionReader } from './reader.js';
import { machineTimers, type Timers } from './timers.js';

const HANDSHAKE_MS = 30_000;
const GRACE_MS = 5_000;
const SILENCE_MS = 10_000;
const RESTARTS = 5;
/** Waits before restarts in a row. */
export const RESTART_WAITS: BackoffLimits = { first: 200, longest: 10_000 };

/**
 * Starts an engine and waits until it is ready. Rejects, and leaves nothing behind: ERR_MISSING_PART when
 * there is no such program, ERR_OPTION for an option that it does not have, ERR_ENGINE_PROTOCOL for a
 * program that says other things than an engine, ERR_ENGINE_SILENT for one that says nothing, and so on.
 */
export async function startEngine(
  settings: EngineSettings,
  timers: Timers = machineTimers,
): Promise<Engine> {
  const command = requireProgram(settings.command);
  const game = await loadGame(settings.game);
  const reader = createReader(game);
  const { protocol = protocolOf(settings.game) } = settings;
  const life: EngineProcessSettings = {
    command,
    args: settings.args ?? [],
    protocol,
    game,
    reader,
    handshakeMs: settings.handshakeMs ?? HANDSHAKE_MS,
    graceMs: settings.graceMs ?? GRACE_MS,
    silenceMs: settings.silenceMs ?? SILENCE_MS,
    timers,
    label: [settings.command, ...(settings.args ?? [])].join(' '),
    onOddity: (message) => settings.onEvent?.({ type: 'oddity', message }),
  };
  const engine = new SupervisedEngine(settings, life, protocol, reader, timers);
  await engine.begin();
  return engine;
}

class SupervisedEngine implements Engine {
  readonly protocol: Protocol;
  readonly game: EngineGame;
  name: string;
  options: readonly EngineOption[] = [];
  extensions: readonly string[] = [];
  readonly #settings: EngineSettings;
  readonly #lifeSettings: EngineProcessSettings;
  readonly #reader: PositionReader;
  readonly #timers: Timers;
  readonly #random: Random;
  readonly #chosen: Map<string, string | undefined>;
  #life: Promise<EngineProcess> | undefined;
  #current: EngineProcess | undefined;
  /** Faults since a search was finished. */
  #faults = 0;
  #closed = false;
  /** Ends the wait before a restart. */
  #wake: () => void = () => {};
  /** Requests that wait for their turn, and the one that runs. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Searches are numbered; those up to `#stopped` are to end. */
  #asked = 0;
  #stopped = 0;
  /** The last search whose expected move was played. */
  #hit = 0;

  constructor(
    settings: EngineSettings,
    life: EngineProcessSettings,
    protocol: Protocol,
    reader: PositionReader,
    timers: Timers,
  ) {
    this.#settings = settings;
    this.#lifeSettings = life;
    this.protocol = protocol;
    this.game = settings.game;
    this.name = life.label;
    this.#reader = reader;
    this.#timers = timers;
    this.#random = createRandom(settings.seed ?? 1);
    this.#chosen = new Map(
      Object.entries(settings.options ?? {}).map(([name, value]) => [name, String(value)]),
    );
  }

  /** The first run; a program that fails to start at all is not tried again. */
  async begin(): Promise<void> {
    this.#life = Promise.resolve(await this.#start());
  }

  async ready(): Promise<void> {
    await this.#alive();
  }

  setOption(name: string, value: string | number | boolean): Promise<void> {
    return this.#inTurn(async () => {
      const life = await this.#alive();
      const checked = unwrap(checkOption(life.options, name, String(value)));
      const { name: exact } = findOption(life.options, name)!;
      life.setOption(exact, checked);
      this.#chosen.set(exact, checked);
    });
  }

  newGame(): Promise<void> {
    return this.#inTurn(async () => (await this.#alive()).newGame());
  }

  search(request: EngineRequest): Promise<EngineResult> {
    this.stop();
    const asked = ++this.#asked;
    return this.#inTurn(async () => {
      const positions = unwrap(this.#reader.read(request.setup));
      const position = positions.at(-1)!;
      for (const text of request.go.searchMoves ?? []) {
        unwrap(this.#reader.move(position, text));
      }
      if (this.#lifeSettings.game.legalMoves(position).length === 0) {
        return { outcome: 'none', lines: [], nodes: 0, ms: 0 };
      }
      const life = await this.#alive();
      const answer = life.search({ ...request, position });
      // Apply what came before the search had its turn; a request for another search stops this one.
      if (asked === this.#hit) life.ponderHit();
      if (asked !== this.#asked || asked <= this.#stopped) life.stop();
      const found = await answer;
      this.#faults = 0;
      return found;
    });
  }

  stop(): void {
    this.#stopped = this.#asked;
    this.#current?.stop();
  }

  ponderHit(): void {
    this.#hit = this.#asked;
    this.#current?.ponderHit();
  }

  async hashLines(count: number): Promise<readonly HashLine[]> {
    const life = await this.#alive();
    if (!life.extensions.includes('hash')) {
      throw new PlyadesError('ERR_OPTION', `${this.name} does not list the positions of its table`);
    }
    return life.hashLines(count);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#wake();
    const life = await this.#life?.catch(() => undefined);
    await life?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** One request after another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #alive(): Promise<EngineProcess> {
    if (this.#closed) throw new PlyadesError('ERR_CLOSED', `${this.name}: it was closed`);
    return this.#life!;
  }

  async #start(): Promise<EngineProcess> {
    const life = await EngineProcess.start(this.#lifeSettings, this.#chosen);
    this.name = life.name;
    this.options = life.options;
    this.extensions = life.extensions;
    this.#current = life;
    this.#emit({ type: 'started', name: life.name, pid: life.pid });
    life.onFault((error) => this.#fell(error));
    return life;
  }

  /** After a fault: the next run, if there is to be one. */
  #fell(error: PlyadesError): void {
    this.#current = undefined;
    this.#countFault(error);
    if (this.#closed) return;
    this.#life = this.#startAgain(error);
    // The next request gets the error; there may be none now.
    this.#life.catch(() => {});
  }

  async #startAgain(fault: PlyadesError): Promise<EngineProcess> {
    const { restarts = RESTARTS } = this.#settings;
    for (let error = fault; ; ) {
      if (this.#faults > restarts) {
        this.#emit({ type: 'gave-up', faults: this.#faults });
        throw error;
      }
      const waitMs = backoffMs(this.#faults, RESTART_WAITS, this.#random);
      this.#emit({ type: 'restarting', attempt: this.#faults, waitMs });
      await this.#sleep(waitMs);
      if (this.#closed) throw new PlyadesError('ERR_CLOSED', `${this.name}: it was closed`);
      try {
        return await this.#start();
      } catch (again) {
        if (!(again instanceof PlyadesError)) throw again;
        error = again;
        this.#countFault(again);
      }
    }
  }

  /** Until `close`, at the longest. */
  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#timers.after(ms, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  #countFault(error: PlyadesError): void {
    this.#faults++;
    this.#emit({ type: 'fault', code: error.code as EngineErrorCode, message: error.message });
  }

  #emit(event: EngineEvent): void {
    this.#settings.onEvent?.(event);
  }
}
