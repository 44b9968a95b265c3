// Colours of lanes as numbers, for pixels.
import { laneStates, STATES } from './states.js';

/** Red, green and blue of each state, 0 to 255, in the order of `laneStates`. */
export type StatePalette = Uint8Array;

/** Reads colours as `getComputedStyle` writes them: `rgb(1, 2, 3)`. */
export function makePalette(colourOf: (name: string) => string): StatePalette {
  const palette = new Uint8Array(STATES * 3);
  for (const [code, state] of laneStates.entries()) {
    palette.set(parseColour(colourOf(`process-${state}`)), code * 3);
  }
  return palette;
}

export function parseColour(text: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** The colour of a state as a little-endian RGBA pixel. */
export const pixelOf = (palette: StatePalette, code: number): number =>
  ((255 << 24) |
    (palette[code * 3 + 2]! << 16) |
    (palette[code * 3 + 1]! << 8) |
    palette[code * 3]!) >>>
  0;
