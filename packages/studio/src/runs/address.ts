// Keeps the address and the current run together: a link that is opened starts its run, and a run that starts, or ends
// with a digest, is written into the address, so that a reload runs it again.
import { effect, signal, untracked } from '@preact/signals';
import type { LinkedRun } from 'plyades/sim';
import { route, setParameters } from '../shell/route.js';
import { notifyError } from '../ui/notices.js';
import type { SimulationRequest } from './request.js';
import { currentRun, type Run } from './run.js';

/** The packed run in the address that has been dealt with. */
let known: string | undefined;

/** The request that a link brought last; forms follow it. */
export const linkedRequest = signal<SimulationRequest | undefined>(undefined);

/** Begins to follow the address. Simulations are loaded when the first link is opened. */
export function followAddress(): void {
  effect(() => {
    const packed = route.value.parameters.get('run');
    if (packed === known) return;
    known = packed;
    if (packed !== undefined) open(packed).catch(notifyError);
  });
  effect(() => {
    const run = currentRun.value;
    // A run that differs from its link keeps the link that was opened.
    if (run?.request === undefined || run.expected?.digest !== undefined) return;
    write(run, run.request, linkedOf(run)).catch(notifyError);
  });
}

async function open(packed: string): Promise<void> {
  const [{ openLink }, { startSimulation }] = await Promise.all([
    import('./link.js'),
    import('./simulation.js'),
  ]);
  const { request, expected } = await openLink(packed);
  if (known !== packed) return;
  linkedRequest.value = request;
  startSimulation(request, expected);
}

const linkedOf = ({ result, proof }: Run): LinkedRun | undefined =>
  result.value?.linked ?? proof?.value?.linked;

/** The link of the result has the digest; before it there is one without. */
async function write(
  run: Run,
  request: SimulationRequest,
  linked: LinkedRun | undefined,
): Promise<void> {
  const { packRequest, packRun } = await import('./link.js');
  const packed = linked === undefined ? await packRequest(request) : await packRun(linked);
  const isLate = currentRun.peek() !== run || untracked(() => linkedOf(run)) !== linked;
  if (isLate) return;
  known = packed;
  setParameters({ run: packed });
}
