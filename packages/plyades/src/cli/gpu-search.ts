// `plyades search --algorithm gpu`: the search of a graphics device, which is loaded only here.
import type { LoadedGame, Position } from '../api/index.js';
import { PlyadesError } from '../core/errors.js';
import { recordOf } from '../core/game.js';
import type {
  Calculates,
  Gpu,
  NodeSearchResult,
  TeamSearchResult,
  TreeSearchResult,
} from '../gpu/index.js';
import { Refusal } from './exit.js';
import { makeCount, makeRate, makeSeconds, makeValue, roundSeconds } from './numbers.js';
import { colours, columns, note, print, printJson } from './terminal.js';

export interface GpuFlags {
  readonly depth?: number;
  readonly lmax?: number;
  readonly bmax?: number;
  readonly subtrees?: number;
  readonly searchers?: number;
  readonly pruning: boolean;
  readonly fallback?: 'cpu';
  readonly json?: boolean;
}

/** Options that only the device has are not taken in silence. */
export function refuseGpuOptions(flags: GpuFlags): void {
  const { lmax, bmax, subtrees, searchers, pruning, fallback } = flags;
  const given = {
    '--lmax': lmax,
    '--bmax': bmax,
    '--subtrees': subtrees,
    '--searchers': searchers,
    '--fallback': fallback,
  };
  const option = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
  const where = option ?? (pruning ? undefined : '--no-pruning');
  if (where === undefined) return;
  throw new Refusal('ERR_OPTION', `${where} is for --algorithm gpu`, { where });
}

/** Options that the device does not have. */
export function refuseOthers(flags: GpuFlags, others: Readonly<Record<string, unknown>>): void {
  const where = Object.keys(others).find((name) => others[name] !== undefined);
  if (where !== undefined) {
    throw new Refusal('ERR_OPTION', `the search on a GPU has no ${where}`, { where });
  }
  if (flags.subtrees !== undefined && (flags.lmax ?? flags.bmax) !== undefined) {
    const message = 'batches of nodes have a size, and --subtrees has none';
    throw new Refusal('ERR_OPTION', message, { where: '--subtrees' });
  }
  const batched = flags.subtrees ?? flags.lmax ?? flags.bmax;
  if (flags.searchers !== undefined && (batched !== undefined || !flags.pruning)) {
    const message = 'searchers of one tree prune, and have neither batches nor --subtrees';
    throw new Refusal('ERR_OPTION', message, { where: '--searchers' });
  }
  if (flags.depth === undefined) {
    const message = 'the search on a GPU is of a fixed depth: give --depth';
    throw new Refusal('ERR_OPTION', message, { where: '--depth' });
  }
}

export async function searchOnGpu(
  game: LoadedGame,
  position: Position,
  flags: GpuFlags,
  signal: AbortSignal,
): Promise<void> {
  const gpus = await import('../gpu/index.js');
  const { notation } = game;
  if (!gpus.gpuGames.some((id) => id === notation.id)) {
    const message = `the GPU knows no ${notation.id}: expected ${gpus.gpuGames.join(' or ')}`;
    throw new Refusal('ERR_GAME', message, { where: 'GAME' });
  }
  const gpu = await openOrFallBack(gpus.openGpu, flags);
  try {
    const calculator: Calculates =
      gpu === undefined
        ? await gpus.HostCalculator.make(notation.id)
        : await gpus.Calculator.make(gpu, notation.id);
    const record = recordOf(notation, position);
    const found = await searchBy(gpus, calculator, record, flags, signal);
    const { lost } = calculator.usage;
    if (lost !== undefined) note(`the device was lost (${lost}): the processor went on`);
    if ('searchersAsked' in found) {
      const { searchers, searchersAsked } = found;
      note(`${searchers} searchers, not ${searchersAsked}: this adapter is the processor`);
    }
    const device = gpu === undefined ? 'cpu' : gpu.report.description || gpu.report.vendor;
    if (flags.json) printJson(asJson(game, position, found, flags, device, lost));
    else print(asText(game, position, found, flags, device));
  } finally {
    gpu?.close();
  }
}

