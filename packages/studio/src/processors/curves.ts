// The curves below the lanes: queue, node rate and table hits at evenly spaced moments of a span. Samples of processes
// come at different times, so every count grows evenly between its samples; the sum over all processes is prepared once
// as a series of corners, from which any span is read in a moment.
import type { SampleRecord } from 'plyades/trace';
import type { TimeSpan } from './lane-bins.js';

export interface Curves {
  /** Nanoseconds: the end of each interval. */
  readonly times: readonly number[];
  /** Pieces that wait; null where nothing is known. */
  readonly queue: readonly (number | null)[];
  /** Nodes a second. */
  readonly rate: readonly (number | null)[];
  /** Share of the nodes that the table decided, 0 .. 1. */
  readonly hits: readonly (number | null)[];
}

/** Samples of each process in order of time. */
export function groupSamples(
  samples: readonly SampleRecord[],
  processes: number,
): SampleRecord[][] {
  const groups = Array.from({ length: processes }, () => [] as SampleRecord[]);
  for (const sample of samples) groups[sample.process]?.push(sample);
  for (const group of groups) group.sort((a, b) => a.at - b.at);
  return groups;
}

/** Counts of some processes together: at each corner, and how fast they grow until the next. */
export interface CountSeries {
  readonly times: Float64Array;
  readonly nodes: Float64Array;
  readonly nodeSlopes: Float64Array;
  readonly hits: Float64Array;
  readonly hitSlopes: Float64Array;
  readonly queue: Float64Array;
  readonly knowsHits: boolean;
  readonly knowsQueue: boolean;
}

/** What changes at a time: counts jump by, and grow faster by. */
interface Corner {
  readonly at: number;
  readonly nodeJump: number;
  readonly nodeSlope: number;
  readonly hitJump: number;
  readonly hitSlope: number;
  readonly queueJump: number;
}

/** The series of one process, or of several together; samples of each are in order. */
export function makeSeries(groups: readonly (readonly SampleRecord[])[]): CountSeries {
  const corners: Corner[] = [];
  let knowsHits = false;
  let knowsQueue = false;
  for (const samples of groups) {
    let [from, nodes, hits, queue] = [0, 0, 0, 0];
    for (const sample of samples) {
      const { at } = sample;
      const moreNodes = (sample.nodes || nodes) - nodes;
      const moreHits = (sample.tableHits || hits) - hits;
      if (!Number.isNaN(sample.tableHits)) knowsHits = true;
      if (!Number.isNaN(sample.queue)) knowsQueue = true;
      const nextQueue = Number.isNaN(sample.queue) ? queue : sample.queue;
      const queueJump = nextQueue - queue;
      if (at > from) {
        const nodeSlope = moreNodes / (at - from);
        const hitSlope = moreHits / (at - from);
        corners.push({ at: from, nodeJump: 0, nodeSlope, hitJump: 0, hitSlope, queueJump: 0 });
        corners.push({
          ...{ at, nodeJump: 0, nodeSlope: -nodeSlope, hitJump: 0, hitSlope: -hitSlope, queueJump },
        });
      } else {
        corners.push({
          ...{ at, nodeJump: moreNodes, nodeSlope: 0, hitJump: moreHits, hitSlope: 0, queueJump },
        });
      }
      [from, nodes, hits, queue] = [at, nodes + moreNodes, hits + moreHits, nextQueue];
    }
  }
  corners.sort((a, b) => a.at - b.at);
  return { ...addUp(corners), knowsHits, knowsQueue };
}

function addUp(corners: readonly Corner[]) {
  const { length } = corners;
  const series = {
    times: new Float64Array(length),
    nodes: new Float64Array(length),
    nodeSlopes: new Float64Array(length),
    hits: new Float64Array(length),
    hitSlopes: new Float64Array(length),
    queue: new Float64Array(length),
  };
  let [last, nodes, nodeSlope, hits, hitSlope, queue] = [0, 0, 0, 0, 0, 0];
  for (const [i, corner] of corners.entries()) {
    const passed = corner.at - last;
    nodes += passed * nodeSlope + corner.nodeJump;
    hits += passed * hitSlope + corner.hitJump;
    nodeSlope += corner.nodeSlope;
    hitSlope += corner.hitSlope;
    queue += corner.queueJump;
    last = corner.at;
    series.times[i] = last;
    series.nodes[i] = nodes;
    series.nodeSlopes[i] = nodeSlope;
    series.hits[i] = hits;
    series.hitSlopes[i] = hitSlope;
    series.queue[i] = queue;
  }
  return series;
}

/** Curves of `points` intervals. */
export function makeCurves(series: CountSeries, span: TimeSpan, points: number): Curves {
  const step = (span.to - span.from) / points;
  const last = series.times.at(-1) ?? 0;
  const times: number[] = [];
  const queue: (number | null)[] = [];
  const rate: (number | null)[] = [];
  const hits: (number | null)[] = [];
  let corner = -1;
  let [nodesBefore, hitsBefore] = [0, 0];
  for (let i = 0; i <= points; i++) {
    const time = span.from + i * step;
    corner = cornerAt(series.times, time, corner);
    const passed = corner < 0 ? 0 : time - series.times[corner]!;
    const nodes = corner < 0 ? 0 : series.nodes[corner]! + passed * series.nodeSlopes[corner]!;
    const decided = corner < 0 ? 0 : series.hits[corner]! + passed * series.hitSlopes[corner]!;
    const searched = nodes - nodesBefore;
    const isKnown = i > 0 && time - step < last;
    times.push(time);
    queue.push(isKnown && series.knowsQueue ? (series.queue[corner] ?? 0) : null);
    rate.push(isKnown ? Math.max(0, searched / (step / 1e9)) : null);
    hits.push(
      isKnown && series.knowsHits && searched > 1e-6
        ? Math.min(1, Math.max(0, (decided - hitsBefore) / searched))
        : null,
    );
    [nodesBefore, hitsBefore] = [nodes, decided];
  }
  return { times, queue, rate, hits };
}

/** The last corner at or before a time, at or after another one. */
function cornerAt(times: Float64Array, time: number, from: number): number {
  let low = from;
  let high = times.length;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
}
