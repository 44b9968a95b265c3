// The front end: speaks UCI or USI with a client for an engine. A client may send anything: bad lines get one
// `info string` and change nothing, and a `go` always gets a `bestmove`.
//
// Commands that change something wait for the search that runs; `stop`, `ponderhit`, `isready` and `quit`
// never do.
import type { LoadedGame } from '../api/index.js';
import { type InputError, PlyadesError } from '../core/errors.js';
import type { Position } from '../core/game.js';
import {
  type BestMove,
  type ClientCommand,
  checkOption,
  type EngineReply,
  findOption,
  type Go,
  LineSplitter,
  MAX_LINE,
  makeReply,
  type Protocol,
  parseCommand,
  type Setup,
} from '../protocols/index.js';
import { createReader, type PositionReader } from './reader.js';
import type { RunningSearch, ServedEngine, ServedSearch } from './served-engine.js';

/** How an engine is served to a client. */
export interface ServeOptions {
  readonly protocol: Protocol;
  readonly game: LoadedGame;
  readonly engine: ServedEngine;
  /** The client's commands, such as the standard input; its end means `quit`. */
  readonly input: AsyncIterable<string | Uint8Array>;
  /** Writes a line, given without its newline. */
  readonly write: (line: string) => void;
}

/** Serves a client until `quit` or the end of its input; the engine is closed then. */
export async function serve(options: ServeOptions): Promise<void> {
  const session = new Session(options);
  const decoder = new TextDecoder();
  const splitter = new LineSplitter((line, cut) => session.onLine(line, cut));
  for await (const chunk of options.input) {
    splitter.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    if (session.over) break;
  }
  splitter.end();
  await session.end();
}

/** A search that has been asked for and not been answered. */
interface Search {
  readonly running: Pick<RunningSearch, 'stop' | 'ponderHit'>;
  /** It has no end of its own. */
  readonly open: boolean;
  /** `stop` or, after `ponder`, `ponderhit` has come: the answer may be given. */
  readonly released: Promise<void>;
  release(): void;
  /** It has been stopped. */
  ended: boolean;
}

class Session {
  over = false;
  readonly #protocol: Protocol;
  readonly #game: LoadedGame;
  readonly #engine: ServedEngine;
  readonly #reader: PositionReader;
  readonly #write: (line: string) => void;
  #setup: Setup = { moves: [] };
  /** Undefined after a position that was refused. */
  #positions: readonly Position[] | undefined;
  #search: Search | undefined;
  /** Commands that wait for their turn, in order. */
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Numbers of searches: the last one requested, answered, stopped, and whose expected move was played. */
  #asked = 0;
  #answered = 0;
  #stopped = 0;
  #hit = 0;
  /** The input has ended: no `stop` will come. */
  #inputEnded = false;

  constructor({ protocol, game, engine, write }: ServeOptions) {
    this.#protocol = protocol;
    this.#game = game;
    this.#engine = engine;
    this.#write = write;
    this.#reader = createReader(game);
    this.#positions = [game.notation.start()];
  }

