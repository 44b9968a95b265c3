// One run of an engine, from the start of its process to its end. It makes the handshake, sends one request at a time,
// holds every reply to its deadline and to the rules, and ends the process at the first fault, which it names. The
// supervisor starts the engine again.
import type { LoadedGame } from '../api/index.js';
import { type EngineErrorCode, PlyadesError, quote } from '../core/errors.js';
import type { Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import {
  type BestMove,
  type ClientCommand,
  checkOption,
  type EngineOption,
  type EngineReply,
  findOption,
  type HashLine,
  type Info,
  makeCommand,
  type Protocol,
  parseReply,
  usiOptions,
} from '../protocols/index.js';
import { EngineChild } from './child.js';
import { longestMs, slowestMs } from './deadline.js';
import type { EngineProgram, EngineRequest, EngineResult } from './engine.js';
import type { PositionReader } from './reader.js';
import type { Timers } from './timers.js';

export interface EngineProcessSettings extends EngineProgram {
  readonly protocol: Protocol;
  readonly game: LoadedGame;
  readonly reader: PositionReader;
  readonly handshakeMs: number;
  readonly graceMs: number;
  readonly silenceMs: number;
  readonly timers: Timers;
  /** Names the engine in messages before its `id name` has come. */
  readonly label: string;
  readonly onOddity: (message: string) => void;
}

/** A search whose position has been checked. */
export interface ProcessRequest extends EngineRequest {
  readonly position: Position;
}

/** A USI engine may be silent this many times as long as a UCI engine before it is stopped. */
const USI_PATIENCE = 6;
/** The longest wait of a timer. */
const MOST_MS = 2 ** 31 - 1;
/** Oddities that are reported in one run; an engine may have millions. */
const MOST_ODDITIES = 20;

/** Time to end by itself after `quit`. */
const QUIT_MS = 1000;

/** Replies that a caller may wait for, beside the end of a search. */
type Expected = 'uciok' | 'readyok' | 'hashend';

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
  cancel(): void;
}

interface Running {
  readonly request: ProcessRequest;
  readonly legal: ReadonlySet<string>;
  readonly startedAt: number;
  readonly lines: Info[];
  nodes: number;
  /** `go.ponder` and no `ponderhit` yet. */
  pondering: boolean;
  stopped: boolean;
  resolve(answer: EngineResult): void;
  reject(error: Error): void;
}

