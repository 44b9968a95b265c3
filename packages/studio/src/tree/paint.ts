// Draws an icicle on a canvas. Blocks of one colour are drawn together, and edges fall on whole pixels, so that a
// canvas without a graphics processor stays fast and sharp.
import { type Icicle, OWN } from './icicle.js';
import type { NodePalette } from './palette.js';

export interface Sheet {
  readonly context: CanvasRenderingContext2D;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly rowHeight: number;
  /** Pixels of the tree above the upper edge. */
  readonly scroll: number;
  readonly palette: NodePalette;
}

export interface Marks {
  /** 1 for nodes of the principal variation. */
  readonly isPrincipal: (node: number) => boolean;
  readonly selected: number;
  readonly hovered: number;
  readonly pinned: number;
  readonly label: (node: number) => string;
  readonly detail: (node: number) => string;
  /** The work in the node itself. */
  readonly own: (node: number) => string;
}

const GAP = 1;
/** Blocks narrower than this have no gap to their neighbour. */
const LEAST_FOR_GAP = 4;
const LABEL_LEAST = 22;
const BUSY_HEIGHT = 3;
/** About the width of a letter of the labels. */
const LETTER = 6.6;

/** Pixels between the two lines of a label. */
const LINE = 15;

const OWN_NAME = 'in the node itself';
const CODES = 16;
/** Pixels between two lines of the hatching. */
const HATCH = 8;

export function paint(icicle: Icicle, sheet: Sheet, marks: Marks): void {
  const { context, width, height, rowHeight, scroll, palette } = sheet;
  context.fillStyle = palette.background;
  context.fillRect(0, 0, width, height);
  const { count, left, right, row, code, busy, hidden, members } = icicle;
  // What is not drawn below blocks of several siblings.
  context.fillStyle = palette.hidden;
  for (let i = 0; i < count; i++) {
    if (hidden[i] === 0) continue;
    const x = Math.max(0, Math.round(left[i]!));
    const y = (row[i]! + 1) * rowHeight - scroll;
    const wide = Math.min(width, Math.round(right[i]!)) - x;
    if (wide > 0) context.fillRect(x, y, wide, hidden[i]! * rowHeight - GAP);
  }
  hatch(icicle, sheet);
  for (let each = 0; each < CODES; each++) {
    const fill = palette.fill[each];
    if (fill === undefined) continue;
    let isSet = false;
    for (let i = 0; i < count; i++) {
      if (code[i] !== each) continue;
      const x = Math.max(0, Math.round(left[i]!));
      const end = Math.min(width, Math.round(right[i]!));
      const y = row[i]! * rowHeight - scroll;
      if (end <= x || y > height || y + rowHeight < 0) continue;
      if (!isSet) {
        context.fillStyle = fill;
        isSet = true;
      }
      const wide = end - x;
      context.fillRect(x, y, wide >= LEAST_FOR_GAP ? wide - GAP : wide, rowHeight - GAP);
    }
  }
  context.fillStyle = palette.searching;
  for (let i = 0; i < count; i++) {
    if (busy[i] === 0) continue;
    const x = Math.max(0, Math.round(left[i]!));
    const wide = Math.max(1, Math.min(width, Math.round(right[i]!)) - x - GAP);
    context.fillRect(x, (row[i]! + 1) * rowHeight - scroll - GAP - BUSY_HEIGHT, wide, BUSY_HEIGHT);
  }
  context.textBaseline = 'middle';
  context.font = '600 12px system-ui, sans-serif';
  for (let i = 0; i < count; i++) {
    if (members[i]! > 1) continue;
    const x = Math.max(0, left[i]!);
    const wide = Math.min(width, right[i]!) - x;
    if (wide >= LABEL_LEAST) label(icicle, sheet, marks, i, x, wide);
  }
  outline(icicle, sheet, marks);
}

/** Work in nodes themselves, which has no node to be drawn as. */
function hatch(icicle: Icicle, { context, width, rowHeight, scroll, palette }: Sheet): void {
  const { count, code, left, right, row } = icicle;
  context.beginPath();
  for (let i = 0; i < count; i++) {
    if (code[i] !== OWN) continue;
    const x = Math.max(0, Math.round(left[i]!));
    const end = Math.min(width, Math.round(right[i]!)) - GAP;
    const top = row[i]! * rowHeight - scroll;
    const tall = rowHeight - GAP;
    for (let at = x - (x % HATCH); at < end + tall; at += HATCH) {
      // From the lower left to the upper right, cut at both edges.
      const from = Math.max(x, at - tall);
      const to = Math.min(end, at);
      if (to <= from) continue;
      context.moveTo(from, top + (at - from));
      context.lineTo(to, top + (at - to));
    }
  }
  context.strokeStyle = palette.hatching;
  context.lineWidth = 1;
  context.stroke();
}

function label(
  icicle: Icicle,
  sheet: Sheet,
  marks: Marks,
  i: number,
  x: number,
  wide: number,
): void {
  const { context, rowHeight, scroll, palette } = sheet;
  const y = icicle.row[i]! * rowHeight - scroll;
  if (y > sheet.height || y + rowHeight < 0) return;
  const node = icicle.node[i]!;
  const room = Math.floor((wide - 8) / LETTER);
  const isOwn = icicle.members[i] === 0;
  const name = isOwn ? (room >= OWN_NAME.length ? OWN_NAME : 'itself') : marks.label(node);
  if (name.length > room || name === '') return;
  context.fillStyle = isOwn ? palette.muted : (palette.text[icicle.code[i]!] ?? palette.selected);
  const detail = isOwn ? marks.own(node) : marks.detail(node);
  const isTall = rowHeight >= 34;
  context.fillText(name, x + 4, y + rowHeight / 2 - (isTall && detail !== '' ? LINE / 2 : 0));
  if (detail === '') return;
  if (isTall && detail.length <= room) {
    context.font = '11px system-ui, sans-serif';
    context.fillText(detail, x + 4, y + rowHeight / 2 + LINE / 2 + 1);
    context.font = '600 12px system-ui, sans-serif';
  } else if (!isTall && name.length + 2 + detail.length <= room) {
    context.font = '11px system-ui, sans-serif';
    context.fillText(detail, x + 4 + (name.length + 1.5) * LETTER, y + rowHeight / 2);
    context.font = '600 12px system-ui, sans-serif';
  }
}

function outline(icicle: Icicle, sheet: Sheet, marks: Marks): void {
  const { context, width, rowHeight, scroll, palette } = sheet;
  const { count, node, members, left, right, row } = icicle;
  const stroke = (i: number, style: string, line: number) => {
    const x = Math.max(0, Math.round(left[i]!));
    const wide = Math.max(2, Math.min(width, Math.round(right[i]!)) - x - GAP);
    context.strokeStyle = style;
    context.lineWidth = line;
    const inset = line / 2;
    const y = row[i]! * rowHeight - scroll;
    context.strokeRect(x + inset, y + inset, Math.max(1, wide - line), rowHeight - GAP - line);
  };
  for (let i = 0; i < count; i++) {
    if (members[i]! > 0 && marks.isPrincipal(node[i]!)) stroke(i, palette.line, 2);
  }
  for (let i = 0; i < count; i++) {
    if (members[i] === 0) continue;
    const each = node[i]!;
    if (each === marks.pinned && members[i] === 1) {
      context.setLineDash([4, 3]);
      stroke(i, palette.selected, 2);
      context.setLineDash([]);
    }
    if (each === marks.selected) stroke(i, palette.selected, 3);
    else if (each === marks.hovered) stroke(i, palette.selected, 1.5);
  }
}
