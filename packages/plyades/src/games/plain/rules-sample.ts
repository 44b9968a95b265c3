// A sample of a game's rules that travels to the worker which serves the game: a worker of another game, or one with
// older rules, would answer with moves of its own game. Sources of functions are not compared, since a bundler may write
// them differently in each file; what the functions return along one line of play is.
import type { PlainGame } from './define.js';
import { createKeyHalves } from './key.js';
import { contentOf } from './same.js';

/** Parts of a definition by their names, as texts. A part that cannot be written down is left out. */
export type RulesSample = Readonly<Record<string, string>>;

/** Plies of the line that is played: the whole of a small game, and less than 1 ms in most. */
const LINE_PLIES = 32;

const optionalFunctions = ['score', 'evaluate', 'key', 'symmetries'] as const;

/** Equal for equal games, however their modules were bundled. */
export function sampleRules(game: PlainGame): RulesSample {
  const { title, exportName = 'default', repetition } = game;
  const parts: Record<string, string | undefined> = {
    title: contentOf(title),
    exportName: contentOf(exportName),
    repetition: contentOf(repetition && [repetition.times, repetition.result]),
  };
  for (const name of optionalFunctions) parts[name] = game[name] ? 'given' : 'not given';
  parts['start()'] = written(() => game.start());
  parts['play along the first moves'] = written(() => lineOfFirstMoves(game));
  const known = Object.entries(parts).filter(([, text]) => text !== undefined);
  return Object.fromEntries(known) as RulesSample;
}

/** The first part in which two games differ, with both texts; undefined when none does. */
export function differenceOf(
  a: RulesSample,
  b: RulesSample,
): { readonly part: string; readonly texts: readonly [string, string] } | undefined {
  for (const [part, text] of Object.entries(a)) {
    const other = b[part];
    if (other !== undefined && other !== text) return { part, texts: [text, other] };
  }
  return undefined;
}

/** Texts longer than this travel as 64 bits. */
const LONGEST_TEXT = 60;

/** What a function returns; undefined when it throws, which the search reports with its stack. */
function written(make: () => unknown): string | undefined {
  let text: string | undefined;
  try {
    text = contentOf(make());
  } catch {
    return undefined;
  }
  if (text === undefined || text.length <= LONGEST_TEXT) return text;
  const halves = createKeyHalves();
  const hex = (half: number) => half.toString(16).padStart(8, '0');
  const low = hex(halves.low(text));
  return `${hex(halves.high())}${low}`;
}

/** Every state, side and list of moves of a game in which the first move is played each time, and how it ends. */
function lineOfFirstMoves(game: PlainGame): unknown[] {
  const line: unknown[] = [];
  let state = game.start();
  for (let ply = 0; ply < LINE_PLIES; ply++) {
    const winner = game.winner(state);
    line.push(game.turn(state), winner);
    if (winner !== undefined) return [...line, game.score?.(state)];
    const moves = game.moves(state);
    line.push(moves);
    state = game.play(state, moves[0]);
    line.push(state);
  }
  return line;
}
