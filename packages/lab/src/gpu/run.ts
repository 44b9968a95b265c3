// What the experiments on a graphics device measure: batches of nodes, and whole searches, each beside one core
// of the same machine with the game's kernel. The device is opened with the first run and used by all.
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { NO_MOVE } from 'plyades/internal/gpu/batch.js';
import {
  Calculator,
  openGpu,
  Reference,
  searchNodes,
  searchSharedTree,
} from 'plyades/internal/gpu/index.js';
import { Kernel, Searcher, Table } from 'plyades/internal/kernel/index.js';

export type MeasuredGame = 'connect6' | 'chess';

export type GpuSettings =
  | {
      readonly kind: 'batch';
      readonly game: MeasuredGame;
      readonly what: 'leaves' | 'branches';
      readonly size: number;
    }
  | {
      readonly kind: 'search';
      readonly game: MeasuredGame;
      readonly depth: number;
      readonly pruning: boolean;
      readonly lmax: number;
      readonly bmax: number;
    }
  | { readonly kind: 'team'; readonly game: MeasuredGame; readonly depth: number };

export interface GpuFigures {
  readonly device: string;
  readonly seconds: number;
  /** Seconds of one core for the same, by the paper's algorithm 1 where it is a search. */
  readonly coreSeconds: number;
  readonly nodes: number;
  /** Nodes that the core entered, quiescence included. */
  readonly coreNodes: number;
  readonly mostNodes: number;
  readonly value: number | null;
}

/** The paper's roots: one stone in the centre, and the start. */
const OPENING: Readonly<Record<MeasuredGame, readonly string[]>> = { connect6: ['j10'], chess: [] };
/** Nodes of a batch lie this many plies below the root. */
const PLIES = 3;
const REPEATS = 5;

const calculators = new Map<MeasuredGame, Promise<Calculator>>();
const cores = new Map<string, { seconds: number; nodes: number; value: number }>();
/** Seconds of one core for a branch and a leaf, measured once for each game. */
const perNode = new Map<string, { branch: number; leaf: number }>();
let device: ReturnType<typeof openGpu> | undefined;

function calculatorOf(game: MeasuredGame): Promise<Calculator> {
  let calculator = calculators.get(game);
  if (calculator === undefined) {
    device ??= openGpu();
    calculator = device.then(async (gpu) => {
      const made = await Calculator.make(gpu, game);
      await made.prepare();
      return made;
    });
    calculators.set(game, calculator);
  }
  return calculator;
}

export async function performGpu(settings: GpuSettings, signal: AbortSignal): Promise<GpuFigures> {
  const calculator = await calculatorOf(settings.game);
  const root = rootOf(settings.game, calculator.reference);
  if (settings.kind === 'batch') return measureBatch(calculator, root, settings);
  if (settings.kind === 'team') return measureSharedTree(calculator, root, settings);
  const { game, depth, pruning, lmax, bmax } = settings;
  const found = await searchNodes(calculator, root, { depth, pruning, lmax, bmax, signal });
  const core = await coreSearch(game, root, depth, pruning);
  if (core.value !== found.value) {
    throw new Error(`the device found ${found.value}, one core ${core.value}`);
  }
  return {
    device: describe(calculator),
    seconds: found.seconds,
    coreSeconds: core.seconds,
    nodes: found.nodes,
    coreNodes: core.nodes,
    mostNodes: found.mostNodes,
    value: found.value,
  };
}

function describe({ gpu }: Calculator): string {
  return gpu.report.description || gpu.report.vendor;
}

function rootOf(game: MeasuredGame, reference: Reference): Uint8Array {
  const notation = notationOf(game);
  let { record } = notation.start() as { record: Uint8Array };
  for (const text of OPENING[game]) {
    const move = notation.parseMove(text);
    if (move.ok) record = reference.play(record, move.value);
  }
  return record;
}

