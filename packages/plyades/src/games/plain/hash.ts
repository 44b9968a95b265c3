// What identifies a state in the tables of a kernel, as two 32-bit halves. With symmetries it is the least among the
// keys of a state and its images, so that all of them share an entry; the images have equal values, and a kernel
// takes the move of an entry only as a hint which move to try first.
import { imagesOf, keyOf } from './answers.js';
import type { PlainGame } from './define.js';
import { createKeyHalves } from './key.js';

/** Two 32-bit halves, equal for states that may share an entry. */
export interface StateHash<State> {
  /** Takes a state, and whether it is searched in play mode, and returns its low half; `high()` is then the other one. */
  low(state: State, playing: boolean): number;
  high(): number;
}

export function hashOf<State, Move>(game: PlainGame<State, Move>): StateHash<State> {
  const halves = createKeyHalves();
  if (game.symmetries === undefined) {
    return { low: (state) => halves.low(keyOf(game, state)), high: halves.high };
  }
  let high = 0;
  return {
    low(state) {
      let low = halves.low(keyOf(game, state));
      high = halves.high();
      for (const image of imagesOf(game, state)) {
        const other = halves.low(keyOf(game, image));
        if (!isLess(halves.high(), other, high, low)) continue;
        low = other;
        high = halves.high();
      }
      return low;
    },
    high: () => high,
  };
}

/** The state or the image of it that `hashOf` takes the halves of: the same one for all of them. */
export function canonicalOf<State, Move>(game: PlainGame<State, Move>): (state: State) => State {
  if (game.symmetries === undefined) return (state) => state;
  const halves = createKeyHalves();
  return (state) => {
    let found = state;
    let low = halves.low(keyOf(game, state));
    let high = halves.high();
    for (const image of imagesOf(game, state)) {
      const other = halves.low(keyOf(game, image));
      if (!isLess(halves.high(), other, high, low)) continue;
      found = image;
      low = other;
      high = halves.high();
    }
    return found;
  };
}

const isLess = (high: number, low: number, thanHigh: number, thanLow: number): boolean =>
  high < thanHigh || (high === thanHigh && low < thanLow);
