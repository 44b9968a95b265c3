// The host's side of many searchers of one tree: it gives them memory in common, starts them, and looks after each
// run whether the root is decided. A run is bounded in nodes, so that a search can be stopped and a display does not
// wait for it; what the runs before have proved is in the table, and the next begins with it.
import { separateBatch, writeInput } from './batch.js';
import type { Gpu } from './device.js';
import { type GameShaders, readShader, WORKGROUP } from './games.js';
import { Program } from './program.js';

/** Words of the memory in common, as src/gpu/shaders/team-table.wgsl has them: what is decided, marks, history. */
const CONTROL = 16;
const MARKS = 16384;
const HISTORY = 8192;
const TABLE_AT = CONTROL + MARKS + HISTORY;
/** Two entries of four words at each place. */
const PLACE_WORDS = 8;

const PLACES = 2 ** 21;
const SOFTWARE_PLACES = 2 ** 14;
const SOFTWARE_SEARCHERS = 4;
const SOFTWARE_NODES = 1000;

export interface TeamAsked {
  readonly depth: number;
  readonly searchers?: number | undefined;
  /** The game's choice if not given, as the next: see src/gpu/games.ts. */
  readonly sharedFrom?: number | undefined;
  readonly step?: number | undefined;
  readonly growth?: number | undefined;
  readonly looked?: number | undefined;
  /** Nodes of a searcher in a run. */
  readonly nodesInRun?: number | undefined;
  /** After so many runs the search ends without a value. */
  readonly mostRuns?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TeamAnswer {
  /** Undefined when a line did not fit into the memory of a searcher, or the runs were not enough. */
  readonly value: number | undefined;
  readonly move: number;
  readonly nodes: number;
  readonly runs: number;
  readonly searchers: number;
  /** Asked of the table, found there, and enough to decide a node. */
  readonly probes: number;
  readonly hits: number;
  readonly cuts: number;
  /** Nodes that were left when another had decided one above them; moves that another was at. */
  readonly left: number;
  readonly joined: number;
  readonly seconds: number;
  readonly deviceSeconds: number;
}

export class Team {
  readonly #program: Program;
  readonly #shaders: GameShaders;
  readonly #software: boolean;
  readonly #places: number;
  readonly #most: number;
  /** Searches take turns: they share the table. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    program: Program,
    shaders: GameShaders,
    { software, places, most }: { software: boolean; places: number; most: number },
  ) {
    this.#program = program;
    this.#shaders = shaders;
    this.#software = software;
    this.#places = places;
    this.#most = most;
  }

  static async make(gpu: Gpu, shaders: GameShaders): Promise<Team> {
    const { software, limits } = gpu.report;
    const { team } = shaders;
    const places = software ? SOFTWARE_PLACES : PLACES;
    const most = Math.min(
      software ? 64 : 16384,
      limits.maxComputeWorkgroupsPerDimension,
      Math.floor(limits.maxStorageBufferBindingSize / 4 / WORKGROUP / Math.max(1, team.laneWords)),
    );
    const program = await Program.make(gpu, await readShader(shaders, team), shaders.tables, {
      scratchBytes: 4 * most * WORKGROUP * team.laneWords,
      commonBytes: 4 * (TABLE_AT + PLACE_WORDS * places),
    });
    await program.prepare('team');
    return new Team(program, shaders, { software, places, most });
  }

  /** Throws DeviceLost. */
  search(record: Uint8Array, asked: TeamAsked): Promise<TeamAnswer> {
    const answer = this.#last.then(() => this.#search(record, asked));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #search(record: Uint8Array, asked: TeamAsked): Promise<TeamAnswer> {
    const { team, toWords, limitOf } = this.#shaders;
    const { depth, sharedFrom = team.sharedFrom, step = team.step, signal } = asked;
    const { growth = team.growth, looked = team.looked } = asked;
    const { mostRuns = Number.POSITIVE_INFINITY } = asked;
    const usual = this.#software ? SOFTWARE_SEARCHERS : team.searchers;
    const searchers = Math.min(asked.searchers ?? usual, this.#most);
    const batch = separateBatch([record], toWords, { depth, limit: limitOf(record) });
    const input = new Uint32Array(256);
    writeInput(batch, input, { lanes: searchers, pool: 0, values: false, spread: 1 });
    const parametersAt = 200;
    input[15] = parametersAt;
    // Depths are counted back from the last, so that the one before it is a step away.
    const first = depth - step * Math.floor((depth - 1) / step);
    let nodesInRun = asked.nodesInRun ?? (this.#software ? SOFTWARE_NODES : team.nodesInRun);
    const began = performance.now();
    let nodes = 0;
    let deviceSeconds = 0;
    for (let runs = 1; ; runs++) {
      if (signal?.aborted) throw signal.reason;
      const parameters = [first, step, sharedFrom, nodesInRun, this.#places - 1, growth, looked];
      input.set(parameters, parametersAt);
      const ran = await this.#program.run({
        entries: [{ entry: 'team', workgroups: searchers }],
        input,
        outputWords: CONTROL,
        // Marks of moves that the last run left unfinished, or all that an earlier search knew.
        ...(runs === 1
          ? { cleared: 4 * (TABLE_AT + PLACE_WORDS * this.#places) }
          : { cleared: 4 * MARKS, clearedFrom: 4 * CONTROL }),
        readsCommons: true,
      });
      nodes += ran.nodes;
      deviceSeconds += ran.deviceSeconds ?? 0;
      const [decided, value, move, overflows, probes, hits, cuts, left, joined] = ran.output;
      if (decided! < depth && overflows === 0 && runs < mostRuns) {
        nodesInRun = Math.min(2 * nodesInRun, 2 ** 30);
        continue;
      }
      return {
        value: decided! < depth ? undefined : value! | 0,
        move: move!,
        nodes,
        runs,
        searchers,
        probes: probes!,
        hits: hits!,
        cuts: cuts!,
        left: left!,
        joined: joined!,
        seconds: (performance.now() - began) / 1000,
        deviceSeconds,
      };
    }
  }
}
