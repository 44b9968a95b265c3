// `plyades play`: a game against the engine in the terminal. Everything typed is a move or one of a
// few words; anything else gets an explanation and another prompt. Input may come from a pipe.
import { Command } from 'commander';
import { certaintyOf } from '../../api/certainty.js';
import { type Playable, playable } from '../../api/games.js';
import {
  type Bot,
  type BotAlgorithm,
  bot,
  botAlgorithms,
  type Claim,
  type GameEnding,
  levels,
  MAX_WORKERS,
  type Move,
  type PlayerClock,
  type Position,
  type SearchProgress,
} from '../../api/index.js';
import { didYouMean } from '../../core/similar.js';
import { FULL_STRENGTH, levelNumber } from '../../levels/index.js';
import { mcts } from '../../mcts/description.js';
import { makeMargin } from '../ending.js';
import { GameClocks } from '../game-clocks.js';
import { catchInterrupt, type Interrupt } from '../interrupt.js';
import { type LineReader, openLines } from '../lines.js';
import { movesTitle } from '../moves.js';
import { makeSeconds, makeValue } from '../numbers.js';
import {
  addPositionOptions,
  choiceOption,
  clockOption,
  gameArgument,
  integerOption,
  MAX_TIME,
  type PositionFlags,
  setUp,
  workersOption,
} from '../options.js';
import { beginProgress } from '../progress.js';
import { colours, print } from '../terminal.js';

const DEFAULT_GAME = 'othello';
const DEFAULT_MS = 1000;

const SIDES = ['first', 'second'] as const;
const WORDS = ['help', 'moves', 'hint', 'undo', 'quit'] as const;

const HELP = `Type a move, or one of these words:
  moves   the legal moves, or the best of them in trees of bounded width
  hint    what the engine would play
  undo    take back your last move
  quit    leave the game`;

const EXAMPLES = `
In the game, type a move or: help, moves, hint, undo, quit; in shogi also declare, for an entered king.
Chess moves may be SAN. Ctrl-C leaves the game and says how to come back to it.

Examples:
  $ plyades play                                  Othello, you move first
  $ plyades play tic-tac-toe --side second
  $ plyades play othello --level 3 --seed 7
  $ plyades play othello --moves "f5 d6 c3"       go on from there`;

interface Flags extends PositionFlags {
  readonly side: (typeof SIDES)[number];
  readonly level: string;
  readonly seed?: number;
  readonly time: number;
  readonly clock?: PlayerClock;
  readonly workers: number | 'auto';
  readonly algorithm?: BotAlgorithm;
  readonly selective: boolean;
}

export function playCommand(): Command {
  const command = new Command('play')
    .description('play against the engine in the terminal')
    .addArgument(gameArgument(DEFAULT_GAME));
  return addPositionOptions(command)
    .addOption(choiceOption('--side <name>', 'your side in the game', SIDES).default('first'))
    .addOption(
      choiceOption('--level <level>', 'how strong it plays', levels.map(String)).default('hard'),
    )
    .addOption(
      integerOption('--seed <number>', 'decides the choices below level 10', 0, 2 ** 32 - 1),
    )
    .addOption(
      integerOption(
        '-t, --time <ms>',
        'milliseconds it may think about a move',
        1,
        MAX_TIME,
      ).default(DEFAULT_MS),
    )
    .addOption(clockOption('play with clocks: both sides have this long, instead of --time'))
    .addOption(workersOption(MAX_WORKERS, 'at level 10').default('auto'))
    .addOption(choiceOption('--algorithm <name>', 'how several workers think', botAlgorithms))
    .option('--no-selective', 'leave nothing out (no ProbCut, null move, reductions)')
    .addHelpText('after', EXAMPLES)
    .action(async (id: string, flags: Flags) => {
      const interrupt = catchInterrupt();
      const game = await playable(id);
      const { played } = setUp(game, flags);
      const { workers, selective, algorithm, seed } = flags;
      const engine = await bot(id, {
        level: levelOf(flags),
        workers,
        ...(!selective && { selective }),
        ...(seed !== undefined && { seed }),
        ...(algorithm && { algorithm }),
      });
      try {
        await new Match(game, engine, played, flags, interrupt).play();
      } finally {
        await engine.close();
      }
    });
}

const levelOf = ({ level }: Flags) => levels.find((each) => String(each) === level)!;

