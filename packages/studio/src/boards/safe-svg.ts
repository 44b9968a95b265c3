// SVG that a game's module returns, made safe to show. The text is parsed as XML, which runs nothing, and a tree of
// known shapes with known attributes is copied from it; the page draws the copy. What is not on the lists (scripts,
// links, images, styles, event attributes, references) is left out.
import { err, type InputErrorCode, ok, type Result } from 'plyades';

export interface SafeShape {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text of its `data-move`, which is compared with legal moves and never put into the page. */
  readonly move?: string;
  readonly children: readonly (SafeShape | string)[];
}

export interface SvgError {
  readonly code: InputErrorCode;
  readonly message: string;
}

/** Characters, shapes and depth of a picture; a board of 19 by 19 with stones takes 60,000 characters. */
export const MAX_SVG = 500_000;
const MAX_SHAPES = 10_000;
const MAX_DEPTH = 32;
const MAX_VALUE = 20_000;

const shapeNames = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan title desc'.split(' '),
);
/** Elements that hold text. */
const textNames = new Set(['text', 'tspan', 'title', 'desc']);

const attributeNames = new Set(
  [
    'viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry dx dy width height d points transform rotate',
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit',
    'stroke-dasharray stroke-dashoffset opacity color visibility paint-order vector-effect',
    'font-size font-weight font-style font-family letter-spacing text-anchor dominant-baseline textLength',
  ].flatMap((line) => line.split(' ')),
);

/** Numbers, names, colours and functions of them: nothing that could quote, escape or name an address. */
const SAFE_VALUE = /^[-+#\w\s.,%()]*$/;
const REFERENCE = /url|image|src|expression/i;

/** The parts of a DOM node that are read. */
interface NodeLike {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<NodeLike>;
}
interface ElementLike extends NodeLike {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
}
export interface SvgParser {
  parseFromString(text: string, type: 'image/svg+xml'): { readonly documentElement: unknown };
}

const ELEMENT = 1;
const TEXT = 3;

const refuse = (code: InputErrorCode, message: string) => err({ code, message });

/** True for a picture that is to be read as SVG rather than shown as text. */
export const isSvg = (text: string): boolean => /^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(text);

export function parseSvg(text: string, parser: SvgParser): Result<SafeShape, SvgError> {
  if (text.length > MAX_SVG) {
    const message = `The game's picture has ${text.length} characters: at most ${MAX_SVG} are read.`;
    return refuse('ERR_TOO_LONG', message);
  }
  // Entities could make much of little.
  if (/<!/.test(text)) {
    return refuse(
      'ERR_CHARACTER',
      "The game's picture has a <! declaration: expected shapes only.",
    );
  }
  const root = parser.parseFromString(text, 'image/svg+xml').documentElement as ElementLike | null;
  if (root === null || root.localName !== 'svg' || hasParserError(root)) {
    return refuse('ERR_CHARACTER', "The game's picture is no well-formed SVG: expected <svg ...>.");
  }
  const room = { shapes: MAX_SHAPES };
  const shape = copy(root, room, 0);
  if (shape === undefined || room.shapes < 0) {
    const message = `The game's picture has more than ${MAX_SHAPES} shapes or ${MAX_DEPTH} levels.`;
    return refuse('ERR_LIMIT', message);
  }
  return ok(withViewBox(shape));
}

/** Browsers report bad XML as an element of this name. */
function hasParserError(root: ElementLike): boolean {
  return Array.from(root.childNodes).some(
    (node) => isElement(node) && node.localName === 'parsererror',
  );
}

const isElement = (node: NodeLike): node is ElementLike => node.nodeType === ELEMENT;

const isSvgNamespace = (uri: string | null): boolean =>
  uri === null || uri === '' || uri === 'http://www.w3.org/2000/svg';

/** Undefined for what is left out; `room.shapes` falls below 0 when there are too many or they lie too deep. */
function copy(
  element: ElementLike,
  room: { shapes: number },
  depth: number,
): SafeShape | undefined {
  if (!shapeNames.has(element.localName) || !isSvgNamespace(element.namespaceURI)) return undefined;
  if (depth > MAX_DEPTH) room.shapes = -1;
  if (--room.shapes < 0) return undefined;
  const attributes: Record<string, string> = {};
  let move: string | undefined;
  for (const { name, value } of Array.from(element.attributes)) {
    if (attributeNames.has(name) && isSafeValue(value)) attributes[name] = value;
    if (name === 'data-move') move = value;
  }
  const children: (SafeShape | string)[] = [];
  for (const node of Array.from(element.childNodes)) {
    if (room.shapes < 0) return undefined;
    if (node.nodeType === TEXT && textNames.has(element.localName)) {
      children.push((node.nodeValue ?? '').slice(0, MAX_VALUE));
    } else if (isElement(node)) {
      const child = copy(node, room, depth + 1);
      if (child !== undefined) children.push(child);
    }
  }
  const { localName: name } = element;
  return { name, attributes, ...(move !== undefined && { move }), children };
}

function isSafeValue(value: string): boolean {
  return value.length <= MAX_VALUE && SAFE_VALUE.test(value) && !REFERENCE.test(value);
}

/** The picture fills the width of the board, so it needs a box of its own. */
function withViewBox({ name, attributes, children }: SafeShape): SafeShape {
  const { width, height, x: _, y: __, ...rest } = attributes;
  const box =
    rest.viewBox ??
    `0 0 ${Number.parseFloat(width ?? '') || 100} ${Number.parseFloat(height ?? '') || 100}`;
  return { name, attributes: { ...rest, viewBox: box }, children };
}
