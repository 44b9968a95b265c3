// Our search for a program that speaks GTP: Othello. Each command gets one answer, in order; one that cannot be carried
// out gets an error and changes nothing. A client may leave out forced passes: when the other side moves next, the pass
// has been made.
import type { Analyst, LoadedGame, Position } from '../api/index.js';
import type { PlayerClock } from '../core/search-request.js';
import {
  type GtpCommand,
  LineSplitter,
  makeGtpReply,
  parseGtpCommand,
} from '../protocols/index.js';

/** The parts of a GTP engine. */
export interface GtpOptions {
  /** A game in which a side without a move passes. */
  readonly game: LoadedGame;
  /** Closed at the end. */
  readonly analyst: Analyst;
  readonly version: string;
  readonly input: AsyncIterable<string | Uint8Array>;
  /** Says a line, given without its newline. */
  readonly write: (line: string) => void;
  /** A move's time where the client sets none. */
  readonly ms?: number;
}

const DEFAULT_MS = 1000;
const PASS = 'pass';
const BOARD_SIZE = '8';
/** Seconds that a clock may have. */
const LONGEST_S = 10_000_000;

/** Serves a client until `quit` or the end of its input. */
export async function serveGtp(options: GtpOptions): Promise<void> {
  const { input, write, analyst } = options;
  const session = new GtpSession(options);
  const waiting: string[] = [];
  const splitter = new LineSplitter((line, cut) => waiting.push(cut ? 'a-line-too-long' : line));
  const decoder = new TextDecoder();
  const answerAll = async () => {
    for (const line of waiting.splice(0)) {
      const command = parseGtpCommand(line);
      if (command === undefined || session.over) continue;
      write(await session.answer(command));
    }
  };
  try {
    for await (const chunk of input) {
      splitter.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
      await answerAll();
      if (session.over) return;
    }
    splitter.end();
    await answerAll();
  } finally {
    await analyst.close();
  }
}

/** The mistake in a command, as its answer words it. */
class Failure extends Error {}

type Side = 0 | 1;

/** Time of a side: milliseconds left, and for how many moves; 0 when for all that follow. */
interface TimeLeft {
  readonly ms: number;
  readonly moves: number;
}

class GtpSession {
  over = false;
  readonly #options: GtpOptions;
  readonly #ms: number;
  /** The game so far. */
  #positions: Position[];
  /** Passes that no command made, by the number of their position: `undo` takes them back with the move after them. */
  #silent = new Set<number>();
  /** Of each side; undefined when the client set no time. */
  #left: [TimeLeft | undefined, TimeLeft | undefined] = [undefined, undefined];
  /** The time of a side after its main time. */
  #overtime: TimeLeft = { ms: 0, moves: 0 };
  readonly #commands: Readonly<
    Record<string, (args: readonly string[]) => string | Promise<string>>
  >;

