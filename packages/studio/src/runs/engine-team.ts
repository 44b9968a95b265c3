// Traces of P-GPP: process 0 is the master, process n is worker n, an engine of its own.
import type { TraceHeader } from 'plyades/trace';

/** Whether the run is that of an engine team. */
export const isEngineTeam = ({ algorithm }: TraceHeader): boolean => algorithm === 'p-gpp';

/** `p-gpp with 4 workers`, `aphid on 16 processors` */
export function makeRunners(header: TraceHeader): string {
  const { algorithm, processes } = header;
  if (!isEngineTeam(header)) return `${algorithm} on ${processes} processors`;
  return `${algorithm} with ${processes - 1} ${processes === 2 ? 'worker' : 'workers'}`;
}
