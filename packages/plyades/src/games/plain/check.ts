// Plays random games to find mistakes in rules: functions that change a state, that answer
// differently when asked again, keys that confuse positions, values out of range. A search would not
// fail on most of these; it would return a wrong move, now and then.
import { createRandom, type Random } from '../../core/random.js';
import { integer, record, requireValue } from '../../core/schema.js';
import {
  describe,
  evaluationOf,
  imagesOf,
  keyOf,
  movesOf,
  pictureOf,
  scoreOf,
  turnOf,
  winnerOf,
} from './answers.js';
import { type Key, type PlainGame, rulesOf, type Side, type Winner } from './define.js';
import { hashOf, type StateHash } from './hash.js';
import { same, sameMembers } from './same.js';

/** How long `checkRules` looks for mistakes. */
export interface CheckOptions {
  /** Random games to play, 100 if not given. */
  readonly games?: number;
  /** An integer; the same seed plays the same games. 1 if not given. */
  readonly seed?: number;
  /** A random game is left after this many plies, 500 if not given. */
  readonly plies?: number;
}

/** The kinds of mistakes; each is reported once, where it was first seen. */
export type Mistake =
  | 'throws' // a function threw, or answered what it may not answer
  | 'start' // start() gives different states
  | 'over' // the game is over at the start
  | 'clone' // a state does not survive structuredClone, or a function fails for the clone
  | 'mutates' // a function changes the state it is given
  | 'nondeterministic' // a function answers differently for the same state
  | 'duplicates' // a move is listed twice
  | 'key' // one key for different positions
  | 'symmetries' // a state and an image of it differ in what must be equal
  | 'endless'; // no random game ends, and there is no evaluate

/** A mistake in the rules, and how to see it. */
export interface RulesFinding<Move> {
  readonly mistake: Mistake;
  /** The function to look at. */
  readonly where: string;
  /** One sentence that says what happened, with the moves that lead there. */
  readonly message: string;
  /** The moves from the start that show it. */
  readonly line: readonly Move[];
  /** The exception. */
  readonly cause?: unknown;
}

/** The game's answers about a state. */
interface Answers<Move> {
  readonly turn: Side;
  readonly winner: Winner;
  readonly moves: readonly Move[];
  readonly score: number | undefined;
  readonly value: number | undefined;
  readonly key: Key | undefined;
}

interface Seen<Move> extends Answers<Move> {
  readonly line: readonly Move[];
}

const optionSchema = record(
  {},
  {
    games: integer(1, 1e9),
    seed: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    plies: integer(1, 1e9),
  },
);

/** Throws ERR_OPTION for an option that is unknown or out of range. */
export function checkCheckOptions(options: CheckOptions): void {
  requireValue(optionSchema, options);
}

/** The mistakes found, none when the list is empty; blocks this thread until all random games are played. */
export function checkRulesSync<State, Move>(
  game: PlainGame<State, Move>,
  options: CheckOptions = {},
): readonly RulesFinding<Move>[] {
  const check = new RulesCheck(game, options);
  while (!check.step());
  return check.findings;
}

/** Ends the game under way: what comes after a broken answer means nothing. */
class Broken extends Error {}

/** A check in pieces: each step plays one random game. */
export class RulesCheck<State, Move> {
  readonly #game: PlainGame<State, Move>;
  readonly #games: number;
  readonly #plies: number;
  readonly #random: Random;
  readonly #findings = new Map<string, RulesFinding<Move>>();
  readonly #seen = new Map<Key, Seen<Move>>();
  readonly #hash: StateHash<State>;
  #line: Move[] = [];
  #played = 0;
  #finished = 0;

  constructor(game: PlainGame<State, Move>, options: CheckOptions = {}) {
    checkCheckOptions(options);
    const { games = 100, plies = 500, seed = 1 } = options;
    this.#game = rulesOf(game);
    this.#hash = hashOf(this.#game);
    this.#games = games;
    this.#plies = plies;
    this.#random = createRandom(seed);
  }

