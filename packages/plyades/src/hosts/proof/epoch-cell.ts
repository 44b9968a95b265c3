// The kernels of some virtual processes of a distributed proof, with a table and a search for each worker, and the cell
// that runs them. A process that starts again finds its table cleared.
import { createProofActor } from '../../parallel/pns-dfpn/index.js';
import type { ProofTask } from '../../parallel/pns-dfpn/options.js';
import type { ProofPorts } from '../../parallel/pns-dfpn/ports.js';
import { tracedProofSearch } from '../../parallel/pns-dfpn/trace.js';
import type { AttackGoal } from '../../proof/index.js';
import { PROCESS_BYTES, processesOfKernel } from '../epochs/capacity.js';
import { Cell } from '../epochs/cell.js';
import { type EpochSearch, traceInterval } from '../epochs/epoch-search.js';
import { KernelProofSearch, proofSearchBytes } from './distributed-search.js';
import { openProofGame } from './game.js';
import { proofRules } from './proof-rules.js';

/** A proof under the driver. */
export interface EpochProof extends ProofTask {
  readonly attackGoal: AttackGoal;
  /** Plies of the longest line that is looked at. */
  readonly maxPly: number;
}

interface Home {
  readonly ports: ProofPorts<unknown>;
  forget(): void;
}

/** A cell with these processes of a proof. */
export async function createProofCell(
  search: EpochSearch,
  proof: EpochProof,
  processes: readonly number[],
): Promise<Cell> {
  const { costs, processes: size, plan } = search;
  const homes = await createHomes(search, proof, processes);
  return new Cell(
    processes,
    (self, incarnation, outlet, pieces) => {
      const { ports, forget } = homes.get(self)!;
      if (incarnation > 0) forget();
      const traced =
        pieces && ports.search
          ? { ...ports, search: tracedProofSearch(ports.search, pieces) }
          : ports;
      return createProofActor({ self, size, incarnation }, outlet, traced, proof, plan.linkTimes);
    },
    costs,
    traceInterval(search),
  );
}

async function createHomes(
  { game, position, tableBytes, processes: size }: EpochSearch,
  { attackGoal, maxPly }: EpochProof,
  processes: readonly number[],
): Promise<Map<number, Home>> {
  const { kernel: probe } = await openProofGame(game);
  const share = Math.floor(tableBytes / Math.max(1, size - 1));
  const each = share + proofSearchBytes(probe, maxPly) + PROCESS_BYTES;
  const most = processesOfKernel(each);
  const homes = new Map<number, Home>();
  for (let from = 0; from < processes.length; from += most) {
    const group = processes.slice(from, from + most);
    const { kernel, board, keyed } = await openProofGame(game, group.length * each);
    const rules = proofRules(board, position, attackGoal);
    for (const process of group) {
      if (process === 0) {
        homes.set(process, { ports: { rules }, forget() {} });
        continue;
      }
      const options = { maxPly, tableBytes: share, keyed };
      const search = new KernelProofSearch(kernel, { board, rules, attackGoal }, options);
      homes.set(process, { ports: { rules, search }, forget: () => search.forget() });
    }
  }
  return homes;
}
