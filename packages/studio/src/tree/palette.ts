// The colours of a tree's picture, by the code of a block: a state, full inside the predicted tree and paler outside.
import { nodeStates } from 'plyades/trace';
import { colour } from '../style/colours.js';
import { OUTSIDE } from './moment.js';

export interface NodePalette {
  /** Fill and text by code. */
  readonly fill: readonly string[];
  readonly text: readonly string[];
  readonly background: string;
  readonly line: string;
  readonly searching: string;
  readonly selected: string;
  readonly hidden: string;
  /** Lines of the hatching that stands for work in a node itself. */
  readonly hatching: string;
  readonly muted: string;
}

/** How much of its colour a node outside the predicted tree keeps; those that are cut off or left are pale anyway. */
const PALE = 0.38;
const PALE_ANYWAY: readonly string[] = ['cut', 'left'];

/** The palette of the theme of now. */
export function readPalette(): NodePalette {
  const background = colour('panel');
  const fill: string[] = [];
  const text: string[] = [];
  const [dark, light] = ['#0d1320', '#ffffff'];
  nodeStates.forEach((state, code) => {
    const full = colour(`node-${state}`);
    fill[code] = full;
    fill[code | OUTSIDE] = PALE_ANYWAY.includes(state) ? full : mix(full, background, PALE);
  });
  fill.forEach((each, code) => {
    text[code] = luminance(each) > 0.3 ? dark : light;
  });
  return {
    ...{ fill, text, background },
    line: colour('node-line'),
    searching: colour('node-searching'),
    selected: colour('text'),
    hidden: mix(colour('muted'), background, 0.14),
    hatching: mix(colour('muted'), background, 0.3),
    muted: colour('muted'),
  };
}

function channels(text: string): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  // `color(srgb r g b)` has shares, `rgb(r, g, b)` bytes.
  const unit = text.startsWith('color(') ? 255 : 1;
  return [r * unit, g * unit, b * unit];
}

function mix(a: string, b: string, share: number): string {
  const [one, two] = [channels(a), channels(b)];
  const mixed = one.map((value, i) => Math.round(value * share + two[i]! * (1 - share)));
  return `rgb(${mixed.join(', ')})`;
}

/** Relative luminance, 0 to 1. */
function luminance(text: string): number {
  const hex = /^#(..)(..)(..)$/.exec(text);
  const bytes =
    hex === null ? channels(text) : hex.slice(1).map((part) => Number.parseInt(part, 16));
  const [r, g, b] = bytes.map((byte) => {
    const share = byte / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
