// Where games of a match begin: positions of a file, one a line (FEN or EPD for chess, SFEN for shogi). Lines
// that are no position are named and left out; the rest is used.
import type { LoadedGame, Position } from '../api/index.js';
import type { Setup } from '../protocols/index.js';

export interface Opening {
  readonly name: string;
  readonly setup: Setup;
  /** The positions of its setup in order, one at least. */
  readonly positions: readonly Position[];
}

export interface Openings {
  readonly openings: readonly Opening[];
  /** One sentence for each line that was refused. */
  readonly refused: readonly string[];
}

/** The start of the game. */
export function startOpening(game: LoadedGame): Opening {
  return { name: 'start', setup: { moves: [] }, positions: [game.notation.start()] };
}

export function readOpenings(game: LoadedGame, text: string): Openings {
  const openings: Opening[] = [];
  const refused: string[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const written = line.trim();
    if (written === '' || written.startsWith('#')) continue;
    const position = positionText(game.id, written);
    const parsed = game.notation.parsePosition(position);
    if (!parsed.ok) {
      refused.push(`line ${i + 1}: ${parsed.error.message}`);
      continue;
    }
    if (game.over(parsed.value)) {
      refused.push(`line ${i + 1}: the game is over there`);
      continue;
    }
    const start = game.notation.makePosition(parsed.value);
    openings.push({
      name: `line ${i + 1}`,
      setup: { start, moves: [] },
      positions: [parsed.value],
    });
  }
  return { openings, refused };
}

/** An EPD has four fields of a FEN and then operations; clocks may stand in their place. */
function positionText(game: string, line: string): string {
  if (game !== 'chess') return line.replace(/^sfen\s+/, '');
  const fields = line.split(/\s+/);
  const counters = fields.slice(4, 6);
  const counted = counters.length === 2 && counters.every((each) => /^\d+$/.test(each));
  return [...fields.slice(0, 4), ...(counted ? counters : [])].join(' ');
}