/** One core is measured once for each tree. */
async function coreSearch(game: MeasuredGame, root: Uint8Array, depth: number, pruning: boolean) {
  const name = `${game} ${depth} ${pruning}`;
  const known = cores.get(name);
  if (known !== undefined) return known;
  const reference = await Reference.load(game);
  reference.search(root, [], { depth: Math.min(depth, 2), pruning });
  const before = reference.nodes;
  const began = performance.now();
  const value = reference.search(root, [], { depth, pruning });
  const seconds = (performance.now() - began) / 1000;
  const measured = { seconds, nodes: reference.nodes - before, value };
  cores.set(name, measured);
  return measured;
}

/** Searchers of one tree beside the project's own search with a table, the quickest of some runs each. */
async function measureSharedTree(
  calculator: Calculator,
  root: Uint8Array,
  { game, depth }: Extract<GpuSettings, { kind: 'team' }>,
): Promise<GpuFigures> {
  const runs = [];
  for (let i = 0; i < REPEATS; i++) runs.push(await searchSharedTree(calculator, root, { depth }));
  const best = runs.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const kernel = new Kernel((await loadKernel(game)).module, { capacity: 300 << 20 });
  const searcher = new Searcher(kernel, 96);
  searcher.attach(Table.create(kernel, 256 << 20));
  const began = performance.now();
  searcher.start(root, { maxDepth: depth, minDepth: 1, method: 'negascout' });
  searcher.run(Number.POSITIVE_INFINITY);
  const coreSeconds = (performance.now() - began) / 1000;
  const { value } = searcher.found!;
  if (runs.some((run) => run.value !== value)) throw new Error(`one core found ${value}`);
  return {
    device: describe(calculator),
    seconds: best.seconds,
    coreSeconds,
    nodes: best.nodes,
    coreNodes: searcher.nodes,
    mostNodes: 0,
    value,
  };
}

/** A batch of nodes of the paper's tree: the shortest of some runs, on the device and on one core. */
async function measureBatch(
  calculator: Calculator,
  root: Uint8Array,
  { what, size }: Extract<GpuSettings, { kind: 'batch' }>,
): Promise<GpuFigures> {
  const { shaders, reference } = calculator;
  const lines = linesBelow(reference, root, what === 'leaves' ? PLIES + 1 : PLIES, size);
  const parents: number[][] = [];
  const items = lines.map((line) => {
    const path = line.slice(0, -1);
    const last = parents.at(-1);
    if (last === undefined || path.some((move, i) => move !== last[i])) parents.push(path);
    return ((parents.length - 1) * 2 ** 18 + (line.at(-1) ?? NO_MOVE)) >>> 0;
  });
  const batch = {
    count: items.length,
    roots: [shaders.toWords(root)],
    records: [root],
    paths: Uint32Array.from(parents.flatMap((path) => [0, ...path])),
    pathCount: parents.length,
    pathLength: parents[0]!.length,
    items: Uint32Array.from(items),
    depth: 0,
    limit: shaders.limitOf(root),
  };
  let seconds = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPEATS; i++) {
    const began = performance.now();
    await (what === 'leaves' ? calculator.leaves(batch) : calculator.branches(batch));
    seconds = Math.min(seconds, (performance.now() - began) / 1000);
  }
  let each = perNode.get(shaders.id);
  if (each === undefined) {
    const some = linesBelow(reference, root, PLIES, 200);
    each = reference.secondsPerNode(root, some, REPEATS);
    perNode.set(shaders.id, each);
  }
  return {
    device: describe(calculator),
    seconds,
    coreSeconds: items.length * (what === 'leaves' ? each.leaf : each.branch),
    nodes: items.length,
    coreNodes: items.length,
    mostNodes: items.length,
    value: null,
  };
}

/** Lines of moves from the root to nodes `plies` below it, at most `most`. */
function linesBelow(reference: Reference, root: Uint8Array, plies: number, most: number) {
  let lines: number[][] = [[]];
  for (let ply = 0; ply < plies; ply++) {
    const next: number[][] = [];
    for (const line of lines) {
      for (const move of reference.movesAfter(root, line)) {
        if (next.length < most) next.push([...line, move]);
      }
      if (next.length >= most) break;
    }
    lines = next;
  }
  return lines;
}