  get findings(): readonly RulesFinding<Move>[] {
    return [...this.#findings.values()];
  }

  /** Plays a random game; true when all are played. */
  step(): boolean {
    this.#line = [];
    try {
      this.#playOne(this.#plies, this.#random);
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
    }
    if (++this.#played < this.#games) return false;
    if (this.#finished === 0 && this.#findings.size === 0 && !this.#game.evaluate) {
      const ended = `none of ${this.#games} random games ended within ${this.#plies} plies`;
      this.#line = [];
      this.#report('endless', 'evaluate', `${ended}: random games say nothing, write an evaluate`);
    }
    return true;
  }

  #playOne(plies: number, random: Random): void {
    let state = this.#ask('start', () => this.#game.start());
    const again = this.#ask('start', () => this.#game.start());
    if (!same(state, again))
      this.#report('start', 'start', 'start() gives a different state again');
    const occurrences = new Map<Key | undefined, number>();
    const { times = Number.POSITIVE_INFINITY } = this.#game.repetition ?? {};
    for (let ply = 0; ply <= plies; ply++) {
      const answers = this.#look(state);
      const count = (occurrences.get(answers.key) ?? 0) + 1;
      occurrences.set(answers.key, count);
      if (answers.winner !== undefined || count >= times) {
        this.#finished++;
        if (ply === 0) {
          const message = `winner() returns ${describe(answers.winner)}: no game can be played`;
          this.#report('over', 'winner', message);
        }
        return;
      }
      const move = answers.moves[random.below(answers.moves.length)]!;
      state = this.#play(state, move);
      this.#line.push(move);
    }
  }

  /** Asks everything twice, the second time of a clone, and compares. */
  #look(state: State): Answers<Move> {
    const clone = this.#clone(state);
    const answers = this.#answers(state, clone, 'throws');
    this.#draw(state, clone);
    this.#compare(
      answers,
      clone
        ? this.#answers(clone.state, undefined, 'clone')
        : this.#answers(state, undefined, 'throws'),
    );
    this.#compareKey(answers);
    this.#compareImages(state, clone, answers);
    const unique = new Set<unknown>(answers.moves);
    if (unique.size < answers.moves.length) {
      this.#report('duplicates', 'moves', 'moves() lists the same move twice');
    }
    return answers;
  }

  #clone(state: State): { readonly state: State } | undefined {
    try {
      return { state: structuredClone(state) };
    } catch (cause) {
      const message = `the state cannot be cloned for a worker thread (${messageOf(cause)})`;
      this.#report('clone', this.#line.length === 0 ? 'start' : 'play', message, cause);
      return undefined;
    }
  }

  /** Compares the state with its clone after each answer; failing is a mistake of the given kind. */
  #answers(
    state: State,
    clone: { readonly state: State } | undefined,
    kind: Mistake,
  ): Answers<Move> {
    const game = this.#game;
    const ask = <T>(where: string, question: () => T): T => {
      const answer = this.#ask(where, question, kind);
      if (clone !== undefined && !same(state, clone.state)) {
        this.#report('mutates', where, `${where}() changes the state that it is given`);
        throw new Broken();
      }
      return answer;
    };
    const turn = ask('turn', () => turnOf(game, state));
    const winner = ask('winner', () => winnerOf(game, state));
    const over = winner !== undefined;
    const moves = over ? [] : ask('moves', () => movesOf(game, state));
    const asksScore = over && game.score !== undefined;
    const score = asksScore ? ask('score', () => scoreOf(game, state, winner)) : undefined;
    const asksValue = !over && game.evaluate !== undefined;
    const value = asksValue ? ask('evaluate', () => evaluationOf(game, state)) : undefined;
    const key = game.key ? ask('key', () => keyOf(game, state)) : undefined;
    return { turn, winner, moves, score, value, key };
  }

  /** Pictures are texts; what they show is for people to judge. */
  #draw(state: State, clone: { readonly state: State } | undefined): void {
    if (this.#game.draw === undefined) return;
    for (const kind of ['text', 'svg'] as const) {
      this.#ask('draw', () => pictureOf(this.#game, state, kind));
    }
    if (clone === undefined || same(state, clone.state)) return;
    this.#report('mutates', 'draw', 'draw() changes the state that it is given');
    throw new Broken();
  }

  #compare(first: Answers<Move>, second: Answers<Move>): void {
    for (const [name, where] of questions) {
      if (same(first[name], second[name])) continue;
      const message =
        `${where}() returns ${describe(first[name])} for a state ` +
        `and ${describe(second[name])} for the same state again or cloned`;
      this.#report('nondeterministic', where, message);
      throw new Broken();
    }
  }

  /** The first position with a key speaks for all others with it. */
  #compareKey(answers: Answers<Move>): void {
    const { key } = answers;
    if (key === undefined) return;
    const seen = this.#seen.get(key);
    if (seen === undefined) {
      this.#seen.set(key, { ...answers, line: [...this.#line] });
      return;
    }
    const difference =
      questions.find(([name]) => name !== 'moves' && !same(seen[name], answers[name]))?.[1] ??
      (sameMembers(seen.moves, answers.moves) ? undefined : 'moves');
    if (difference === undefined) return;
    const message =
      `key() returns ${describe(key)} for two positions in which ${difference}() differs; ` +
      `the other one is ${place(seen.line)}`;
    this.#report('key', 'key', message);
  }

  /** An image has the same answers but for its moves, whose states must be images of each other again. */
  #compareImages(
    state: State,
    clone: { readonly state: State } | undefined,
    answers: Answers<Move>,
  ): void {
    if (this.#game.symmetries === undefined) return;
    const images = this.#ask('symmetries', () => imagesOf(this.#game, state));
    if (clone !== undefined && !same(state, clone.state)) {
      this.#report('mutates', 'symmetries', 'symmetries() changes the state that it is given');
      throw new Broken();
    }
    const hash = this.#hashed(state);
    const below = this.#hashesBelow(state, answers.moves);
    for (const [index, image] of images.entries()) {
      const other = this.#answers(image, undefined, 'symmetries');
      const difference = questions.find(
        ([name]) => name !== 'moves' && name !== 'key' && !same(answers[name], other[name]),
      );
      const message =
        difference !== undefined
          ? `${difference[1]}() returns ${describe(answers[difference[0]])} for the state and ` +
            `${describe(other[difference[0]])} for it`
          : this.#hashed(image) !== hash
            ? 'its own symmetries are not the same states'
            : same(this.#hashesBelow(image, other.moves), below)
              ? undefined
              : 'its moves do not lead to images of the states to which those of the state lead';
      if (message === undefined) continue;
      const what = `symmetries() returns as number ${index} an image that is none: ${message}`;
      this.#report('symmetries', 'symmetries', what);
      return;
    }
  }

  /** Equal for states that share an entry of the table. */
  #hashed(state: State): string {
    return this.#ask('symmetries', () => `${this.#hash.low(state, false)} ${this.#hash.high()}`);
  }

  #hashesBelow(state: State, moves: readonly Move[]): string[] {
    const children = moves.map((move) => this.#ask('play', () => this.#game.play(state, move)));
    return children.map((child) => this.#hashed(child)).sort();
  }

  #play(state: State, move: Move): State {
    const before = this.#clone(state);
    const next = this.#ask('play', () => this.#game.play(state, move));
    if (Object.is(next, state) || (before !== undefined && !same(state, before.state))) {
      const what = Object.is(next, state) ? 'returns' : 'changes';
      const message = `play() ${what} the state that it is given, for the move ${describe(move)}`;
      this.#report('mutates', 'play', message);
      throw new Broken();
    }
    const again = this.#ask('play', () => this.#game.play(state, move));
    if (!same(next, again)) {
      const message = `play() gives two different states for the move ${describe(move)}`;
      this.#report('nondeterministic', 'play', message);
      throw new Broken();
    }
    return next;
  }

  #ask<T>(where: string, question: () => T, kind: Mistake = 'throws'): T {
    try {
      return question();
    } catch (cause) {
      const of = kind === 'clone' ? ' for a clone of the state, as a worker thread gets it' : '';
      this.#report(kind, where, `${where}() failed${of}: ${messageOf(cause)}`, cause);
      throw new Broken();
    }
  }

  #report(mistake: Mistake, where: string, what: string, cause?: unknown): void {
    const id = `${mistake} ${where}`;
    if (this.#findings.has(id)) return;
    const message = `${what}; ${place(this.#line)}`;
    const finding = { mistake, where, message, line: [...this.#line] };
    this.#findings.set(id, cause === undefined ? finding : { ...finding, cause });
  }
}

/** Field of the answers -> the function that gave it. */
const questions = [
  ['turn', 'turn'],
  ['winner', 'winner'],
  ['moves', 'moves'],
  ['score', 'score'],
  ['value', 'evaluate'],
  ['key', 'key'],
] as const;

function place(line: readonly unknown[]): string {
  return line.length === 0 ? 'at the start' : `after ${line.map(describe).join(', ')}`;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
