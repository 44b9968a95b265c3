// The host's side of many searchers of one tree: it gives them memory in common and starts them, run after run
// (src/gpu/shared-tree-runs.ts), until the root is decided.
import { PlyadesError } from '../core/errors.js';
import { separateBatch, writeInput } from './batch.js';
import type { Gpu } from './device.js';
import { type GameShaders, readShader, WORKGROUP } from './games.js';
import { ShaderProgram } from './program.js';
import {
  CONTROL,
  COUNTED_FROM,
  type DeviceRunsReply,
  RunBudget,
  searchInRuns,
} from './shared-tree-runs.js';

/** Words of the memory in common behind what is decided, as src/gpu/shaders/shared-tree-table.wgsl has them. */
const MARKS = 16384;
const HISTORY = 8192;
const TABLE_AT = CONTROL + MARKS + HISTORY;
/** Two entries of four words at each place. */
const PLACE_WORDS = 8;

const PLACES = 2 ** 21;
const SOFTWARE_PLACES = 2 ** 14;
const SOFTWARE_SEARCHERS = 4;
/** On the processor more of them only take turns: a request for more gets this number, and the reply says so. */
const SOFTWARE_MOST = 64;
const MOST = 16384;

/** A search of one tree by all lanes of the device. */
export interface SharedTreeRequest {
  readonly depth: number;
  readonly searchers?: number | undefined;
  /** The game's choice if not given, as the next: see src/gpu/games.ts. */
  readonly sharedFrom?: number | undefined;
  readonly step?: number | undefined;
  readonly growth?: number | undefined;
  readonly looked?: number | undefined;
  /** Nodes of a searcher in the first run; as many as take a quarter of a second if not given. */
  readonly nodesInRun?: number | undefined;
  /** After this number of runs the search ends without a value. */
  readonly mostRuns?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The reply of the device to a search of one tree. */
export interface SharedTreeReply extends DeviceRunsReply {
  /** How many searchers were asked for, where there were fewer. */
  readonly searchersAsked?: number;
}

export class SharedTree {
  readonly #program: ShaderProgram;
  readonly #shaders: GameShaders;
  readonly #software: boolean;
  readonly #places: number;
  readonly #most: number;
  readonly #budget: RunBudget;
  /** Searches take turns: they share the table. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    program: ShaderProgram,
    shaders: GameShaders,
    { software, places, most }: { software: boolean; places: number; most: number },
  ) {
    this.#program = program;
    this.#shaders = shaders;
    this.#software = software;
    this.#places = places;
    this.#most = most;
    this.#budget = new RunBudget(shaders.sharedTree.leastInRun);
  }

  static async make(gpu: Gpu, shaders: GameShaders): Promise<SharedTree> {
    const { software, limits } = gpu.report;
    const { sharedTree } = shaders;
    const places = software ? SOFTWARE_PLACES : PLACES;
    const most = Math.min(
      MOST,
      limits.maxComputeWorkgroupsPerDimension,
      Math.floor(
        limits.maxStorageBufferBindingSize / 4 / WORKGROUP / Math.max(1, sharedTree.laneWords),
      ),
    );
    const program = await ShaderProgram.make(
      gpu,
      await readShader(shaders, sharedTree),
      shaders.tables,
      {
        scratchBytes: 4 * (software ? SOFTWARE_MOST : most) * WORKGROUP * sharedTree.laneWords,
        commonBytes: 4 * (TABLE_AT + PLACE_WORDS * places),
      },
    );
    await program.prepare('sharedTree');
    return new SharedTree(program, shaders, { software, places, most });
  }

  /** Throws DeviceLost. */
  search(record: Uint8Array, asked: SharedTreeRequest): Promise<SharedTreeReply> {
    const answer = this.#last.then(() => this.#search(record, asked));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #search(record: Uint8Array, asked: SharedTreeRequest): Promise<SharedTreeReply> {
    const { sharedTree, toWords, limitOf } = this.#shaders;
    const { depth, sharedFrom = sharedTree.sharedFrom, step = sharedTree.step } = asked;
    const { growth = sharedTree.growth, looked = sharedTree.looked } = asked;
    const wanted =
      asked.searchers ?? (this.#software ? SOFTWARE_SEARCHERS : sharedTree.searchersFor(depth));
    if (wanted > this.#most) {
      const message = `${wanted} searchers: the adapter allows at most ${this.#most}`;
      throw new PlyadesError('ERR_LIMIT', message);
    }
    const searchers = Math.min(wanted, this.#software ? SOFTWARE_MOST : this.#most);
    const batch = separateBatch([record], toWords, { depth, limit: limitOf(record) });
    const input = new Uint32Array(256);
    writeInput(batch, input, { lanes: searchers, pool: 0, values: false, spread: 1 });
    const parametersAt = 200;
    input[15] = parametersAt;
    // Depths are counted back from the last, so that the one before it is a step away.
    const first = depth - step * Math.floor((depth - 1) / step);
    const run = (nodesInRun: number, number: number) => {
      const parameters = [first, step, sharedFrom, nodesInRun, this.#places - 1, growth, looked];
      input.set(parameters, parametersAt);
      return this.#program.run({
        entries: [{ entry: 'sharedTree', workgroups: searchers }],
        input,
        outputWords: CONTROL,
        // Counts and marks of moves that the last run left unfinished, or all that an earlier search knew.
        ...(number === 1
          ? { cleared: 4 * (TABLE_AT + PLACE_WORDS * this.#places) }
          : { cleared: 4 * (CONTROL + MARKS - COUNTED_FROM), clearedFrom: 4 * COUNTED_FROM }),
        readsCommons: true,
      });
    };
    const { nodesInRun, mostRuns, signal } = asked;
    const budget = this.#budget;
    const found = await searchInRuns(run, {
      depth,
      searchers,
      budget,
      nodesInRun,
      mostRuns,
      signal,
    });
    return searchers < wanted ? { ...found, searchersAsked: wanted } : found;
  }
}