  onLine(line: string, cut: boolean): void {
    if (this.over || line.trim() === '') return;
    if (cut) {
      this.#note(`ERR_TOO_LONG: a line of more than ${MAX_LINE} characters was dropped`);
      return;
    }
    const command = parseCommand(this.#protocol, line);
    if (!command.ok) {
      this.#complain(command.error);
      // A client that sends `go` waits for an answer.
      if (/^\s*go\b/.test(line))
        this.#later(() => this.#send({ type: 'bestmove', best: { outcome: 'none' } }));
      return;
    }
    this.#obey(command.value);
  }

  /**
   * The client has sent `quit`, or its input has ended. Earlier requests are answered: after `quit` at once, else
   * searches go to their limits, if they have any. (When the client is gone altogether, writing the next `info` fails
   * and ends the program.)
   */
  async end(): Promise<void> {
    while (this.#waiting > 0) {
      if (this.over || this.#search?.open) this.#stop();
      this.#inputEnded = true;
      await this.#queue;
    }
    this.over = true;
    await this.#engine.close();
  }

  #obey(command: ClientCommand): void {
    switch (command.type) {
      case 'hello':
        this.#sendIdentity();
        break;
      case 'isready':
        // A search is no reason to keep the client waiting.
        if (this.#answered < this.#asked) this.#send({ type: 'readyok' });
        else this.#later(() => this.#answerReady());
        break;
      case 'stop':
        this.#stop();
        break;
      case 'ponderhit':
        this.#hit = this.#asked;
        this.#search?.running.ponderHit();
        this.#search?.release();
        break;
      case 'quit':
        this.over = true;
        this.#stop();
        break;
      case 'hash':
        void this.#listHash(command.count);
        break;
      case 'setoption':
        this.#later(() => this.#setOption(command.name, command.value));
        break;
      case 'newgame':
        this.#later(() => this.#engine.newGame());
        break;
      case 'position':
        this.#later(() => this.#place(command.setup));
        break;
      case 'go':
        this.#ask(command.go);
        break;
      case 'gameover':
        this.#stop();
        break;
      case 'debug':
        break;
      case 'unknown':
        this.#note(`unknown command: ${command.text.slice(0, 60)}`);
        break;
    }
  }

  /** A client that asks again has no use for the answer it waits for. */
  #ask(go: Go): void {
    if (this.#answered < this.#asked) this.#stop();
    const number = ++this.#asked;
    this.#later(async () => {
      try {
        await this.#go(go, number);
      } finally {
        this.#search = undefined;
        this.#answered = number;
      }
    });
  }

