// How a game is written in plain TypeScript: pure functions over immutable states. `defineGame`
// checks what can be checked without playing, so that a mistake is reported where it was made and
// not by a worker; what shows only in play is checked by the binding, and by `checkRules`.
import { type ErrorCode, PlyadesError, quote } from '../../core/errors.js';
import { didYouMean } from '../../core/similar.js';
import { originalMoves, sharingObjects } from './one-object.js';

/** The two sides. The game decides which of them begins. */
export type Side = 0 | 1;

/** Undefined while the game goes on. */
export type Winner = Side | 'draw' | undefined;

/** What identifies a position; numbers are the fastest. */
export type Key = string | number | bigint;

/** What `draw` is asked for. */
export type PictureKind = 'text' | 'svg';

/** What a position that occurs again means for the side whose move brings it about. */
export const repetitionResults = ['draw', 'loss', 'win'] as const;

/** How a game ends in which a position occurs again and again. */
export interface RepetitionRule {
  /** The occurrence that ends the game, an integer from 2: with 3 the third one does, the first included. */
  readonly times: number;
  /**
   * For the side whose move brings the position about for that time: `draw`, `loss` (neither side repeats while it
   * has another move, much as with superko in Go) or `win`.
   */
  readonly result: (typeof repetitionResults)[number];
}

/**
 * The rules. States are values: no function changes its argument, and equal states get equal
 * answers. A state must survive structuredClone, since it travels to worker threads.
 */
export interface GameDefinition<State, Move> {
  /**
   * `import.meta.url` of the module that exports the game: workers import it from there. Not needed where the program
   * makes the workers itself, with `serveGame`.
   */
  readonly url?: string;
  /** The name under which that module exports it, `default` if not given. */
  readonly exportName?: string;
  /** What people call the game. */
  readonly title?: string;

  /** The first state; the same one every time. */
  start(): State;

  /** The side to move, also when the game is over. A side may move twice in a row. */
  turn(state: NoInfer<State>): Side;

  /**
   * The legal moves, at least one and at most MAX_MOVES; asked only while `winner` is undefined.
   * The search tries them in this order, so the likely best should come first. A side that must pass
   * has a move that passes. `moves` of the defined game returns the same object for moves of equal content.
   */
  moves(state: NoInfer<State>): readonly Move[];

  /** The state after one of those moves: a new value. */
  play(state: NoInfer<State>, move: NoInfer<Move>): NoInfer<State>;

  /** Who has won, a draw, or undefined; asked of every state. */
  winner(state: NoInfer<State>): Winner;

  /**
   * For games played for a margin: the points of side 0 minus those of side 1 in a finished game, an integer inside
   * (-490000, 490000); positive when `winner` is 0, negative when it is 1, 0 for a draw. Searches then maximise the
   * margin, and values are margins from the side to move; `evaluate` estimates the same.
   */
  score?(state: NoInfer<State>): number;

  /**
   * How good an ongoing game is for the side to move of this very state, `turn(state)`: an integer inside (-490000,
   * 490000). It does not matter which side has made the last move, nor whether a side moves twice. Without it,
   * random games are played from the state to their end.
   */
  evaluate?(state: NoInfer<State>): number;

  /**
   * Equal exactly for states that are the same position, side to move included; a number within 2^53.
   * Without it, the search has no table of positions it has seen.
   */
  key?(state: NoInfer<State>): Key;

  /**
   * How the game ends when a position occurs again, by `key`; needs it. A state that `winner` knows to be over ends
   * by that. Searches count the states of `before` and those of every line.
   */
  readonly repetition?: RepetitionRule;

  /**
   * Other states of equal value, such as mirror images and rotations, without the state or with it: with the same side
   * to move, winner, score and `evaluate`, and moves that correspond to its own. All of them together are symmetric
   * to each other. Searches keep one entry of the table for all. Needs `key`; not used beside `repetition`.
   */
  symmetries?(state: NoInfer<State>): readonly NoInfer<State>[];

  /**
   * A picture of the state: plain text for the terminal, or SVG, beginning with `<svg`, for the studio. `kind` says which
   * is wanted; a game that knows one kind always returns that. Shapes of an SVG with the attribute `data-move`, a legal
   * move as it prints, play it when clicked. Without a picture there is JSON, and a list of moves.
   */
  draw?(state: NoInfer<State>, kind?: PictureKind): string;

  /** Without `evaluate`: how many random games are played from a state, 1 to 10000; 16 if not given. */
  readonly playouts?: number;
  /** Without `evaluate`: the seed of the random games, an integer; 1 if not given. */
  readonly seed?: number;
  /** Always two; for definitions that state it. */
  readonly players?: 2;
}

/** Symbol.for: a worker may load the library from another copy of it than the game did. */
const GAME = Symbol.for('plyades.game');

/** A definition that passed the checks of `defineGame`. */
export interface PlainGame<State = unknown, Move = unknown> extends GameDefinition<State, Move> {
  readonly [GAME]: true;
}

/** The longest list of moves; the kernel's frames have room for it. */
export const MAX_MOVES = 1024;

const MAX_PLAYOUTS = 10_000;

const functions = {
  start: 'start(), the first state',
  turn: 'turn(state), the side to move, 0 or 1',
  moves: 'moves(state), the list of legal moves',
  play: 'play(state, move), the state after the move',
  winner: "winner(state), which is 0, 1, 'draw', or undefined while the game goes on",
  score: 'score(state), the points of side 0 minus those of side 1, an integer',
  evaluate: 'evaluate(state), an integer from the side to move',
  key: 'key(state), a string, number or bigint',
  symmetries: 'symmetries(state), an array of states of equal value',
  draw: 'draw(state), a picture as plain text or SVG',
} as const;

