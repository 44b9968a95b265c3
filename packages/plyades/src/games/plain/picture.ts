// Pictures of states by a game's `draw`: plain text for a terminal, SVG for a page. A game may know one kind only, so what it
// answers decides, not what it was asked for.

import { pictureOf } from './answers.js';
import type { PictureKind, PlainGame } from './define.js';

/** The picture of the wanted kind; undefined when the game draws none. */
export function drawState<State, Move>(
  game: PlainGame<State, Move>,
  state: State,
  kind: PictureKind,
): string | undefined {
  if (game.draw === undefined) return undefined;
  const picture = pictureOf(game, state, kind);
  return isSvg(picture) === (kind === 'svg') ? picture : undefined;
}

const isSvg = (text: string): boolean => /^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(text);