  constructor(options: GtpOptions) {
    this.#options = options;
    this.#ms = options.ms ?? DEFAULT_MS;
    this.#positions = [options.game.notation.start()];
    this.#commands = {
      protocol_version: () => '2',
      name: () => 'Plyades',
      version: () => options.version,
      known_command: ([name = '']) => String(Object.hasOwn(this.#commands, name)),
      list_commands: () => Object.keys(this.#commands).join('\n'),
      list_games: () => options.game.notation.title,
      set_game: ([name = '']) => this.#setGame(name),
      quit: () => {
        this.over = true;
        return '';
      },
      boardsize: ([size]) => {
        if (size !== BOARD_SIZE) throw new Failure('unacceptable size');
        return '';
      },
      clear_board: () => this.#clear(),
      komi: () => '',
      play: ([colour, vertex]) => this.#play(colour, vertex),
      genmove: ([colour]) => this.#genmove(colour, true),
      reg_genmove: ([colour]) => this.#genmove(colour, false),
      undo: () => this.#undo(),
      showboard: () => `\n${options.game.notation.draw(this.#position)}`,
      final_score: () => this.#score(),
      time_settings: (args) => this.#timeSettings(args),
      time_left: (args) => this.#timeLeft(args),
    };
  }

  async answer({ id, name, args }: GtpCommand): Promise<string> {
    const answered = { ...(id !== undefined && { id }) };
    try {
      const command = Object.hasOwn(this.#commands, name) ? this.#commands[name] : undefined;
      if (command === undefined) throw new Failure('unknown command');
      return makeGtpReply({ ...answered, ok: true, text: await command(args) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return makeGtpReply({ ...answered, ok: false, text: error.message });
    }
  }

  get #position(): Position {
    return this.#positions.at(-1)!;
  }

  #setGame(name: string): string {
    if (name.toLowerCase() !== this.#options.game.id) throw new Failure('unknown game');
    return this.#clear();
  }

  #clear(): string {
    this.#positions = [this.#options.game.notation.start()];
    this.#silent = new Set();
    return '';
  }

  #play(colour: string | undefined, vertex: string | undefined): string {
    const side = sideOf(colour);
    if (vertex === undefined) throw new Failure('syntax error: expected a colour and a square');
    const { game } = this.#options;
    const passes = this.#passesBefore(side);
    if (passes === undefined) throw new Failure(`illegal move: it is not ${colour}'s turn`);
    const from = passes.at(-1) ?? this.#position;
    const move = game.notation.parseMove(vertex.toLowerCase());
    if (!move.ok) throw new Failure(`illegal move: ${move.error.message}`);
    const next = game.play(from, move.value);
    if (!next.ok) throw new Failure(`illegal move: ${next.error.message}`);
    this.#add(passes, next.value);
    return '';
  }

  async #genmove(colour: string | undefined, plays: boolean): Promise<string> {
    const side = sideOf(colour);
    const { game, analyst } = this.#options;
    if (game.over(this.#position)) return PASS;
    const passes = this.#passesBefore(side);
    if (passes === undefined) throw new Failure(`it is not ${colour}'s turn`);
    const positions = [...this.#positions, ...passes];
    const from = positions.at(-1)!;
    const startedAt = performance.now();
    const clock = this.#clock(side);
    const { move = game.legalMoves(from)[0]! } = await analyst.analyse(from, {
      before: positions.slice(0, -1),
      ...(clock === undefined ? { ms: this.#ms } : { clock }),
    });
    if (plays) {
      const next = game.play(from, move);
      if (next.ok) this.#add(passes, next.value);
      this.#spend(side, performance.now() - startedAt);
    }
    return game.notation.makeMove(move);
  }

  /** The forced passes until a side is to move, as positions; undefined when it is not its turn. */
  #passesBefore(side: Side): Position[] | undefined {
    const { game } = this.#options;
    if (game.turn(this.#position) === side) return [];
    const [only, ...others] = game.legalMoves(this.#position);
    if (only === undefined || others.length > 0) return undefined;
    const next =
      game.notation.makeMove(only) === PASS ? game.play(this.#position, only) : undefined;
    return next?.ok ? [next.value] : undefined;
  }

  #add(passes: readonly Position[], next: Position): void {
    for (const pass of passes) this.#silent.add(this.#positions.push(pass) - 1);
    this.#positions.push(next);
  }

  #undo(): string {
    if (this.#positions.length === 1) throw new Failure('cannot undo');
    this.#positions.pop();
    if (this.#silent.delete(this.#positions.length - 1)) this.#positions.pop();
    return '';
  }

  /** From Black's side, who begins: `B+12`. */
  #score(): string {
    const { game } = this.#options;
    if (!game.over(this.#position)) throw new Failure('the game is not over');
    const result = game.result(this.#position) / (game.notation.marginUnit ?? 1);
    const black = game.turn(this.#position) === 0 ? result : -result;
    return black === 0 ? '0' : black > 0 ? `B+${black}` : `W+${-black}`;
  }

  #timeSettings(args: readonly string[]): string {
    const [main, overtime, moves] = [0, 1, 2].map((i) => secondsOf(args[i]));
    // Overtime without moves to make in it means: no limits.
    const endless = overtime! > 0 && moves === 0;
    this.#overtime = { ms: 1000 * overtime!, moves: moves! };
    const left = main! > 0 ? { ms: 1000 * main!, moves: 0 } : this.#overtime;
    this.#left = endless || left.ms === 0 ? [undefined, undefined] : [left, left];
    return '';
  }

  #timeLeft([colour, time, moves]: readonly string[]): string {
    const left = { ms: 1000 * secondsOf(time), moves: secondsOf(moves) };
    this.#left[sideOf(colour)] = left;
    return '';
  }

  #clock(side: Side): PlayerClock | undefined {
    const left = this.#left[side];
    if (left === undefined) return undefined;
    const { ms, moves } = this.#overtime;
    return {
      remainingMs: Math.max(1, Math.floor(left.ms)),
      ...(left.moves > 0 && { movesToGo: left.moves }),
      // What overtime gives to each move comes on top of main time.
      ...(left.moves === 0 && moves > 0 && { incrementMs: Math.floor(ms / moves) }),
    };
  }

  /** A client that says what is left after each move overrules this. */
  #spend(side: Side, ms: number): void {
    const left = this.#left[side];
    if (left === undefined) return;
    const rest = { ms: left.ms - ms, moves: Math.max(0, left.moves - 1) };
    const goesOn = left.moves === 0 ? rest.ms > 0 || this.#overtime.ms === 0 : rest.moves > 0;
    this.#left[side] = goesOn ? rest : this.#overtime;
  }
}

function sideOf(colour: string | undefined): Side {
  if (/^(b|black)$/i.test(colour ?? '')) return 0;
  if (/^(w|white)$/i.test(colour ?? '')) return 1;
  throw new Failure('syntax error: expected black or white');
}

function secondsOf(text: string | undefined): number {
  const seconds = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (!(seconds <= LONGEST_S)) throw new Failure('syntax error: expected whole numbers');
  return seconds;
}
