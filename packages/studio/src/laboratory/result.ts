// The result of a run in words: its value beside that of the sequential search, which must be the same whatever the
// processors, the network and the faults did, and what a crash changed.
import type { ProofSimulation, Simulation } from 'plyades/sim';
import type { DigestCheck } from '../runs/run.js';
import { makeCount, makeTime } from '../ui/format.js';
import type { LostPieces } from './kill.js';

export const makeValue = (value: number): string => (value > 0 ? `+${value}` : `${value}`);

/** How the value compares: the sentence, and whether it is good news. */
export function valueWords(simulation: Simulation): {
  readonly kind: 'good' | 'warning' | 'bad';
  readonly text: string;
} {
  const { value, sequential, mode, failure } = simulation;
  if (value === undefined) {
    return {
      kind: 'bad',
      text: `The run did not end with a value: ${failure ?? 'it was stopped'}.`,
    };
  }
  const alone = sequential.value;
  if (mode === 'play') {
    const text = `Play mode leaves moves out by their windows, so the value need not be the sequential one, ${makeValue(alone)}.`;
    return { kind: 'warning', text };
  }
  if (value === alone) {
    return { kind: 'good', text: 'The same value as the sequential search, as it must be.' };
  }
  if (Number.isNaN(alone)) {
    return {
      kind: 'warning',
      text: 'The time limit ended the sequential search before its value.',
    };
  }
  const text = `The sequential search has ${makeValue(alone)}: this is a mistake of the program. Please report the command below.`;
  return { kind: 'bad', text };
}

/** The answer of a proof beside that of df-pn on one processor. */
export function proofWords(proof: ProofSimulation): {
  readonly kind: 'good' | 'warning' | 'bad';
  readonly text: string;
} {
  const { result, sequential, positions, failure } = proof;
  if (failure !== undefined) return { kind: 'bad', text: `The run is no success: ${failure}.` };
  if (result === 'unknown') {
    return { kind: 'warning', text: 'The run ended without an answer.' };
  }
  const shown =
    positions === undefined
      ? ''
      : ` The checker went through the ${makeCount(positions)} positions of the proof.`;
  const same =
    sequential.result === result
      ? 'The same answer as df-pn on one processor, as it must be.'
      : 'df-pn on one processor found no answer.';
  return { kind: 'good', text: `${same}${shown}` };
}

/** Fewer nodes for each processor are hardly worth a message. */
const FEW_NODES = 2000;

/** Why a run gained little, where its size is the reason; undefined elsewhere. */
export function sizeHint(
  processors: number,
  speedup: number,
  sequentialNodes: number,
): string | undefined {
  const each = sequentialNodes / processors;
  if (each >= FEW_NODES || speedup >= processors / 2) return undefined;
  return `The whole search has ${makeCount(sequentialNodes)} nodes, ${makeCount(each)} for each of ${makeCount(processors)} processors: too few to share. Search deeper, or use fewer processors.`;
}

/** What a run came to, for sentences about it. */
export interface RunOutcome {
  /** Such as `the value` and `+4`. */
  readonly what: string;
  readonly text: string;
  /** Whether one processor alone comes to the same. */
  readonly isSame: boolean;
}

/** Undefined when the run ended without one. */
export function outcomeOf(run: Simulation | ProofSimulation): RunOutcome | undefined {
  if ('treeNodes' in run) {
    const isSame = run.result === run.sequential.result;
    return run.result === 'unknown' ? undefined : { what: 'the answer', text: run.result, isSame };
  }
  if (run.value === undefined) return undefined;
  const isSame = run.value === run.sequential.value;
  return { what: 'the value', text: makeValue(run.value), isSame };
}

/** What a crash did to a run. */
export function crashWords(
  process: number,
  at: number,
  { lost, again, by }: LostPieces,
  outcome: RunOutcome | undefined,
): string {
  const when = `Processor ${process} crashed at ${makeTime(at)}`;
  const pieces = lost === 1 ? 'piece' : 'pieces';
  const others = by.length === 1 ? `processor ${by[0]}` : `${by.length} others`;
  const them = again === 1 ? '1 of them was' : `${again} of them were`;
  const rescue =
    lost === 0
      ? 'while it searched nothing'
      : again === 0
        ? `with ${lost} ${pieces} under way, which no other processor had to search again`
        : lost === again
          ? `with ${lost} ${pieces} under way, searched again by ${others}`
          : `with ${lost} ${pieces} under way; ${them} searched again by ${others}`;
  if (outcome === undefined) return `${when} ${rescue}.`;
  const { what, text, isSame } = outcome;
  return `${when} ${rescue}; ${what} is ${isSame ? 'still ' : ''}${text}.`;
}

/** Whether a link's run happened again. */
export function digestWords(check: DigestCheck): {
  readonly kind: 'good' | 'warning' | 'bad';
  readonly text: string;
} {
  switch (check.kind) {
    case 'same':
      return {
        kind: 'good',
        text: `The same run as in the link, bit for bit: both have the digest ${check.digest}.`,
      };
    case 'build':
      return {
        kind: 'warning',
        text: `The link was made by another build, ${check.expected}; this is ${check.build}. The run differs, as builds may.`,
      };
    case 'different':
      return {
        kind: 'bad',
        text: `The run differs from the one in the link, though the build is the same: its digest is ${check.digest}, the link's ${check.expected}. The link was changed, or this is a mistake of the program.`,
      };
  }
}
