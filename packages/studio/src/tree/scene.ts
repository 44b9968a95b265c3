// What the tree view holds of one run: its model, the moment that is shown, the part of it that is in view, and the
// nodes that the reader points at. Components read it and tell it what the reader does.
import { signal } from '@preact/signals';
import type { TraceLog } from 'plyades/trace';
import { GameLines } from './game-lines.js';
import { Icicle, type NodeSpan, spanOf } from './icicle.js';
import { principalNodes } from './line.js';
import { TreeModel } from './model.js';
import { type Measure, TreeMoment } from './moment.js';
import { NONE, ROOT } from './nodes.js';
import { Viewport } from './viewport.js';

/** Milliseconds between two changes of the figures beside the picture. */
const FIGURES_MS = 120;

export class TreeScene {
  readonly log: TraceLog;
  model: TreeModel;
  moment: TreeMoment;
  readonly icicle = new Icicle();
  readonly viewport = new Viewport();
  /** Nodes of the principal variation. */
  principal: ReadonlySet<number> = new Set();

  /** The node that the reader has chosen, the one under the pointer, and the one that is followed. */
  readonly selected = signal(ROOT);
  readonly hovered = signal(NONE);
  readonly pinned = signal(NONE);
  readonly lines = signal(GameLines.unknown);
  /** Grows when the view changes for another reason than time. */
  readonly viewVersion = signal(0);
  /** Grows some times a second when the figures of the moment have changed. */
  readonly figures = signal(0);
  /** Grows when nodes have other numbers. */
  readonly builds = signal(0);

  #measure: Measure = 'effort';
  #figuresAt = 0;
  #figuresTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(log: TraceLog) {
    this.log = log;
    this.model = new TreeModel(log);
    this.moment = new TreeMoment(this.model);
    void GameLines.load(log.header).then((lines) => {
      this.lines.value = lines;
    });
  }

  get isEmpty(): boolean {
    return this.log.tree.length === 0 && this.log.pieces.length === 0;
  }

  /** Moves to a time. Takes what the log has added first. */
  advance(time: number, measure: Measure): void {
    if (!this.moment.update()) this.#rebuild();
    this.#measure = measure;
    this.moment.measure = measure;
    this.moment.seek(time);
    this.principal = new Set(principalNodes(this.moment));
    this.#noteFigures();
  }

  /** The part of the tree that is in view. */
  get span(): NodeSpan {
    return this.viewport.spanAt(this.moment);
  }

  show(span: NodeSpan): void {
    this.viewport.show(this.moment, span);
    this.viewVersion.value++;
  }

  showNode(node: number): void {
    this.viewport.showNode(node);
    this.viewVersion.value++;
  }

  select(node: number): void {
    this.selected.value = node;
  }

  /** The node that the card describes. */
  get described(): number {
    return this.hovered.value === NONE ? this.selected.value : this.hovered.value;
  }

  /** Share of the view's width that a node takes. */
  shareOfView(node: number): number {
    const span = spanOf(this.moment, node);
    const { from, to } = this.span;
    return Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)) / (to - from);
  }

  dispose(): void {
    clearTimeout(this.#figuresTimer);
  }

  #rebuild(): void {
    const { nodes } = this.model;
    const selected = nodes.path(this.selected.peek());
    const pinned = this.pinned.peek() === NONE ? undefined : nodes.path(this.pinned.peek());
    const anchor = nodes.path(this.viewport.anchor);
    this.model = new TreeModel(this.log);
    this.moment = new TreeMoment(this.model);
    this.moment.measure = this.#measure;
    const find = (path: readonly number[]) => Math.max(ROOT, this.model.nodes.follow(path));
    this.selected.value = find(selected);
    this.hovered.value = NONE;
    this.pinned.value = pinned === undefined ? NONE : this.model.nodes.follow(pinned);
    this.viewport.rename(find(anchor));
    this.builds.value++;
  }

  #noteFigures(): void {
    const now = performance.now();
    clearTimeout(this.#figuresTimer);
    if (now - this.#figuresAt >= FIGURES_MS) {
      this.#figuresAt = now;
      this.figures.value++;
    } else {
      this.#figuresTimer = setTimeout(() => this.#noteFigures(), FIGURES_MS);
    }
  }
}