/** The words, with that of a claim in games that have one. */
function help(claim: Claim | undefined): string {
  return claim === undefined ? HELP : `${HELP}\n  ${claim.word.padEnd(8)}claim the game`;
}

/** One game, from the position it is begun at. */
class Match {
  readonly #game: Playable;
  readonly #engine: Bot<Position, Move>;
  readonly #flags: Flags;
  readonly #interrupt: Interrupt;
  readonly #human: 0 | 1;
  readonly #clocks: GameClocks | undefined;
  /** Positions that `--moves` went through before the game. */
  readonly #earlier: readonly Position[];
  /** Every position since, and the moves between them. */
  readonly #positions: Position[];
  readonly #moves: Move[] = [];
  /** How many moves had been played each time the human was asked. */
  readonly #choices: number[] = [];
  /** The side that has claimed the game, and the reason. */
  #claimed: { readonly side: 0 | 1; readonly why: string } | undefined;

  constructor(
    game: Playable,
    engine: Bot<Position, Move>,
    played: readonly Position[],
    flags: Flags,
    interrupt: Interrupt,
  ) {
    this.#game = game;
    this.#engine = engine;
    this.#flags = flags;
    this.#interrupt = interrupt;
    this.#human = flags.side === 'first' ? 0 : 1;
    this.#clocks = flags.clock && new GameClocks(flags.clock, performance);
    this.#earlier = played.slice(0, -1);
    this.#positions = played.slice(-1);
  }

  async play(): Promise<void> {
    const lines = openLines(this.#interrupt);
    print(`${this.#game.notation.title}, you play the ${this.#flags.side} side. 'help' explains.`);
    this.#draw();
    try {
      let playing = true;
      while (playing && !this.#ended()) {
        const side = this.#game.turn(this.#position);
        this.#clocks?.run(side);
        playing = side === this.#human ? await this.#ask(lines) : await this.#answer();
      }
      if (playing) print(this.#outcome());
      else this.#sayHowToGoOn();
    } finally {
      lines.close();
    }
  }

  /** By the rules, by a clock, or by a claim. */
  #ended(): boolean {
    return (
      this.#ending() !== undefined || this.#late() !== undefined || this.#claimed !== undefined
    );
  }

  #ending(): GameEnding | undefined {
    return this.#game.ending([...this.#earlier, ...this.#positions]);
  }

  /** The side whose time is over, if it is. */
  #late(): 0 | 1 | undefined {
    return ([0, 1] as const).find((side) => this.#clocks?.left(side) === 0);
  }

