// Plays random games to find mistakes in rules: functions that change a state, that answer
// differently when asked again, keys that confuse positions, values out of range. A search would not
// fail on most of these; it would return a wrong move, now and then.
import { createRandom, type Random } from '../../core/random.js';
import { describe, evaluationOf, keyOf, movesOf, turnOf, winnerOf } from './answers.js';
import type { Key, PlainGame, Side, Winner } from './define.js';
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
  readonly value: number | undefined;
  readonly key: Key | undefined;
}

interface Seen<Move> extends Answers<Move> {
  readonly line: readonly Move[];
}

/** The mistakes found; an empty list when there is none to be seen. */
export function checkRules<State, Move>(
  game: PlainGame<State, Move>,
  options: CheckOptions = {},
): RulesFinding<Move>[] {
  return new Check(game).run(
    options.games ?? 100,
    options.plies ?? 500,
    createRandom(options.seed ?? 1),
  );
}

/** Ends the game under way: what comes after a broken answer means nothing. */
class Broken extends Error {}

class Check<State, Move> {
  readonly #game: PlainGame<State, Move>;
  readonly #findings = new Map<string, RulesFinding<Move>>();
  readonly #seen = new Map<Key, Seen<Move>>();
  #line: Move[] = [];
  #finished = 0;

  constructor(game: PlainGame<State, Move>) {
    this.#game = game;
  }

  run(games: number, plies: number, random: Random): RulesFinding<Move>[] {
    for (let i = 0; i < games; i++) {
      this.#line = [];
      try {
        this.#playOne(plies, random);
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
      }
    }
    if (this.#finished === 0 && this.#findings.size === 0 && !this.#game.evaluate) {
      const ended = `none of ${games} random games ended within ${plies} plies`;
      this.#line = [];
      this.#report('endless', 'evaluate', `${ended}: random games say nothing, write an evaluate`);
    }
    return [...this.#findings.values()];
  }

  #playOne(plies: number, random: Random): void {
    let state = this.#ask('start', () => this.#game.start());
    const again = this.#ask('start', () => this.#game.start());
    if (!same(state, again))
      this.#report('start', 'start', 'start() gives a different state again');
    for (let ply = 0; ply <= plies; ply++) {
      const answers = this.#look(state);
      if (answers.winner !== undefined) {
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
    this.#compare(
      answers,
      clone
        ? this.#answers(clone.state, undefined, 'clone')
        : this.#answers(state, undefined, 'throws'),
    );
    this.#compareKey(answers);
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
    const asksValue = !over && game.evaluate !== undefined;
    const value = asksValue ? ask('evaluate', () => evaluationOf(game, state)) : undefined;
    const key = game.key ? ask('key', () => keyOf(game, state)) : undefined;
    return { turn, winner, moves, value, key };
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
  ['value', 'evaluate'],
  ['key', 'key'],
] as const;

function place(line: readonly unknown[]): string {
  return line.length === 0 ? 'at the start' : `after ${line.map(describe).join(', ')}`;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
