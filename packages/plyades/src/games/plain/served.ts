// The games that the program of this thread has brought with it: no module has to be imported for them.
import { PlyadesError, quote } from '../../core/errors.js';
import type { PlainGame } from './define.js';
import { differenceOf, type RulesSample, sampleRules } from './rules-sample.js';

const served = new Map<string, PlainGame>();
/** Samples of the games above, made when they are first asked for. */
const samples = new WeakMap<PlainGame, RulesSample>();

/** Lets searches of this thread find a game by the name under which its module exports it. */
export function addServedGame(name: string, game: PlainGame): void {
  served.set(name, game);
}

export const servedGame = (name: string): PlainGame | undefined => served.get(name);

/** The game of a name; throws a PlyadesError with ERR_GAME when there is none, or when it is not the one of the sample. */
export function requireServedGame(name: string, wanted: RulesSample | undefined): PlainGame {
  const game = served.get(name);
  if (game === undefined) {
    const message = `this worker serves no game '${name}': call serveGame(game) in it`;
    throw new PlyadesError('ERR_GAME', message);
  }
  if (wanted === undefined) return game;
  let sample = samples.get(game);
  if (sample === undefined) {
    sample = sampleRules(game);
    samples.set(game, sample);
  }
  const difference = differenceOf(wanted, sample);
  if (difference === undefined) return game;
  const { part, texts } = difference;
  const message =
    `the worker serves another game than the bot plays: ${quote(part)} is ${texts[0]} in the bot's game ` +
    `and ${texts[1]} in the worker's; give serveGame(game) and bot(game, { worker }) the same game, ` +
    'and build both files again';
  throw new PlyadesError('ERR_GAME', message);
}
