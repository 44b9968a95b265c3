// The picture of the tree on its canvas: what part of it is shown, how the view travels, and what a click or a step of
// the keyboard does. It draws once for all that has changed since the last frame.
import { time } from '../runs/playhead.js';
import { makeShort } from '../ui/format.js';
import { type NodeSpan, spanOf } from './icicle.js';
import { measure } from './measure.js';
import { NONE, ROOT } from './nodes.js';
import { paint } from './paint.js';
import { readPalette } from './palette.js';
import type { TreeScene } from './scene.js';
import { between, zoomed } from './viewport.js';
import { neighbour, type TreeStep } from './walk.js';
import { makeProofNumber, makeValue } from './words.js';

export const LEAST_ROW = 16;
const MOST_ROW = 84;
const ANIMATION_MS = 220;
/** A node that is chosen by keyboard takes at least this share of the view. */
const LEAST_SHARE = 0.02;

/** Draws the scene on the canvas and listens to the reader. */
export class Picture {
  readonly #scene: TreeScene;
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #palette = readPalette();
  #scroll = 0;
  #rowHeight = MOST_ROW;
  #frame = 0;
  #animation = 0;
  #shownTime = Number.NaN;
  #shownVersion = -1;
  #shownMeasure = '';

  constructor(scene: TreeScene, canvas: HTMLCanvasElement) {
    this.#scene = scene;
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false })!;
  }

  get span(): NodeSpan {
    return this.#scene.span;
  }

  show(span: NodeSpan): void {
    cancelAnimationFrame(this.#animation);
    this.#scene.show(span);
  }

  scrollBy(pixels: number): void {
    this.#scroll = this.#limitScroll(this.#scroll + pixels);
    this.schedule();
  }

  /** Draws soon, once for all that has changed until then. */
  schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  recolour(): void {
    this.#palette = readPalette();
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#animation);
  }

  /** Moves the view to a span within a moment; at its end the view holds on to `node`. */
  travel(goal: NodeSpan, node: number | undefined): void {
    cancelAnimationFrame(this.#animation);
    const scene = this.#scene;
    const arrive = () => {
      if (node === undefined) scene.show(goal);
      else scene.showNode(node);
    };
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      arrive();
      return;
    }
    const from = scene.span;
    const began = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, (now - began) / ANIMATION_MS);
      if (share === 1) {
        arrive();
        return;
      }
      scene.show(between(from, goal, share * (2 - share)));
      this.#animation = requestAnimationFrame(step);
    };
    this.#animation = requestAnimationFrame(step);
  }

  zoom(factor: number): void {
    this.travel(zoomed(this.#scene.span, factor), undefined);
  }

  pan(share: number): void {
    const { from, to } = this.#scene.span;
    const by = share * (to - from);
    this.show({ from: from + by, to: to + by });
  }

  goTo(node: number): void {
    const span = spanOf(this.#scene.moment, node);
    if (span.to > span.from) this.travel(span, node);
  }

  /** The block at a point of the canvas. */
  blockAt(event: MouseEvent): number {
    const box = this.#canvas.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top + this.#scroll) / this.#rowHeight);
    return this.#scene.icicle.at(event.clientX - box.left, row);
  }

  click(event: MouseEvent): void {
    const scene = this.#scene;
    const { icicle } = scene;
    const block = this.blockAt(event);
    if (block === NONE) return;
    const node = icicle.node[block]!;
    scene.select(node);
    if (icicle.members[block]! <= 1) {
      this.goTo(node);
      return;
    }
    // Several siblings: as wide as the view, so that each can be seen.
    const { from, to } = scene.span;
    const unit = (to - from) / this.#canvas.clientWidth;
    const [left, right] = [icicle.left[block]!, icicle.right[block]!];
    this.travel({ from: from + left * unit, to: from + right * unit }, undefined);
  }

  point(event: MouseEvent): void {
    const block = this.blockAt(event);
    this.#scene.hovered.value = block === NONE ? NONE : this.#scene.icicle.node[block]!;
  }

  walk(step: TreeStep): void {
    const scene = this.#scene;
    const next = neighbour(scene.moment, scene.selected.peek(), step);
    if (next === NONE) return;
    scene.hovered.value = NONE;
    scene.select(next);
    this.#reveal(next);
  }

  /** Brings a node into view, wide enough to be seen. */
  #reveal(node: number): void {
    const scene = this.#scene;
    const top = scene.model.nodes.ply[node]! * this.#rowHeight;
    if (top < this.#scroll) this.scrollBy(top - this.#scroll);
    const below = top + this.#rowHeight - this.#scroll - this.#canvas.clientHeight;
    if (below > 0) this.scrollBy(below);
    if (scene.shareOfView(node) >= LEAST_SHARE) return;
    // The nearest node above it in whose width it can be seen.
    const wide = (each: number) => {
      const span = spanOf(scene.moment, each);
      return span.to - span.from;
    };
    const own = wide(node);
    if (!(own > 0)) return;
    let around = node;
    while (around !== ROOT && own / wide(scene.model.nodes.parent[around]!) >= LEAST_SHARE) {
      around = scene.model.nodes.parent[around]!;
    }
    this.goTo(around);
  }

  #draw(): void {
    const scene = this.#scene;
    const { log } = scene;
    const at = time.peek();
    if (
      at !== this.#shownTime ||
      log.version !== this.#shownVersion ||
      measure.peek() !== this.#shownMeasure
    ) {
      scene.advance(at, measure.peek());
      this.#shownTime = at;
      this.#shownVersion = log.version;
      this.#shownMeasure = measure.peek();
    }
    const { width, height, ratio } = this.#fit();
    const rows = scene.model.nodes.height[ROOT]! + 1;
    this.#rowHeight = Math.max(LEAST_ROW, Math.min(MOST_ROW, Math.floor(height / rows)));
    this.#scroll = this.#limitScroll(this.#scroll);
    const lastRow = Math.ceil((height + this.#scroll) / this.#rowHeight);
    scene.icicle.layOut(scene.moment, scene.span, width, lastRow);
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const lines = scene.lines.peek();
    const { nodes } = scene.model;
    paint(
      scene.icicle,
      {
        ...{ context: this.#context, width, height, rowHeight: this.#rowHeight },
        ...{ scroll: this.#scroll, palette: this.#palette },
      },
      {
        isPrincipal: (node) => scene.principal.has(node),
        selected: scene.selected.peek(),
        hovered: scene.hovered.peek(),
        pinned: scene.pinned.peek(),
        label: (node) => (node === ROOT ? 'Root' : lines.moveName(nodes.move[node]!)),
        detail: (node) => detailOf(scene, node),
        own: (node) => makeShort(scene.moment.ownEffort(node)),
      },
    );
  }

  #fit(): { readonly width: number; readonly height: number; readonly ratio: number } {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const ratio = Math.min(2, devicePixelRatio || 1);
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== w) this.#canvas.width = w;
    if (this.#canvas.height !== h) this.#canvas.height = h;
    return { width, height, ratio };
  }

  #limitScroll(scroll: number): number {
    const rows = this.#scene.model.nodes.height[ROOT]! + 1;
    const most = rows * this.#rowHeight - this.#canvas.clientHeight;
    return Math.max(0, Math.min(most, scroll));
  }
}

/** What stands behind a move where there is room: proof numbers, a value, or effort. */
function detailOf({ moment }: TreeScene, node: number): string {
  const record = moment.recordOf(node);
  if (record !== undefined && !Number.isNaN(record.proof)) {
    return `${makeProofNumber(record.proof)} / ${makeProofNumber(record.disproof)}`;
  }
  if (record !== undefined && !Number.isNaN(record.value)) return makeValue(record.value);
  const effort = moment.effort[node]!;
  return effort > 0 ? makeShort(effort) : '';
}
