// `plyades sim --algorithm pns-dfpn`: a distributed proof on virtual processors, beside df-pn on one.
import { isModulePath } from '../api/plain-game.js';
import { PlyadesError } from '../core/errors.js';
import type { Position } from '../core/game.js';
import { DISTRIBUTED_SOLVER, type Goal } from '../proof/index.js';
import { type Profile, type ProofSimulation, simulateProof } from '../sim/index.js';
import { Refusal } from './exit.js';
import { makeCount, makeSeconds, roundSeconds } from './numbers.js';
import { beginProgress } from './progress.js';
import { linkRows, type PrintedLink, printedLink } from './sim-link.js';
import { colours, columns, print, printJson } from './terminal.js';
import { openTraceFile } from './trace-file.js';

/** Options that only a search has. */
const OTHERS = ['depth', 'mode', 'limit', 'horizon', 'table', 'record', 'growth'] as const;

export interface ProofSimulationFlags {
  readonly processors: number;
  readonly goal?: Goal;
  readonly budget?: number;
  readonly seed?: number;
  readonly faults?: string;
  readonly hash?: number;
  readonly threads?: number;
  readonly trace?: string;
  readonly json?: boolean;
}

/** Simulates a proof and prints the result. Throws when the answer or its proof is wrong. */
export async function simulateOneProof(
  game: string,
  position: Position,
  flags: ProofSimulationFlags & Readonly<Record<string, unknown>>,
  profile: Profile,
  signal: AbortSignal,
): Promise<void> {
  const other = OTHERS.find((name) => flags[name] !== undefined);
  if (other !== undefined) {
    throw new Refusal('ERR_OPTION', `${DISTRIBUTED_SOLVER} has no such option`, {
      where: `--${other}`,
    });
  }
  if (isModulePath(game)) {
    const message = 'proofs of games in plain TypeScript are not simulated';
    throw new Refusal('ERR_OPTION', message, { where: 'GAME' });
  }
  const { processors, goal, budget, seed, faults, hash, threads } = flags;
  const trace = await openTraceFile(flags.trace, processors);
  const line = await beginProgress();
  try {
    line.show((seconds) => `df-pn, then the simulation ...  ${makeSeconds(seconds)}`);
    const found = await simulateProof(position, {
      processors,
      profile,
      signal,
      ...(goal !== undefined && { goal }),
      ...(budget !== undefined && { budget }),
      ...(seed !== undefined && { seed }),
      ...(faults !== undefined && { faults }),
      ...(hash !== undefined && { hash }),
      ...(threads !== undefined && { threads }),
      ...trace.options,
    });
    await trace.write();
    line.end();
    await finishProof(found, flags, {});
  } finally {
    line.end();
  }
}

/** Prints what was found. Throws when it is wrong. */
export async function finishProof(
  found: ProofSimulation,
  { json }: Pick<ProofSimulationFlags, 'json'>,
  more: { readonly identical?: boolean },
): Promise<void> {
  const link = await printedLink(found);
  if (json) printJson({ ...asJson(found), ...link, ...more });
  else print(asText(found, link));
  if (found.failure !== undefined) throw new PlyadesError('ERR_SIMULATION', found.failure);
}

/** The contract with machines. */
function asJson({ linked: _, ...found }: ProofSimulation): object {
  return { ...found, seconds: roundSeconds(found.seconds), simulated: true };
}

/** The result as text, in which every figure is marked as simulated. */
function asText(found: ProofSimulation, link: PrintedLink): string {
  const { bold } = colours(process.stdout);
  const { counters, sequential, virtualSeconds, seconds, positions } = found;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const proof =
    positions === undefined ? 'none' : `${makeCount(positions)} positions, shown and verified`;
  return columns([
    ['result', `${bold(found.result)}, as by df-pn alone`],
    ['proof', proof],
    ['speedup', `${bold(found.speedup.toFixed(2))} simulated`],
    ['time', `${virtualSeconds.toFixed(4)} s simulated, ${makeSeconds(seconds)} real`],
    ['nodes', `${makeCount(counters.nodes)}, df-pn alone ${makeCount(sequential.nodes)}`],
    ['workers', `${percent(found.idle)} idle, master ${percent(found.masterBusy)} busy`],
    ['messages', `${makeCount(counters.messages)} of ${makeCount(counters.bytes)} bytes`],
    ...(found.liars.length > 0 ? [['liars', found.liars.join(', ')]] : []),
    ...linkRows(link),
  ]);
}
