// The games that the device knows: their shaders, the tables those read, and how a position is written for
// them. Weights come from the same sources as the kernels' (scripts/build-shaders.mjs), so that an
// evaluation is the same number on both.
import { hasBit } from '../core/bits.js';
import { PlyadesError } from '../core/errors.js';
import { openKernel } from '../games/open.js';
import { readShaderFile, readShaderWeights } from './shader-files.js';

/** Games with shaders. */
export const gpuGames = ['connect6', 'chess'] as const;
/** A game with shaders. */
export type GpuGame = (typeof gpuGames)[number];

/** A shader: texts to be joined, and words of scratch memory that each lane needs. */
export interface Shader {
  readonly files: readonly string[];
  readonly laneWords: number;
  /** True when a workgroup works on an item together, false when each lane has its own. */
  readonly together: boolean;
  /** Lanes of a workgroup; WORKGROUP if not given. */
  readonly lanes?: number;
}

/** How many searchers of one tree go about it (src/gpu/shaders/shared-tree-search.wgsl). */
export interface SharedTreeShader extends Shader {
  /** Nodes at least this number of plies above the horizon share their moves out. */
  readonly sharedFrom: number;
  /** The depth that the first search has, counted back from the last in steps of `step`. */
  readonly step: number;
  /** How many there are on a real device: small trees have too little to share out. */
  searchersFor(depth: number): number;
  /** Where one move should be enough, this number more are searched at a time for each that failed. */
  readonly growth: number;
  /** One move of this number is preceded by a look at the whole line. */
  readonly looked: number;
  /** Nodes of a searcher in a run at least: some milliseconds of a fast device, where nothing is known of it. */
  readonly leastInRun: number;
}

/** What the device needs to know of a game: its shaders and their tables. */
export interface GameShaders {
  readonly id: GpuGame;
  readonly leaf: Shader;
  readonly node: Shader;
  readonly sharedTree: SharedTreeShader;
  /** Entry points of the leaf's value. */
  readonly leafEntry: string;
  /** Entry points that find branches and the values of children, one after the other. */
  readonly openEntries: readonly string[];
  /** What says which child is the best: the order of its moves, or its value as a leaf. */
  readonly order: 'moves' | 'leaves';
  /** Whether only nodes that should be cut are subtrees of several plies (src/gpu/round-search.ts). */
  readonly lean: boolean;
  /** From this number of plies above the horizon on, brothers wait also where no cut is expected. */
  readonly careful: number;
  /** Nodes after which a lane or workgroup gives a subtree up, so that others do not wait for it. */
  readonly mostNodes: number;
  /** Constants written before the texts. */
  readonly constants: string;
  readonly tables: Uint32Array;
  /** Plies that the device searches by itself at most. */
  readonly deepest: number;
  /** A compact record as the words of a shader. */
  toWords(record: Uint8Array): Uint32Array;
  /** Branches of a position at most, by its record. */
  limitOf(record: Uint8Array): number;
}

interface Weights {
  readonly chess: {
    readonly psq: readonly number[];
    readonly passed: readonly number[];
    readonly terms: Readonly<Record<string, number>>;
  };
  readonly connect6: {
    readonly order: readonly number[];
    readonly terms: Readonly<Record<string, number>>;
  };
}

/** The texts of a shader, joined behind its constants. */
export async function readShader(game: GameShaders, shader: Shader): Promise<string> {
  const texts = await Promise.all(shader.files.map(readShaderFile));
  const lanes = `const WORKGROUP: u32 = ${shader.lanes ?? WORKGROUP}u;`;
  return [lanes, game.constants, ...texts].join('\n');
}

/** What the device needs to know of a game; a PlyadesError with ERR_GAME for others. */
export async function loadShaders(id: string): Promise<GameShaders> {
  const weights = JSON.parse(await readShaderWeights()) as Weights;
  if (id === 'chess') return chessShaders(weights.chess);
  if (id === 'connect6') return connect6Shaders(weights.connect6);
  const message = `the GPU knows no ${id}: expected ${gpuGames.join(' or ')}`;
  throw new PlyadesError('ERR_GAME', message);
}

/** Lanes of a workgroup. */
export const WORKGROUP = 64;

const constantsOf = (terms: Readonly<Record<string, number>>): string =>
  Object.entries(terms)
    .map(([name, value]) => `const ${name}: i32 = ${value};`)
    .join('\n');

// --- chess --------------------------------------------------------------------------------------

/** The game itself, for any search. */
const CHESS_TEXTS = ['bits', 'batch', 'chess-board', 'chess-evaluate', 'chess-order'];

/** 40 frames of 17 words and 512 moves: src/gpu/shaders/chess-search.wgsl. */
const CHESS_LANE_WORDS = 17 * 40 + 512;