const optional: readonly string[] = ['score', 'evaluate', 'key', 'symmetries', 'draw'];

const properties: readonly string[] = [
  ...Object.keys(functions),
  'url',
  'exportName',
  'title',
  'repetition',
  'playouts',
  'seed',
  'players',
];

/** What other libraries call the parts that no two-player game of perfect information has. */
const refused: readonly (readonly [readonly string[], ErrorCode, string])[] = [
  [
    ['chance', 'dice', 'roll', 'random', 'shuffle', 'deal'],
    'ERR_CHANCE',
    'games with dice or shuffled cards cannot be searched: every move must have one known outcome',
  ],
  [
    ['hidden', 'observe', 'observation', 'informationSet', 'playerView', 'simultaneous'],
    'ERR_HIDDEN',
    'games with hidden cards or simultaneous moves cannot be searched: both sides must see everything',
  ],
];

/** Checks a definition and makes a game of it. Throws a PlyadesError that names what is wrong. */
export function defineGame<State, Move>(
  definition: GameDefinition<State, Move>,
): PlainGame<State, Move> {
  if (typeof definition !== 'object' || definition === null) {
    throw new PlyadesError('ERR_DEFINITION', 'defineGame expects an object with the rules');
  }
  const given: Readonly<Record<string, unknown>> = { ...definition };
  for (const [names, code, reason] of refused) {
    const name = names.find((each) => given[each] !== undefined);
    if (name !== undefined) throw new PlyadesError(code, `${quote(name)}: ${reason}`);
  }
  checkPlayers(given.players);
  for (const [name, about] of Object.entries(functions)) {
    const value = given[name];
    if (value === undefined && optional.includes(name)) continue;
    if (value === undefined) {
      throw new PlyadesError('ERR_DEFINITION', `${quote(name)} is missing: expected ${about}`);
    }
    if (typeof value !== 'function') {
      throw new PlyadesError('ERR_DEFINITION', `${quote(name)} is no function: expected ${about}`);
    }
  }
  checkData(given);
  checkKeyed(given);
  for (const name of Object.keys(given)) {
    if (!properties.includes(name)) {
      const known = properties.join(', ');
      throw new PlyadesError(
        'ERR_DEFINITION',
        `${quote(name)} means nothing here: known: ${known}${didYouMean(name, properties)}`,
      );
    }
  }
  const moves = sharingObjects<State, Move>(definition.moves);
  return Object.freeze({ ...definition, moves, [GAME]: true as const });
}

/** The game with the author's own `moves`, which makes new objects as it likes and is quicker. */
export function rulesOf<State, Move>(game: PlainGame<State, Move>): PlainGame<State, Move> {
  return { ...game, moves: originalMoves<State, Move>(game.moves) };
}

/** True for a game that `defineGame` of any copy of the library returned. */
export function isPlainGame(value: unknown): value is PlainGame {
  return typeof value === 'object' && value !== null && (value as PlainGame)[GAME] === true;
}

function checkPlayers(players: unknown): void {
  if (players === undefined || players === 2) return;
  const message = `'players' is ${String(players)}: only games of two players can be searched`;
  throw new PlyadesError('ERR_PLAYERS', message);
}

function checkData({ url, exportName, title, playouts, seed }: Record<string, unknown>): void {
  const wrong = (name: string, expected: string) =>
    new PlyadesError('ERR_DEFINITION', `${quote(name)} is missing or wrong: expected ${expected}`);
  if (url !== undefined && (typeof url !== 'string' || !URL.canParse(url))) {
    throw wrong('url', 'import.meta.url of the module that exports the game');
  }
  if (exportName !== undefined && typeof exportName !== 'string') {
    throw wrong('exportName', 'the name of an export');
  }
  if (title !== undefined && typeof title !== 'string') throw wrong('title', 'a text');
  if (playouts !== undefined && !isWithin(playouts, 1, MAX_PLAYOUTS)) {
    throw wrong('playouts', `an integer from 1 to ${MAX_PLAYOUTS}`);
  }
  if (seed !== undefined && !isWithin(seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)) {
    throw wrong('seed', 'an integer');
  }
}

/** Checks what rests on the key. */
function checkKeyed({ key, repetition, symmetries }: Record<string, unknown>): void {
  const refuse = (message: string) => {
    throw new PlyadesError('ERR_DEFINITION', message);
  };
  if (symmetries !== undefined && key === undefined) {
    refuse(
      "'symmetries' needs 'key': symmetric states share an entry of the table, which has keys",
    );
  }
  if (repetition === undefined) return;
  if (typeof repetition !== 'object' || repetition === null) {
    refuse(
      `'repetition' is wrong: expected { times, result }, such as { times: 3, result: 'draw' }`,
    );
  }
  const { times, result, ...rest } = repetition as Record<string, unknown>;
  if (!isWithin(times, 2, Number.MAX_SAFE_INTEGER)) {
    refuse(
      `'repetition.times' is ${String(times)}: expected the occurrence that ends the game, an integer from 2`,
    );
  }
  if (!(repetitionResults as readonly unknown[]).includes(result)) {
    const expected =
      "expected 'draw', 'loss' or 'win', for the side whose move repeats the position";
    refuse(`'repetition.result' is ${quote(String(result))}: ${expected}`);
  }
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) {
    refuse(`${quote(`repetition.${unknown}`)} means nothing here: known: times, result`);
  }
  if (key === undefined) {
    refuse("'repetition' needs 'key': positions are the same when their keys are");
  }
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
