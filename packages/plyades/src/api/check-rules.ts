// checkRules(): random games that show mistakes in the rules of a game in plain TypeScript. They are played on a worker
// thread; where one of the library's cannot load the game, they are played here, a few milliseconds at a time.
import { PlyadesError } from '../core/errors.js';
import type { GameSource } from '../games/open.js';
import {
  type CheckOptions,
  checkCheckOptions,
  type PlainGame,
  RulesCheck,
  type RulesFinding,
} from '../games/plain/index.js';
import type { Thread } from '../hosts/threads/pool.js';
import { type CheckReply, findingsOf } from '../hosts/threads/rules-check.js';
import { sourceOfPlain } from './plain-game.js';
import { threads } from './threads.js';

/** A piece of a check on the caller's thread: a page still draws 60 times a second. */
const SLICE_MS = 8;

type Runner = Pick<Thread, 'run'>;

/**
 * The mistakes that random games show, none when the list is empty. Does not block the caller's thread for longer than
 * one random game takes; `checkRulesSync` does.
 */
export async function checkRules<State, Move>(
  game: PlainGame<State, Move>,
  options: CheckOptions = {},
): Promise<readonly RulesFinding<Move>[]> {
  checkCheckOptions(options);
  const { url, exportName = 'default' } = game;
  if (url === undefined) return checkHere(new RulesCheck(game, options));
  return checkOn(threads, await sourceOfPlain({ url, exportName }), game, options);
}

/** The same on a thread of these; `game` is at hand where threads cannot load it. */
export async function checkOn<State, Move>(
  runner: Runner,
  source: GameSource,
  game: PlainGame<State, Move>,
  options: CheckOptions,
): Promise<readonly RulesFinding<Move>[]> {
  try {
    const reply = await runner.run({ type: 'check', game: source, options });
    return findingsOf(reply as CheckReply) as readonly RulesFinding<Move>[];
  } catch (error) {
    // A worker of the program's own that cannot is a mistake in the program.
    const isServed = source.kind === 'plain' && source.url === undefined;
    if (isServed || !isUnloadable(error)) throw error;
    return checkHere(new RulesCheck(game, options));
  }
}

const UNLOADABLE: readonly string[] = ['ERR_GAME', 'ERR_MODULE', 'ERR_WORKER'];

const isUnloadable = (error: unknown): boolean =>
  error instanceof PlyadesError && UNLOADABLE.includes(error.code);

async function checkHere<State, Move>(
  check: RulesCheck<State, Move>,
): Promise<readonly RulesFinding<Move>[]> {
  let until = performance.now() + SLICE_MS;
  while (!check.step()) {
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    until = performance.now() + SLICE_MS;
  }
  return check.findings;
}
