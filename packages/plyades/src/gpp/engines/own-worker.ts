// Our own search as workers of a team, all in one memory: a searcher is a value that can be continued, so nodes
// spent on a task accumulate exactly, sixty of them take turns on one core, and each has a table of its own that
// says which positions it has searched deepest.
import { type LoadedGame, MAX_DEPTH, type Position } from '../../api/index.js';
import { bestKnown } from '../../api/table-positions.js';
import { unwrap } from '../../core/result.js';
import { isProvenLoss, isProvenWin, pliesToWin } from '../../core/score.js';
import { createReader, type PositionReader } from '../../engines/index.js';
import { openKernel } from '../../games/open.js';
import { type Found, Rules, Searcher, Table } from '../../kernel/index.js';
import type { Setup } from '../../protocols/index.js';
import { scoreValue } from '../../protocols/score.js';
import { MAX_PLY } from '../../search/sequential.js';
import type { EngineReport, ListedPosition } from '../index.js';
import type { BudgetAssignment, BudgetWorker } from './worker.js';

export interface OwnWorkerOptions {
  readonly game: LoadedGame;
  readonly count: number;
  /** MiB of table for each. */
  readonly hash: number;
}

/** ERR_MEMORY when the workers do not fit. */
export async function createOwnWorkers(options: OwnWorkerOptions): Promise<BudgetWorker[]> {
  const { game, count, hash } = options;
  const bytes = hash << 20;
  const kernel = await openKernel(game.id, ({ data, probe }) => {
    const each = Searcher.bytes(probe, MAX_PLY);
    return { capacity: count * (bytes + each + (1 << 12)) + (1 << 20), data };
  });
  const rules = new Rules(kernel);
  return Array.from({ length: count }, () => {
    const table = Table.create(kernel, bytes);
    const searcher = new Searcher(kernel, MAX_PLY).attach(table);
    return new OwnWorker(game, { rules, table, searcher });
  });
}

interface Parts {
  readonly rules: Rules;
  readonly table: Table;
  readonly searcher: Searcher;
}

class OwnWorker implements BudgetWorker {
  readonly #game: LoadedGame;
  readonly #parts: Parts;
  readonly #reader: PositionReader;
  #assigned = false;

  constructor(game: LoadedGame, parts: Parts) {
    this.#game = game;
    this.#parts = parts;
    this.#reader = createReader(game);
  }

  async newGame(): Promise<void> {
    this.#assigned = false;
    this.#forget();
  }

  assign({ setup, searchMoves }: BudgetAssignment): void {
    const { table, searcher } = this.#parts;
    const positions = this.#read(setup);
    const only = searchMoves?.map((text) => unwrap(this.#game.notation.parseMove(text)));
    table.age();
    searcher.start(positions.at(-1)!.record, {
      mode: 'play',
      maxDepth: MAX_DEPTH,
      before: positions
        .slice(0, -1)
        .reverse()
        .map(({ record }) => record),
      ...(only && { only }),
    });
    this.#assigned = true;
  }

  async run(nodes: number): Promise<readonly EngineReport[]> {
    const { searcher } = this.#parts;
    if (!this.#assigned) return [];
    const until = searcher.nodes + nodes;
    const reports: EngineReport[] = [];
    let depth = searcher.found?.depth;
    // In slices, so that every depth is reported: its line may lead elsewhere than the last one's.
    while (searcher.status === 'running' && searcher.nodes < until) {
      searcher.run(Math.min(SLICE, until - searcher.nodes));
      const { found } = searcher;
      if (found === undefined || found.depth === depth) continue;
      depth = found.depth;
      const report = this.#report(found);
      if (report !== undefined) reports.push(report);
    }
    return reports;
  }

  async list(
    setup: Setup,
    count: number,
    covered: readonly string[],
  ): Promise<readonly ListedPosition[]> {
    const { rules, table } = this.#parts;
    const { makeMove } = this.#game.notation;
    const { record } = this.#read(setup).at(-1)!;
    const only = rules.moves(record).filter((move) => !covered.includes(makeMove(move)));
    return bestKnown(rules, table, record, count, only).map(({ line, depth }) => {
      return { path: line.map(makeMove), depth };
    });
  }

  async close(): Promise<void> {}

  #forget(): void {
    this.#parts.table.clear();
    this.#parts.searcher.reset();
  }

  #read(setup: Setup): readonly Position[] {
    return unwrap(this.#reader.read(setup));
  }

  #report({ value, depth, bound, pv }: Found): EngineReport | undefined {
    if (pv.length === 0 || bound !== 'exact') return undefined;
    const { makeMove } = this.#game.notation;
    const { nodes } = this.#parts.searcher;
    return { value: onScale(value, depth), depth, nodes, line: pv.map(makeMove) };
  }
}

/** Nodes between two looks at what has been found. */
const SLICE = 200;

/** A kernel's value on the scale of the protocols. */
function onScale(value: number, depth: number): number {
  const wins = isProvenWin(value);
  if (!wins && !isProvenLoss(value)) return value;
  const plies = pliesToWin(Math.abs(value), depth);
  return scoreValue({ type: 'mate', wins, plies, bound: 'exact' });
}
