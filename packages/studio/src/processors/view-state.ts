// What the view shows: the visible span, the selected process, and which messages. All panels share them.
import { computed, signal } from '@preact/signals';
import { currentRun, otherRun, type Run } from '../runs/run.js';
import { stored } from '../shell/stored.js';
import { clampSpan, type TimeSpan } from './span.js';

/** Undefined while the whole run is shown, which may still grow. */
export const zoomed = signal<TimeSpan | undefined>(undefined);

/** The process whose lane is selected. */
export const selected = signal<number | undefined>(undefined);

/** The process under the pointer. */
export const hovered = signal<Hovered | undefined>(undefined);

export interface Hovered {
  readonly run: Run;
  readonly process: number;
  /** Pixels from the top left corner of the timeline. */
  readonly x: number;
  readonly y: number;
}

export const arcChoices = ['none', 'selected', 'all'] as const;
export type ArcChoice = (typeof arcChoices)[number];

/** The messages that are drawn. */
export const arcs = stored<ArcChoice>('processors-arcs', 'selected', (value) =>
  arcChoices.includes(value as ArcChoice),
);

/** The end of the longer one of the runs that are shown. */
export const wholeEnd = computed(() =>
  Math.max(0, ...[currentRun.value, otherRun.value].map((run) => (run ? endOf(run) : 0))),
);

function endOf(run: Run): number {
  // The log itself is no signal: its version is.
  run.version.value;
  return run.log.value?.end ?? 0;
}

/** The visible span; never empty. */
export const span = computed<TimeSpan>(() => {
  const end = wholeEnd.value || 1;
  return zoomed.value === undefined ? { from: 0, to: end } : clampSpan(zoomed.value, end);
});
