// Runs APHID under the deterministic driver, in one cell of this thread.
import { loadKernel } from '#dist/games/load.js';
import { Cell } from '#dist/hosts/epochs/cell.js';
import { type Costs, NODES_ONLY } from '#dist/hosts/epochs/costs.js';
import {
  drive,
  localCells,
  quietWorld,
  type RunEnding,
  type World,
} from '#dist/hosts/epochs/driver.js';
import { createPorts } from '#dist/hosts/ports.js';
import { Kernel, Rules, Searcher, Table } from '#dist/kernel/index.js';
import type { Outlet, SearchFinding } from '#dist/parallel/actor.js';
import type { SearchPlan, TableKind } from '#dist/parallel/algorithm.js';
import { type AphidOptions, aphid } from '#dist/parallel/aphid/index.js';
import { createActor } from '#dist/parallel/create-actor.js';
import { type Board, recordBoard } from '#dist/search/board.js';

export const MAX_PLY = 96;

export interface Plan {
  readonly depth: number;
  readonly size: number;
  readonly table?: TableKind;
  readonly tableBytes?: number;
  readonly epochNs?: number;
  readonly costs?: Costs;
  readonly world?: World;
  readonly options?: AphidOptions;
  /** Searchers that the board knows by number before those of the processes. */
  readonly first?: number;
}

export interface Outcome {
  readonly finding: SearchFinding | undefined;
  readonly findings: readonly SearchFinding[];
  readonly ending: RunEnding;
}

/** Searches a position; `table` false when the game has no keys. */
export async function runAphid<P>(
  kernel: Kernel,
  board: Board<P>,
  root: P,
  plan: Plan,
  usesTable = true,
): Promise<Outcome> {
  const { depth, size, table: kind = 'local', tableBytes = 1 << 14 } = plan;
  const processes = Array.from({ length: size }, (_, i) => i);
  const shared =
    kind === 'shared' && usesTable ? Table.create(kernel, tableBytes * size) : undefined;
  const make = (self: number, incarnation: number, outlet: Outlet) => {
    const table = shared ?? (usesTable ? Table.create(kernel, tableBytes) : undefined);
    const { searches } = aphid;
    const first = (plan.first ?? 0) + self * searches;
    const ports = createPorts(kernel, board, root, table, {
      searches,
      maxPly: MAX_PLY,
      first,
      tables: kind,
    });
    const settings = plan.options ?? {};
    const asked: SearchPlan = { request: { depth, mode: 'exact', table: kind, seed: 1, settings } };
    return createActor(aphid, { self, size, incarnation }, outlet, ports, asked);
  };
  const findings: SearchFinding[] = [];
  const ending = await drive(
    localCells([new Cell(processes, make, plan.costs ?? NODES_ONLY)], () => 0),
    {
      epochNs: plan.epochNs ?? 100,
      world: plan.world ?? quietWorld(plan.costs?.latencyNs ?? 0),
      goOn: (at) => at < 1e12,
      onReport(report) {
        if (report.type === 'depth') findings.push(report.finding);
      },
    },
  );
  return { finding: findings.at(-1), findings, ending };
}

/** Value of a position by the sequential search. */
export function sequentialValue(kernel: Kernel, record: Uint8Array, depth: number): number {
  const searcher = new Searcher(kernel, MAX_PLY).attach(Table.create(kernel, 1 << 18));
  searcher.start(record, { maxDepth: depth });
  searcher.run(Number.POSITIVE_INFINITY);
  return searcher.found!.value;
}

export interface Game {
  readonly kernel: Kernel;
  readonly rules: Rules;
  readonly board: Board<Uint8Array>;
}

/** A fresh kernel of a game. */
export async function openGame(id: string, capacity = 1 << 30): Promise<Game> {
  const { module, data } = await loadKernel(id);
  const kernel = new Kernel(module, { capacity, ...(data && { data }) });
  const rules = new Rules(kernel);
  return { kernel, rules, board: recordBoard(rules) };
}