async function chessShaders({ psq, passed, terms }: Weights['chess']): Promise<GameShaders> {
  const id = 'chess';
  const kernel = await openKernel(id, { capacity: 1 << 16 });
  const position = kernel.allocate(kernel.exports.positionBytes());
  const record = kernel.allocate(kernel.exports.recordBytes());
  const passedOn = passed.map((value, rank) => `case ${rank}: { return ${value}; }`).join(' ');
  const shader: Shader = {
    files: [...CHESS_TEXTS, 'chess-moves', 'chess-search'],
    laneWords: CHESS_LANE_WORDS,
    together: false,
  };
  return {
    id,
    leaf: shader,
    node: shader,
    sharedTree: {
      files: [...CHESS_TEXTS, 'shared-tree-table', 'shared-tree-search', 'chess-shared-tree'],
      laneWords: 0,
      together: true,
      lanes: 32,
      sharedFrom: 2,
      step: 2,
      searchersFor: (depth) => (depth <= 8 ? 256 : 512),
      growth: 4,
      looked: 16,
      leastInRun: 1000,
    },
    leafEntry: 'search',
    openEntries: ['expand', 'leavesBelow'],
    order: 'leaves',
    lean: false,
    careful: Number.POSITIVE_INFINITY,
    mostNodes: 256,
    constants: `${constantsOf(terms)}\nfn passedOn(rank: i32) -> i32 { switch rank { ${passedOn} default: { return 0; } } }`,
    tables: chessTables(psq),
    deepest: 8,
    toWords(bytes) {
      kernel.bytes.set(bytes, record);
      kernel.exports.load(position, record);
      const words = kernel.u32.slice(position >>> 2, (position >>> 2) + 16);
      // Behind the six boards and the key: the sum of the pieces' values, seen by White.
      const side = kernel.exports.turn(position);
      const sum = kernel.i32[(position >>> 2) + 14]!;
      words.set([side === 1 ? -sum : sum, side, 0, 0], 12);
      return words;
    },
    limitOf: () => 0,
  };
}

/** As the shader names them: four lines per square, leaps of knight and king, squares between, values. */
function chessTables(psq: readonly number[]): Uint32Array {
  const squares = Array.from({ length: 64 }, (_, square) => square);
  const inside = (x: number, y: number): boolean => x >= 0 && x < 8 && y >= 0 && y < 8;
  const ray = (from: number, dx: number, dy: number): number[] => {
    const found: number[] = [];
    let [x, y] = [(from % 8) + dx, (from >> 3) + dy];
    for (; inside(x, y); x += dx, y += dy) found.push(8 * y + x);
    return found;
  };
  const words = (set: readonly number[]): number[] => {
    const pair = [0, 0];
    for (const square of set) pair[square >> 5]! |= 1 << (square & 31);
    return pair;
  };
  const steps = [-2, -1, 0, 1, 2].flatMap((dx) => [-2, -1, 0, 1, 2].map((dy) => [dx, dy] as const));
  const leaps = (from: number, fits: (dx: number, dy: number) => boolean): number[] =>
    steps
      .filter(([dx, dy]) => fits(Math.abs(dx), Math.abs(dy)))
      .filter(([dx, dy]) => inside((from % 8) + dx, (from >> 3) + dy))
      .map(([dx, dy]) => from + dx + 8 * dy);
  const lines = [
    [1, 1],
    [-1, 1],
    [0, 1],
    [1, 0],
  ] as const;
  const between = (from: number, to: number): number[] => {
    for (const [dx, dy] of [...lines, ...lines.map(([x, y]) => [-x, -y] as const)]) {
      const path = ray(from, dx, dy);
      if (path.includes(to)) return path.slice(0, path.indexOf(to));
    }
    return [];
  };
  return Uint32Array.from([
    ...squares.flatMap((from) =>
      lines.flatMap(([dx, dy]) => words([...ray(from, dx, dy), ...ray(from, -dx, -dy)])),
    ),
    ...squares.flatMap((from) => words(leaps(from, (dx, dy) => dx * dy === 2))),
    ...squares.flatMap((from) => words(leaps(from, (dx, dy) => Math.max(dx, dy) === 1))),
    ...squares.flatMap((from) => squares.flatMap((to) => words(between(from, to)))),
    ...psq,
  ]);
}

// --- Connect6 -------------------------------------------------------------------------------------

const SIZE = 19;
const POINTS = SIZE * SIZE;
/** Bytes of a side's stones in a record; behind both stands the branching. */
const SIDE_BYTES = 46;

/** Words of the lists of a searcher: src/gpu/shaders/connect6-shared-tree.wgsl. */
const CONNECT6_SHARED_TREE_WORDS = 3072;

function connect6Shaders({ order, terms }: Weights['connect6']): GameShaders {
  const places = Array.from({ length: POINTS }, (_, point) => order.indexOf(point));
  const common = ['batch', 'connect6-windows'];
  const parts = ['board', 'planes', 'best', 'branches', 'below'];
  const nodes = [...common, ...parts.map((part) => `connect6-${part}`)];
  return {
    id: 'connect6',
    leaf: { files: [...common, 'connect6-leaf'], laneWords: 0, together: false },
    node: {
      files: [...nodes, 'connect6-open', 'connect6-search'],
      laneWords: 0,
      together: true,
    },
    sharedTree: {
      files: [...nodes, 'shared-tree-table', 'shared-tree-search', 'connect6-shared-tree'],
      laneWords: CONNECT6_SHARED_TREE_WORDS / WORKGROUP,
      together: true,
      lanes: 128,
      sharedFrom: 2,
      step: 99,
      searchersFor: () => 512,
      growth: 2,
      looked: 4,
      leastInRun: 10_000,
    },
    leafEntry: 'evaluate',
    openEntries: ['open'],
    order: 'moves',
    lean: true,
    careful: 3,
    mostNodes: 8,
    constants: constantsOf(terms),
    tables: Uint32Array.from([...places, ...order]),
    deepest: 4,
    toWords(record) {
      const words = new Uint32Array(40);
      for (let side = 0; side < 2; side++) {
        const bits = record.subarray(side * SIDE_BYTES, (side + 1) * SIDE_BYTES);
        for (let point = 0; point < POINTS; point++) {
          if (!hasBit(bits, point)) continue;
          words[side * SIZE + Math.floor(point / SIZE)]! |= 1 << (point % SIZE);
          words[38]!++;
        }
      }
      return words;
    },
    limitOf: (record) => record[2 * SIDE_BYTES]!,
  };
}