  get #position(): Position {
    return this.#positions.at(-1)!;
  }

  /** Lets the engine move; false when it was interrupted. */
  async #answer(): Promise<boolean> {
    if (this.#claims()) return true;
    const found = await this.#think('thinking');
    if (found.move === undefined) throw new Error('the engine has no move in an unfinished game');
    if (this.#interrupt.signal.aborted) {
      print(`The engine was about to play ${this.#describe(found)}.`);
      return false;
    }
    print(`The engine plays ${this.#describe(found)}.`);
    this.#push(found.move);
    return true;
  }

  /** Lets the human move or enter a command; false when the game is to end here. */
  async #ask(lines: LineReader): Promise<boolean> {
    const only = this.#onlyPass();
    if (only !== undefined) {
      print('You have no move and pass.');
      this.#push(only);
      return true;
    }
    const line = await lines.next('your move> ');
    const word = line?.toLowerCase();
    if (line === undefined || word === 'quit') return false;
    const claim = this.#game.claim?.(this.#position);
    if (word === 'help') print(`${help(claim)}\nA move: ${this.#game.notation.moveFormat}.`);
    else if (claim && word === claim.word) {
      if (!this.#claims()) print(`Not yet: ${claim.why}.`);
    } else if (word === 'moves') this.#listMoves();
    else if (word === 'hint') print(`Try ${this.#describe(await this.#think('looking'))}.`);
    else if (word === 'undo') this.#undo();
    else if (line !== '') this.#tryMove(line);
    return true;
  }

  #tryMove(text: string): void {
    const move = this.#game.readMove(this.#position, text);
    const played = move.ok ? this.#game.play(this.#position, move.value) : move;
    if (!move.ok || !played.ok) {
      const { error } = played as Extract<typeof played, { ok: false }>;
      print(`${error.code}: ${error.message}${didYouMean(text, WORDS)}`);
      return;
    }
    this.#choices.push(this.#moves.length);
    this.#push(move.value);
  }

  #undo(): void {
    const kept = this.#choices.pop();
    if (kept === undefined) {
      print('There is no move of yours to take back.');
      return;
    }
    this.#moves.length = kept;
    this.#positions.length = kept + 1;
    this.#draw();
  }

  #push(move: Move): void {
    // A move after the end of the time is none.
    if (this.#clocks?.press() === false) return;
    const played = this.#game.play(this.#position, move);
    if (!played.ok) throw new Error(`an illegal move was played: ${played.error.message}`);
    this.#moves.push(move);
    this.#positions.push(played.value);
    this.#draw();
  }

  async #think(doing: string): Promise<SearchProgress<Move>> {
    const line = await beginProgress();
    const before = [...this.#earlier, ...this.#positions].slice(0, -1);
    const time = this.#clocks?.limit(this.#game.turn(this.#position));
    const { signal } = this.#interrupt;
    const limits = { ...(time ? { clock: time } : { ms: this.#flags.time }), signal, before };
    try {
      line.show((seconds) => `${doing} ...  ${makeSeconds(seconds)}`);
      return await this.#engine.move(this.#position, limits);
    } finally {
      line.end();
    }
  }

  #draw(): void {
    const position = this.#position;
    const mine = this.#game.turn(position) === this.#human;
    const marked = mine ? this.#game.legalMoves(position) : [];
    print(`\n${this.#game.notation.draw(position, marked)}\n`);
    if (this.#clocks) print(`${this.#clocks.text}\n`);
  }

  #describe(found: SearchProgress<Move>): string {
    const { notation } = this.#game;
    const move =
      found.move === undefined ? 'nothing' : this.#game.writeMove(this.#position, found.move);
    const valued = { ...found, certainty: certaintyOf(this.#game, this.#algorithm) };
    return `${colours(process.stdout).bold(move)} (${makeValue(notation, valued)} for that side)`;
  }

  /** How the engine thinks, where that is known: by random games if nothing evaluates a position. */
  get #algorithm(): string | undefined {
    const { algorithm, selective } = this.#flags;
    if (levelNumber(levelOf(this.#flags)) < FULL_STRENGTH) return undefined;
    return algorithm ?? (this.#game.evaluates || !selective ? undefined : mcts.name);
  }

  #listMoves(): void {
    const { notation } = this.#game;
    const legal = this.#game.legalMoves(this.#position);
    const moves = legal.map((move) => this.#game.writeMove(this.#position, move));
    print(`${movesTitle(notation, this.#position, moves.length)}: ${moves.join(' ')}`);
  }

  /** The move, when the rules leave no choice but to pass. */
  #onlyPass(): Move | undefined {
    const [move, ...others] = this.#game.legalMoves(this.#position);
    if (move === undefined || others.length > 0) return undefined;
    return this.#game.notation.makeMove(move) === 'pass' ? move : undefined;
  }

  #outcome(): string {
    const late = this.#late();
    if (late !== undefined)
      return late === this.#human
        ? 'Your time is over: the engine wins.'
        : 'The time of the engine is over: you win.';
    if (this.#claimed) return `${this.#wins(this.#claimed.side)}: ${this.#claimed.why}.`;
    const ending = this.#ending();
    if (ending === undefined) throw new Error('a game that goes on has no outcome');
    const { winner, reason } = ending;
    if (winner === undefined) return `The game is a draw: ${reason}.`;
    return `${this.#wins(winner)}${makeMargin(ending)}: ${reason}.`;
  }

  #wins(side: 0 | 1): string {
    return side === this.#human ? 'You win' : 'The engine wins';
  }

  /** Ends the game by a claim of the side to move, if it has one that wins. */
  #claims(): boolean {
    const claim = this.#game.claim?.(this.#position);
    if (!claim?.wins) return false;
    this.#claimed = { side: this.#game.turn(this.#position), why: claim.why };
    return true;
  }

  #sayHowToGoOn(): void {
    const { id, notation } = this.#game;
    const { position, moves = '', side } = this.#flags;
    const words = ['plyades', 'play', id];
    if (position !== undefined) words.push('--position', `"${position}"`);
    const played = [moves.trim(), ...this.#moves.map(notation.makeMove)].filter(Boolean).join(' ');
    if (played !== '') words.push('--moves', `"${played}"`);
    if (side !== 'first') words.push('--side', side);
    print(`To go on from here: ${words.join(' ')}`);
  }
}
