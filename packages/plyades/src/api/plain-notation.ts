// The notation of a game in plain TypeScript: the word `start` and the moves played, as they print.
import { inputError, quote, tooLong } from '../core/errors.js';
import type { GameNotation } from '../core/game.js';
import { err, ok } from '../core/result.js';
import { drawState } from '../games/plain/index.js';
import { lastOf, playLine } from './lines.js';
import type { PlainRules } from './plain-rules.js';

const START = 'start';
const MAX_TEXT = 100_000;

export function plainNotation(rules: PlainRules): GameNotation {
  const { id, title, game } = rules;
  const positionFormat = `${START}, or ${START} and the moves played, separated by spaces`;
  const notation: GameNotation = {
    id,
    title,
    // The one notation whose records differ in length, so nothing asks for their size.
    recordSize: 0,
    positionFormat,
    moveFormat: 'as it prints: a number, a text, or JSON without spaces',
    positionExamples: [{ text: START, about: 'the start' }],
    moveExamples: [],
    ...(game.score && { marginUnit: 1 }),
    start: () => rules.start(),
    parsePosition(text) {
      if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
      const words = text.trim().split(/\s+/);
      if (words[0] !== START) {
        const message = `${quote(text)} is no position of ${title}: expected ${positionFormat}`;
        return err(inputError('ERR_CHARACTER', message, text, 0));
      }
      const mover = {
        readMove: (_: unknown, move: string) => notation.parseMove(move),
        play: rules.play.bind(rules),
      };
      const played = lastOf(playLine(mover, rules.start(), words.slice(1).join(' ')));
      if (played.ok) return played;
      const { at, ...error } = played.error;
      const movesAt = text.indexOf(START) + START.length + 1;
      return err(at === undefined ? error : { ...error, at: movesAt + at });
    },
    makePosition: (position) => [START, ...rules.lineOf(position).map(notation.makeMove)].join(' '),
    parseMove(text) {
      if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
      return ok(rules.codeOf(text));
    },
    makeMove: (move) => rules.makeMove(move),
    draw(position) {
      const state = rules.stateOf(position);
      return drawState(game, state, 'text') ?? JSON.stringify(state, undefined, 2) ?? String(state);
    },
  };
  return notation;
}