export class EngineProcess {
  name: string;
  readonly options: EngineOption[] = [];
  extensions: readonly string[] = [];
  readonly #settings: EngineProcessSettings;
  readonly #child: EngineChild;
  /** Set when the process cannot be used any more. */
  #error: PlyadesError | undefined;
  #onFault: ((error: PlyadesError) => void) | undefined;
  #running: Running | undefined;
  /** `stop` and `ponderhit` that came before the search's `go`. */
  #early: { stop: boolean; hit: boolean } | undefined;
  /** Timers of the running search. */
  readonly #cancels = new Set<() => void>();
  #silence: () => void = () => {};
  /** Callers that wait for `uciok`, `readyok` and the end of a list of positions, in order. */
  readonly #waiting: Record<Expected, Waiting[]> = {
    uciok: [],
    readyok: [],
    hashend: [],
  };
  #hashLines: HashLine[] = [];
  #lists: Promise<void> = Promise.resolve();
  #hashPosition: Position | undefined;
  #multiPv = 1;
  #oddities = 0;
  /** The first line that it wrote. */
  #firstLine: string | undefined;

  private constructor(settings: EngineProcessSettings) {
    this.#settings = settings;
    this.name = settings.label;
    const { timers } = settings;
    this.#child = new EngineChild(
      settings,
      {
        line: (text) => this.#onLine(text),
        fault: (code, message) => this.#fail(code, message),
      },
      timers,
    );
  }

  /** Starts the process and makes the handshake; rejects with a coded error when that fails. */
  static async start(
    settings: EngineProcessSettings,
    options: ReadonlyMap<string, string | undefined>,
  ): Promise<EngineProcess> {
    const life = new EngineProcess(settings);
    try {
      await life.#shakeHands(options);
    } catch (error) {
      await life.#child.end();
      throw error;
    }
    return life;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Calls when the process fails after the handshake; at once when it has. */
  onFault(then: (error: PlyadesError) => void): void {
    this.#onFault = then;
    if (this.#error) then(this.#error);
  }

  /** Between searches. The value has been checked. */
  setOption(name: string, value: string | undefined): void {
    this.#send({ type: 'setoption', name, ...(value !== undefined && { value }) });
  }

  async newGame(): Promise<void> {
    const { protocol, handshakeMs } = this.#settings;
    // USI engines prepare each game at `isready`, and get `usinewgame` after it.
    if (protocol === 'uci') this.#send({ type: 'newgame' });
    await this.#askReady(handshakeMs);
    if (protocol === 'usi') this.#send({ type: 'newgame' });
  }

  /** One at a time. */
  async search(request: ProcessRequest): Promise<EngineResult> {
    const { protocol, graceMs, game, timers } = this.#settings;
    this.#throwIfOver();
    const { setup, go, position, multiPv = 1 } = request;
    this.#setMultiPv(multiPv);
    this.#send({ type: 'position', setup });
    this.#hashPosition = position;
    const early = { stop: false, hit: false };
    this.#early = early;
    // A late reply to an earlier request is read before this one is sent. Shogi engines may clear their tables at
    // `isready`, so they do not get it.
    if (protocol === 'uci') await this.#askReady(graceMs);
    this.#early = undefined;
    const { makeMove } = game.notation;
    return new Promise((resolve, reject) => {
      this.#running = {
        request,
        legal: new Set(go.searchMoves ?? game.legalMoves(position).map(makeMove)),
        startedAt: timers.now(),
        lines: [],
        nodes: 0,
        pondering: go.ponder === true,
        stopped: false,
        resolve,
        reject,
      };
      this.#send({ type: 'go', go });
      if (!go.ponder) this.#expectEnd();
      this.#listenForSilence();
      if (early.hit) this.ponderHit();
      if (early.stop) this.stop();
    });
  }

  stop(): void {
    const running = this.#running;
    if (this.#early) this.#early.stop = true;
    if (!running || running.stopped) return;
    running.stopped = true;
    this.#send({ type: 'stop' });
    this.#endWithin(0, '`stop`');
  }

  ponderHit(): void {
    if (this.#early) this.#early.hit = true;
    if (!this.#running?.pondering) return;
    this.#running.pondering = false;
    this.#send({ type: 'ponderhit' });
    this.#expectEnd();
  }

  /** One list at a time: its lines do not name their request. */
  hashLines(count: number): Promise<readonly HashLine[]> {
    const list = this.#lists.then(() => this.#listHash(count));
    this.#lists = list.then(
      () => {},
      () => {},
    );
    return list;
  }

  async #listHash(count: number): Promise<readonly HashLine[]> {
    this.#throwIfOver();
    const lines: HashLine[] = [];
    this.#hashLines = lines;
    this.#send({ type: 'hash', count });
    const { graceMs } = this.#settings;
    const late = `it did not list the positions of its table in ${graceMs} ms`;
    await this.#wait('hashend', graceMs, () => this.#fail('ERR_ENGINE_SILENT', late));
    return lines;
  }

  async close(): Promise<void> {
    this.#end(new PlyadesError('ERR_CLOSED', `${this.name}: it was closed`));
    await this.#child.end(makeCommand(this.#settings.protocol, { type: 'quit' }), QUIT_MS);
  }

  async #shakeHands(options: ReadonlyMap<string, string | undefined>): Promise<void> {
    this.#send({ type: 'hello' });
    await this.#wait('uciok', this.#settings.handshakeMs, () => this.#failHandshake());
    if (this.#settings.protocol === 'usi') {
      for (const option of usiOptions) {
        if (findOption(this.options, option.name) === undefined) this.#addOption(option);
      }
    }
    for (const [name, given] of options) {
      const value = unwrap(checkOption(this.options, name, given), (error) =>
        PlyadesError.refusing({ ...error, message: `${this.name}: ${error.message}` }),
      );
      this.setOption(findOption(this.options, name)!.name, value);
    }
    await this.newGame();
  }

  /** A silent program may hang or be slow to start; one that writes other lines is no engine. */
  #failHandshake(): void {
    const { protocol, handshakeMs } = this.#settings;
    const language = protocol.toUpperCase();
    if (this.#firstLine === undefined) {
      const late = `it said nothing in ${handshakeMs} ms, not even ${protocol}ok: it hangs, or does not speak ${language}`;
      this.#fail('ERR_ENGINE_SILENT', late);
    } else {
      const said = `it said ${quote(this.#firstLine)}, but not ${protocol}ok in ${handshakeMs} ms`;
      this.#fail('ERR_ENGINE_PROTOCOL', `${said}, so it does not speak ${language}`);
    }
  }

  #setMultiPv(lines: number): void {
    if (lines === this.#multiPv) return;
    const value = unwrap(checkOption(this.options, 'MultiPV', String(lines)), (error) =>
      PlyadesError.refusing({ ...error, message: `${this.name}: ${error.message}` }),
    );
    this.setOption('MultiPV', value);
    this.#multiPv = lines;
  }

  #send(command: ClientCommand): void {
    this.#child.send(makeCommand(this.#settings.protocol, command));
  }

  #askReady(ms: number): Promise<void> {
    this.#send({ type: 'isready' });
    const late = `it did not say readyok in ${ms} ms`;
    return this.#wait('readyok', ms, () => this.#fail('ERR_ENGINE_SILENT', late));
  }

  #wait(what: Expected, ms: number, late: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#error) {
        reject(this.#error);
        return;
      }
      const cancel = this.#settings.timers.after(ms, late);
      this.#waiting[what].push({ resolve, reject, cancel });
    });
  }

  #onLine(line: string): void {
    this.#listenForSilence();
    this.#firstLine ??= line;
    const answer = parseReply(this.#settings.protocol, line);
    switch (answer.type) {
      case 'id':
        if (answer.key === 'name' && answer.value !== '') this.name = answer.value;
        if (answer.key === 'extensions') this.extensions = answer.value.split(/\s+/);
        break;
      case 'option':
        this.#addOption(answer.option);
        break;
      case 'uciok':
      case 'readyok':
      case 'hashend':
        this.#arrived(answer.type);
        break;
      case 'hash':
        this.#addHashLine(answer.entry);
        break;
      case 'info':
        this.#onInfo(answer.info);
        break;
      case 'bestmove':
        this.#answer(answer.best);
        break;
      case 'checkmate':
        this.#answerMate(answer);
        break;
      case 'unknown':
        break;
    }
  }

  #arrived(what: Expected): void {
    const first = this.#waiting[what].shift();
    first?.cancel();
    first?.resolve();
  }

  /** No engine has more. */
  #addOption(option: EngineOption): void {
    if (this.options.length < 1000) this.options.push(option);
  }

  #addHashLine(entry: HashLine): void {
    if (this.#waiting.hashend.length === 0 || this.#hashPosition === undefined) return;
    const { line } = entry;
    const legal = this.#settings.reader.legalPart(this.#hashPosition, line);
    if (legal.length === line.length) this.#hashLines.push(entry);
    else
      this.#reportOddity(`an illegal move in a line of its table: ${quote(line[legal.length]!)}`);
  }

  #onInfo(reported: Info): void {
    const running = this.#running;
    if (!running) return;
    const info = this.#withLegalLine(reported, running);
    if (info.nodes !== undefined) running.nodes = Math.max(running.nodes, info.nodes);
    const index = (info.multiPv ?? 1) - 1;
    const { multiPv = 1, onInfo } = running.request;
    if (info.score && info.pv && index >= 0 && index < multiPv) {
      const old = running.lines[index];
      if (info.score.bound === 'exact' || (old?.score?.bound ?? 'lower') !== 'exact') {
        running.lines[index] = info;
      }
    }
    onInfo?.(info);
  }

  /** Cuts a line at the first move that is not legal. */
  #withLegalLine(info: Info, { request, legal }: Running): Info {
    if (!info.pv) return info;
    const { pv, ...rest } = info;
    const wellBegun = pv.length === 0 || legal.has(pv[0]!);
    const line = wellBegun ? this.#settings.reader.legalPart(request.position, pv) : [];
    if (line.length === pv.length) return info;
    this.#reportOddity(`an illegal move in a principal variation: ${quote(pv[line.length]!)}`);
    return line.length > 0 ? { ...rest, pv: line } : rest;
  }

  #answerMate({ moves, outcome }: Extract<EngineReply, { type: 'checkmate' }>): void {
    if (outcome !== undefined || moves === undefined || moves.length === 0) {
      this.#finish({ outcome: 'none' });
      return;
    }
    const score = { type: 'mate', wins: true, plies: moves.length, bound: 'exact' } as const;
    this.#onInfo({ score, pv: moves });
    this.#answer({ move: moves[0]! });
  }

  /** The end of a search: `bestmove`. */
  #answer(best: BestMove): void {
    const running = this.#running;
    if (!running) {
      this.#reportOddity(`a bestmove without a search: ${quote(best.move ?? best.outcome ?? '')}`);
      return;
    }
    const { request, legal } = running;
    const { move, outcome } = best;
    if (move === undefined) {
      if (outcome !== 'none' || legal.size === 0) this.#finish(best);
      else this.#fail('ERR_ENGINE_MOVE', `it found no move where there are ${legal.size}`);
      return;
    }
    // The move counts in any notation that the engine uses.
    const { reader } = this.#settings;
    const read = reader.move(request.position, move);
    const text = read.ok ? this.#settings.game.notation.makeMove(read.value) : move;
    if (!read.ok) {
      this.#fail('ERR_ENGINE_MOVE', `its bestmove is illegal: ${read.error.message}`);
    } else if (!legal.has(text)) {
      const asked = `not among the ${legal.size} moves it was to search`;
      this.#fail('ERR_ENGINE_MOVE', `its bestmove ${quote(text)} is ${asked}`);
    } else {
      const whole = best.ponder === undefined ? [text] : [text, best.ponder];
      const ponder = reader.legalPart(request.position, whole)[1];
      this.#finish(ponder === undefined ? { move: text } : { move: text, ponder });
    }
  }

  #finish(best: BestMove): void {
    const running = this.#running;
    if (!running) return;
    this.#endSearch();
    const ms = this.#settings.timers.now() - running.startedAt;
    // A line that was never reported leaves a hole only when later ones were.
    const lines = running.lines.filter((line) => line !== undefined);
    running.resolve({ ...best, lines, nodes: running.nodes, ms });
  }

  /** Sets the deadline that the limits of the search imply, and the caller's own. */
  #expectEnd(): void {
    const running = this.#running;
    if (!running) return;
    const { go, position, deadlineMs } = running.request;
    const turn = this.#settings.game.turn(position);
    const longest = longestMs(go, turn);
    if (longest !== undefined) this.#endWithin(longest, 'its time was over');
    const { timers } = this.#settings;
    for (const ms of [deadlineMs, slowestMs(go)]) {
      if (ms !== undefined)
        this.#cancels.add(timers.after(Math.min(ms, MOST_MS), () => this.stop()));
    }
  }

  #endWithin(ms: number, since: string): void {
    const { timers, graceMs } = this.#settings;
    const late = `no bestmove ${graceMs} ms after ${since}`;
    this.#cancels.add(timers.after(ms + graceMs, () => this.#fail('ERR_ENGINE_SILENT', late)));
  }

  /**
   * A UCI engine answers `isready` also while it searches: after a long silence it gets one. A USI engine must not get
   * `isready` then: after a very long silence its search is stopped, unless it has no end of its own: then the caller stops it.
   */
  #listenForSilence(): void {
    this.#silence();
    const running = this.#running;
    const { protocol, timers, silenceMs, graceMs } = this.#settings;
    if (!running) return;
    if (protocol === 'usi') {
      const endless = running.pondering || running.request.go.infinite;
      if (endless || running.stopped) return;
      this.#silence = timers.after(USI_PATIENCE * silenceMs, () => this.stop());
      return;
    }
    this.#silence = timers.after(silenceMs, () => {
      this.#send({ type: 'isready' });
      const late = `it said nothing for ${silenceMs} ms of a search, and did not answer isready in ${graceMs} ms`;
      this.#silence = timers.after(graceMs, () => this.#fail('ERR_ENGINE_SILENT', late));
    });
  }

  #endSearch(): void {
    this.#running = undefined;
    this.#silence();
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }

  #reportOddity(message: string): void {
    if (this.#oddities++ < MOST_ODDITIES) this.#settings.onOddity(`${this.name}: ${message}`);
  }

  #throwIfOver(): void {
    if (this.#error) throw this.#error;
  }

  /** The first fault counts: it ends the process. */
  #fail(code: EngineErrorCode, message: string): void {
    if (this.#error) return;
    const error = new PlyadesError(code, `${this.name}: ${message}`);
    this.#end(error);
    void this.#child.end();
    this.#onFault?.(error);
  }

  /** No caller waits for this process any longer. */
  #end(error: PlyadesError): void {
    if (this.#error) return;
    this.#error = error;
    const running = this.#running;
    this.#endSearch();
    running?.reject(error);
    for (const waiting of Object.values(this.#waiting)) {
      for (const { reject, cancel } of waiting.splice(0)) {
        cancel();
        reject(error);
      }
    }
  }
}
