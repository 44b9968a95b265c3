// Checks the rules of games in TypeScript by random games: on demand, and in short before a position is solved,
// since an answer that rests on confused positions would be wrong without anything failing.
import { PlyadesError, quote, refuse } from '../core/errors.js';
import type { GameSource } from '../games/open.js';
import {
  type CheckOptions,
  checkCheckOptions,
  importGame,
  type Mistake,
  type RulesFinding,
} from '../games/plain/index.js';
import { type CheckReply, findingsOf } from '../hosts/threads/rules-check.js';
import { checkOn } from './check-rules.js';
import { addressOf, isModulePath, sourceOfPlain } from './plain-game.js';
import { threads } from './threads.js';

/**
 * Plays random games of a module with a game in TypeScript, by its path or address, and returns the mistakes that
 * they show. Throws ERR_GAME for a game of the library, whose rules have tests.
 */
export async function checkGame(
  module: string,
  options: CheckOptions = {},
): Promise<readonly RulesFinding<unknown>[]> {
  if (!isModulePath(module)) {
    const message = `${quote(module)} is no module of a game in TypeScript: expected a path such as ./my-game.js`;
    refuse('ERR_GAME', message, module);
  }
  checkCheckOptions(options);
  const url = addressOf(module);
  const game = await importGame(url);
  return checkOn(threads, await sourceOfPlain({ ...game, url }), game, options);
}

/** Enough to find a key that leaves out a few squares of a small board, in some 50 ms. */
const SHORT_CHECK: CheckOptions = { games: 50, plies: 200 };

/** Mistakes that make no answer wrong: slower searches, at worst. */
const HARMLESS: readonly Mistake[] = ['endless', 'duplicates'];

const checked = new Map<string, Promise<void>>();

/** Throws ERR_RULES when a short check of a game in TypeScript finds a mistake; once for each game. */
export function requireSoundRules(game: GameSource): Promise<void> {
  if (game.kind !== 'plain') return Promise.resolve();
  const { url, exportName } = game;
  const name = `${exportName} ${url}`;
  let check = checked.get(name);
  if (check === undefined) {
    check = checkShortly(game);
    checked.set(name, check);
  }
  return check;
}

async function checkShortly(game: GameSource): Promise<void> {
  const command = { type: 'check', game, options: SHORT_CHECK, withoutEvaluate: true } as const;
  const findings = findingsOf((await threads.run(command)) as CheckReply);
  const found = findings.find(({ mistake }) => !HARMLESS.includes(mistake));
  if (found === undefined) return;
  const advice = "correct the rules first: 'plyades check' shows every mistake";
  throw new PlyadesError('ERR_RULES', `nothing can be proved: ${found.message}; ${advice}`);
}