  /** Runs commands one after the other; an error is reported, and the next one runs. */
  #later(work: () => void | Promise<void>): void {
    this.#waiting++;
    this.#queue = this.#queue
      .then(work)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#waiting--;
      });
  }

  #sendIdentity(): void {
    const { name, author, options, extensions = [] } = this.#engine;
    this.#send({ type: 'id', key: 'name', value: name });
    this.#send({ type: 'id', key: 'author', value: author });
    if (extensions.length > 0) {
      this.#send({ type: 'id', key: 'extensions', value: extensions.join(' ') });
    }
    for (const option of options) this.#send({ type: 'option', option });
    this.#send({ type: 'uciok' });
  }

  async #answerReady(): Promise<void> {
    try {
      await this.#engine.ready();
    } finally {
      this.#send({ type: 'readyok' });
    }
  }

  #setOption(name: string, value: string | undefined): void {
    const { options } = this.#engine;
    const checked = checkOption(options, name, value);
    if (!checked.ok) {
      this.#complain(checked.error);
      return;
    }
    const set = this.#engine.setOption(findOption(options, name)!.name, checked.value);
    if (!set.ok) this.#complain(set.error);
  }

  #place(setup: Setup): void {
    const positions = this.#reader.read(setup);
    this.#setup = setup;
    this.#positions = positions.ok ? positions.value : undefined;
    if (!positions.ok) this.#complain(positions.error);
  }

  async #go(asked: Go, number: number): Promise<void> {
    const positions = this.#positions;
    const mate = this.#protocol === 'usi' && asked.mateTime !== undefined;
    if (positions === undefined) {
      this.#note('ERR_MISSING: there is no position to search: the last one was refused');
      this.#send(mate ? { type: 'checkmate', outcome: 'nomate' } : noMove);
      return;
    }
    const position = positions.at(-1)!;
    const task: ServedSearch = {
      game: this.#game,
      setup: this.#setup,
      positions,
      go: this.#withLegalMoves(asked, position),
    };
    if (mate) await this.#findMate(task, number);
    else if (this.#game.legalMoves(position).length > 0) await this.#think(task, number);
    else await this.#endOfGame(position, asked, number);
  }

  async #think(task: ServedSearch, number: number): Promise<void> {
    const { go } = task;
    const running = this.#start(task);
    const search = this.#begin(number, go, running);
    let best: BestMove;
    try {
      best = await running.bestMove;
    } catch (error) {
      this.#failed(error);
      // Any move is better than none: the client waits for one.
      const [move] =
        go.searchMoves ??
        this.#game.legalMoves(task.positions.at(-1)!).map(this.#game.notation.makeMove);
      best = move === undefined ? { outcome: 'none' } : { move };
    }
    // After `infinite` and `ponder` no answer is expected before `stop` or `ponderhit`.
    if (search.open) await search.released;
    this.#send({ type: 'bestmove', best });
  }

  #start(task: ServedSearch): RunningSearch {
    try {
      return this.#engine.search(task, (info) => this.#send({ type: 'info', info }));
    } catch (error) {
      return { bestMove: Promise.reject(error), stop: () => {}, ponderHit: () => {} };
    }
  }

  async #findMate(task: ServedSearch, number: number): Promise<void> {
    const ended = new AbortController();
    this.#begin(number, task.go, { stop: () => ended.abort(), ponderHit: () => {} });
    const found = await this.#engine.mate?.(task, ended.signal).catch((error: unknown) => {
      this.#failed(error);
      return { outcome: 'timeout' } as const;
    });
    this.#send({ type: 'checkmate', ...(found ?? { outcome: 'notimplemented' }) });
  }

  async #endOfGame(position: Position, go: Go, number: number): Promise<void> {
    const lost = this.#game.result(position) !== 0;
    const score = lost
      ? ({ type: 'mate', wins: false, plies: 0, bound: 'exact' } as const)
      : ({ type: 'cp', centipawns: 0, bound: 'exact' } as const);
    this.#send({ type: 'info', info: { depth: 0, score } });
    const search = this.#begin(number, go, { stop: () => {}, ponderHit: () => {} });
    if (search.open) await search.released;
    this.#send(noMove);
  }

  #begin(number: number, go: Go, running: Search['running']): Search {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const open = isOpen(go);
    const search: Search = { running, open, released, release, ended: false };
    this.#search = search;
    // Apply a `stop` or `ponderhit` that came before it began.
    if (number <= this.#hit) {
      running.ponderHit();
      release();
    }
    if (number <= this.#stopped || this.over || (this.#inputEnded && open)) end(search);
    return search;
  }

  #stop(): void {
    this.#stopped = this.#asked;
    if (this.#search) end(this.#search);
  }

  /** Reports moves to search that are not legal, and leaves them out. */
  #withLegalMoves(go: Go, position: Position): Go {
    if (go.searchMoves === undefined) return go;
    const { searchMoves, ...rest } = go;
    const legal = searchMoves.filter((text) => {
      const move = this.#reader.move(position, text);
      if (!move.ok) this.#complain(move.error);
      return move.ok;
    });
    return legal.length > 0 ? { ...rest, searchMoves: legal } : rest;
  }

  async #listHash(count: number): Promise<void> {
    try {
      const lines = (await this.#engine.hashLines?.(count)) ?? [];
      for (const entry of lines) this.#send({ type: 'hash', entry });
    } catch (error) {
      this.#failed(error);
    }
    this.#send({ type: 'hashend' });
  }

  #complain({ code, message }: InputError): void {
    this.#note(`${code}: ${message}`);
  }

  #failed(error: unknown): void {
    const code = error instanceof PlyadesError ? error.code : 'internal error';
    this.#note(`${code}: ${error instanceof Error ? error.message : String(error)}`);
  }

  #note(text: string): void {
    this.#send({ type: 'info', info: { string: text } });
  }

  #send(answer: EngineReply): void {
    this.#write(makeReply(this.#protocol, answer));
  }
}

function end(search: Search): void {
  if (search.ended) return;
  search.ended = true;
  search.running.stop();
  search.release();
}

const noMove: EngineReply = { type: 'bestmove', best: { outcome: 'none' } };

/** Without any limit, or before the expected move, a search goes on until `stop` or `ponderhit`. */
function isOpen(go: Go): boolean {
  const { depth, nodes, moveTime, mate, firstTime, secondTime, byoyomi } = go;
  if (go.infinite || go.ponder) return true;
  const { mateTime } = go;
  const limits = [depth, nodes, moveTime, mate, mateTime, firstTime, secondTime, byoyomi];
  return limits.every((limit) => limit === undefined);
}