/** With pruning many searchers of one tree, unless batches of nodes or subtrees are asked for. */
function searchBy(
  gpus: typeof import('../gpu/index.js'),
  calculator: Calculates,
  record: Uint8Array,
  { depth = 1, pruning, lmax, bmax, subtrees, searchers }: GpuFlags,
  signal: AbortSignal,
): Promise<Found> {
  if (subtrees !== undefined) {
    const plies = Math.min(subtrees, depth);
    return gpus.searchTrees(calculator, record, { depth, pruning, plies, signal });
  }
  if (pruning && (lmax ?? bmax) === undefined) {
    return gpus.searchTogether(calculator, record, { depth, searchers, signal });
  }
  return gpus.searchNodes(calculator, record, {
    depth,
    pruning,
    ...(lmax !== undefined && { lmax }),
    ...(bmax !== undefined && { bmax }),
    signal,
  });
}

/** Undefined when there is no adapter and the processor may take its place. */
async function openOrFallBack(open: () => Promise<Gpu>, flags: GpuFlags): Promise<Gpu | undefined> {
  try {
    return await open();
  } catch (error) {
    const missing = error instanceof PlyadesError && error.code === 'ERR_MISSING_PART';
    if (!missing) throw error;
    if (flags.fallback !== 'cpu') {
      const message = `${error.message}; --fallback cpu searches without`;
      throw new PlyadesError('ERR_MISSING_PART', message, { cause: error });
    }
    note(`${error.message}: the processor takes its place`);
    return undefined;
  }
}

type Found = NodeSearchResult | TreeSearchResult | TeamSearchResult;

/** The fields of every search, in their order, and how the device was used. */
function asJson(
  { notation }: LoadedGame,
  position: Position,
  found: Found,
  flags: GpuFlags,
  device: string,
  lost: string | undefined,
): object {
  const move = found.move === undefined ? null : notation.makeMove(found.move);
  return {
    game: notation.id,
    position: notation.makePosition(position),
    algorithm: 'gpu',
    mode: 'exact',
    depth: flags.depth,
    value: found.value,
    bound: 'exact',
    bestMove: move,
    pv: move === null ? [] : [move],
    nodes: found.nodes,
    ...('leaves' in found && { leaves: found.leaves }),
    seconds: roundSeconds(found.seconds),
    device,
    pruning: flags.pruning,
    ...howUsed(found, flags),
    ...(lost !== undefined && { lost }),
  };
}

function howUsed(found: Found, { subtrees }: GpuFlags): object {
  if ('leaves' in found) {
    const { hostNodes, leafBatches, branchBatches, mostNodes } = found;
    return { hostNodes, leafBatches, branchBatches, mostNodes };
  }
  if ('searchers' in found) {
    const { searchers, searchersAsked, runs, probes, hits, cuts, left, joined } = found;
    const cut = searchersAsked === undefined ? {} : { searchersAsked };
    return { searchers, ...cut, runs, table: { probes, hits, cuts }, left, joined };
  }
  const { hostNodes, tasks, rounds, batches } = found;
  return { hostNodes, subtrees, tasks, rounds, batches };
}

function makeBatches(found: Found): string {
  if ('leaves' in found) {
    const { leafBatches, branchBatches } = found;
    return `${makeCount(leafBatches)} of leaves, ${makeCount(branchBatches)} of branches`;
  }
  if ('searchers' in found) {
    return `${makeCount(found.runs)} of ${makeCount(found.searchers)} searchers of one tree`;
  }
  const { batches, tasks, rounds } = found;
  return `${makeCount(batches)}, ${makeCount(tasks)} subtrees in ${makeCount(rounds)} rounds`;
}

function asText(
  game: LoadedGame,
  position: Position,
  found: Found,
  flags: GpuFlags,
  device: string,
): string {
  const { bold } = colours(process.stdout);
  const { nodes, seconds, move } = found;
  const counts = `${makeCount(nodes)} nodes`;
  const value = {
    value: found.value,
    bound: 'exact' as const,
    depth: flags.depth!,
    solved: false,
  };
  return columns([
    [
      'best move',
      bold(move === undefined ? 'none, the game is over' : game.writeMove(position, move)),
    ],
    ['value', `${makeValue(game.notation, value)} for the side to move`],
    ['depth', String(flags.depth)],
    ['searched', `${counts} in ${makeSeconds(seconds)}, ${makeRate(nodes, seconds)}`],
    ['batches', makeBatches(found)],
    ['how', `gpu on ${device}, exact mode, ${flags.pruning ? 'pruning' : 'no pruning'}`],
  ]);
}
