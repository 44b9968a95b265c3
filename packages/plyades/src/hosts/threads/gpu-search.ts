// A search on a graphics device, on a thread that opens the device, owns it for the time of the search and closes it:
// batches are prepared and read back without holding up the thread of the caller.
import { PlyadesError } from '../../core/errors.js';
import type { SearchRequest } from '../../core/search-request.js';
import type { GpuSearchSettings } from '../../gpu/description.js';
import type { Calculates, Gpu, TreeSearchResult } from '../../gpu/index.js';
import { type Finding, nothingFound, progressOf } from '../../search/progress.js';
import { openLineRules } from '../line.js';
import type { SearchReport, SearchSubject } from './protocol.js';

type GpuModule = typeof import('../../gpu/index.js');
type DeviceUse = NonNullable<SearchReport['device']>;
type GpuFinding = Awaited<ReturnType<typeof searchBy>>;

export interface GpuSearchCommand extends SearchSubject {
  readonly type: 'gpu';
  readonly request: SearchRequest;
}

/** The games that the device knows are checked here, where its module is loaded. */
export async function searchOnGpu(
  command: GpuSearchCommand,
  signal: AbortSignal,
): Promise<SearchReport> {
  const gpus = await import('../../gpu/index.js');
  const { request, game, position } = command;
  const settings = request.settings as GpuSearchSettings;
  const id = gpus.gpuGames.find((each) => each === request.game);
  if (id === undefined) {
    const message = `the GPU knows no ${request.game}: expected ${gpus.gpuGames.join(' or ')}`;
    throw new PlyadesError('ERR_GAME', message);
  }
  const { board } = await openLineRules(game);
  // What the device leaves out in a tree of bounded width, it does not tell.
  const searched = { board, root: position, expanded: true, mode: request.mode };
  const began = performance.now();
  const { gpu, missing } = await openOrFallBack(gpus, settings);
  const device = describe(gpu, settings, missing);
  try {
    const calculator: Calculates =
      gpu === undefined ? await gpus.HostCalculator.make(id) : await gpus.Calculator.make(gpu, id);
    const record = position as Uint8Array;
    const found = await searchBy(gpus, calculator, record, request.depth, settings, signal);
    const { value, move, nodes, seconds } = found;
    const finding: Finding = {
      ...{ depth: request.depth, value, bound: 'exact' as const, move },
      // The device keeps no line, and finding the rest would be a search of the processor one ply less deep.
      pv: move === undefined ? [] : [move],
      complete: move === undefined,
    };
    const leaves = 'leaves' in found ? { leaves: found.leaves } : {};
    return {
      ...progressOf(searched, finding, 'depth', { nodes, ...leaves, seconds }),
      device: { ...device, ...useOf(found, settings.subtrees), ...lossOf(calculator) },
    };
  } catch (error) {
    if (!signal.aborted) throw error;
    // An aborted search knows nothing of its depth.
    const counts = { nodes: 0, seconds: (performance.now() - began) / 1000 };
    return { ...progressOf(searched, nothingFound(searched), 'aborted', counts), device };
  } finally {
    gpu?.close();
  }
}

/** With pruning many searchers of one tree, unless batches of nodes or subtrees are asked for. */
function searchBy(
  gpus: GpuModule,
  calculator: Calculates,
  record: Uint8Array,
  depth: number,
  { pruning = true, lmax, bmax, subtrees, searchers }: GpuSearchSettings,
  signal: AbortSignal,
) {
  if (subtrees !== undefined) {
    const plies = Math.min(subtrees, depth);
    return gpus.searchTrees(calculator, record, { depth, pruning, plies, signal });
  }
  if (pruning && (lmax ?? bmax) === undefined) {
    return gpus.searchSharedTree(calculator, record, { depth, searchers, signal });
  }
  return gpus.searchNodes(calculator, record, {
    ...{ depth, pruning, signal },
    ...(lmax !== undefined && { lmax }),
    ...(bmax !== undefined && { bmax }),
  });
}

/** No device when there is no adapter and the processor may take its place; `missing` says why. */
async function openOrFallBack(
  gpus: GpuModule,
  { fallback }: GpuSearchSettings,
): Promise<{ readonly gpu: Gpu | undefined; readonly missing?: string }> {
  try {
    return { gpu: await gpus.openGpu() };
  } catch (error) {
    const isMissing = error instanceof PlyadesError && error.code === 'ERR_MISSING_PART';
    if (!isMissing) throw error;
    if (fallback === 'cpu') return { gpu: undefined, missing: error.message };
    const message = `${error.message}; the setting fallback cpu (--fallback cpu) searches without`;
    throw new PlyadesError('ERR_MISSING_PART', message, { cause: error });
  }
}

/** The device that searches, or the processor in its place and why. */
function describe(
  gpu: Gpu | undefined,
  { pruning = true }: GpuSearchSettings,
  missing: string | undefined,
): DeviceUse {
  const name = gpu === undefined ? 'cpu' : gpu.report.description || gpu.report.vendor;
  return { name, pruning, ...(missing !== undefined && { missing }) };
}

const lossOf = ({ usage: { lost } }: Calculates): object => (lost === undefined ? {} : { lost });

function useOf(found: GpuFinding, subtrees: number | undefined): object {
  if ('leaves' in found) {
    const { hostNodes, leafBatches, branchBatches, mostNodes } = found;
    return { hostNodes, leafBatches, branchBatches, mostNodes };
  }
  if (!('searchers' in found)) return useInRounds(found, subtrees);
  const { searchers, searchersAsked, runs, probes, hits, cuts, left, joined, inRounds } = found;
  if (searchers === 0 && inRounds !== undefined) return useInRounds(inRounds, inRounds.plies);
  const cut = searchersAsked === undefined ? {} : { searchersAsked };
  return { searchers, ...cut, runs, table: { probes, hits, cuts }, left, joined };
}

function useInRounds(
  { hostNodes, tasks, rounds, batches }: TreeSearchResult,
  subtrees: number | undefined,
): object {
  return { hostNodes, subtrees, tasks, rounds, batches };
}
