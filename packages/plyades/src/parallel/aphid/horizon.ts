// The parallelization horizon d' and the minimum granularity g (section 5.2.1), from how many nodes
// searches of each depth have. A search of p plies has its leaves at ply p, and a deeper one visits
// about as many nodes there: so the searches that the master makes alone are the statistics by ply.
import { FULL_DEPTH } from '../../core/score.js';
import type { AphidSettings } from './options.js';

/** Statistics of a search of some depth. */
export interface PlyStatistics {
  readonly depth: number;
  readonly nodes: number;
  /** Nodes at its last ply, and those that a search of captures and the like visits below. */
  readonly leaves: number;
}

export interface Horizon {
  /** d': plies of the master's tree. */
  readonly plies: number;
  /** g: least plies of a piece of work. */
  readonly granularity: number;
}

/** The horizon, or undefined while the tree is too small to be searched in parallel. */
export function findHorizon(
  statistics: readonly PlyStatistics[],
  workers: number,
  settings: Pick<AphidSettings, 'minSize' | 'minPieces' | 'horizon' | 'foresee' | 'horizonNodes'>,
): Horizon | undefined {
  if (settings.horizon !== undefined) return { plies: settings.horizon, granularity: 1 };
  const pieces = settings.minPieces * workers;
  const searched = statistics.filter(({ depth }) => depth < FULL_DEPTH);
  const known = settings.foresee ? withNextDepth(searched) : searched;
  const sizeOf = ({ nodes, leaves }: PlyStatistics) =>
    settings.horizonNodes === 'ply' ? leaves : nodes;
  const least = (count: number) => known.find((each) => sizeOf(each) >= count)?.depth;
  const plies = least(pieces);
  const whole = least(pieces * settings.minSize);
  if (plies === undefined || whole === undefined) return undefined;
  return { plies, granularity: Math.max(1, whole - plies) };
}

/**
 * The statistics with those of the next depth, which grows like the last one. The thesis waits for an
 * iteration that was large enough; the one that will be need not be searched alone.
 */
function withNextDepth(statistics: readonly PlyStatistics[]): readonly PlyStatistics[] {
  const [before, last] = statistics.slice(-2);
  if (before === undefined || last === undefined) return statistics;
  const growth = last.nodes / Math.max(1, before.nodes);
  const next = { depth: last.depth + 1, nodes: last.nodes * growth, leaves: last.leaves * growth };
  return [...statistics, next];
}

/** Whether a search of this depth is made in parallel. */
export const isWide = (horizon: Horizon, depth: number): boolean =>
  depth - horizon.plies >= horizon.granularity;
