// Fault plans: what goes wrong in a simulated run, and when. A plan is a line of text, so that it can be
// given in a terminal, printed with a failing seed and given again.
import { type InputError, inputError, quote, tooLong } from '../core/errors.js';
import { createRandom, type Random } from '../core/random.js';
import { err, ok, type Result } from '../core/result.js';

/** Times in seconds of virtual time. */
export type ProcessFault =
  /** The process loses all it knows, and restarts `seconds` later. */
  | {
      readonly type: 'crash';
      readonly process: number;
      readonly at: number;
      readonly seconds: number;
    }
  /** The process does nothing for `seconds`. */
  | {
      readonly type: 'pause';
      readonly process: number;
      readonly at: number;
      readonly seconds: number;
    }
  /** From then on everything takes `factor` times as long. */
  | {
      readonly type: 'slow';
      readonly process: number;
      readonly at: number;
      readonly factor: number;
    };

/** Per cent of the packets, 0 to 100. */
export interface PacketFaults {
  /** Never arrive. */
  readonly lose: number;
  /** Arrive up to a hundred times as late as they should. */
  readonly late: number;
  /** Arrive twice. */
  readonly double: number;
  /** Arrive after some that were sent later. */
  readonly reorder: number;
}

/** A process of whose results some are false. */
export interface Liar {
  readonly process: number;
  /** Per cent of its results, 0 to 100. */
  readonly percent: number;
}

/** What goes wrong in a run. */
export interface FaultPlan {
  readonly processes: readonly ProcessFault[];
  readonly packets: PacketFaults;
  /** None if not given. */
  readonly liars?: readonly Liar[];
}

export const NO_FAULTS: FaultPlan = {
  processes: [],
  packets: { lose: 0, late: 0, double: 0, reorder: 0 },
};

/** How a plan is written. */
export const FAULTS_FORMAT =
  'crash:PROCESS@TIME+TIME, pause:PROCESS@TIME+TIME, slow:PROCESSxFACTOR[@TIME], ' +
  'lie:PROCESSxP%, lose:P%, late:P%, double:P%, reorder:P%, with commas in between; times such as 0.5s, 20ms or 100us';

const MAX_TEXT = 20_000;
/** A process from which half of all packets are lost gets nowhere. */
const MAX_PERCENT = 50;
const MAX_FACTOR = 1000;
const MAX_SECONDS = 1e6;
/** Crashed processes restart after this time if none is given. */
const RESTART_SECONDS = 0.1;

const packetKinds = ['lose', 'late', 'double', 'reorder'] as const;
const units: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, us: 1e-6 };
const TIME = String.raw`(\d+(?:\.\d+)?(?:e-?\d+)?)(s|ms|us)`;
const EVENT = new RegExp(String.raw`^(crash|pause):(\d+)@${TIME}(?:\+${TIME})?$`);
const SLOW = new RegExp(String.raw`^slow:(\d+)x(\d+(?:\.\d+)?)(?:@${TIME})?$`);
const LIE = /^lie:(\d+)x(\d+(?:\.\d+)?)%$/;
const SHARE = /^(lose|late|double|reorder):(\d+(?:\.\d+)?)%$/;

/** Reads a plan for this number of processes; `none` and the empty text are the plan without faults. */
export function parseFaults(text: string, processes: number): Result<FaultPlan, InputError> {
  if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
  if (text === '' || text === 'none') return ok(NO_FAULTS);
  const found: ProcessFault[] = [];
  const liars: Liar[] = [];
  const packets = { ...NO_FAULTS.packets };
  const given = new Set<string>();
  let at = 0;
  for (const part of text.split(',')) {
    const fault = parseFault(part);
    const refuse = (code: 'ERR_VALUE' | 'ERR_KEY', message: string) =>
      err(inputError(code, message, part, at));
    if (fault === undefined) {
      return refuse(
        'ERR_VALUE',
        `the fault ${quote(part)} makes no sense: expected ${FAULTS_FORMAT}`,
      );
    }
    if ('liar' in fault) {
      const wrong = checkLiar(fault.liar, processes);
      if (wrong !== undefined) return refuse('ERR_VALUE', `${quote(part)}: ${wrong}`);
      liars.push(fault.liar);
    } else if ('percent' in fault) {
      if (given.has(fault.kind)) return refuse('ERR_KEY', `${fault.kind} is given twice`);
      if (fault.percent > MAX_PERCENT) {
        return refuse('ERR_VALUE', `${quote(part)}: expected at most ${MAX_PERCENT}%`);
      }
      given.add(fault.kind);
      packets[fault.kind] = fault.percent;
    } else {
      const wrong = checkFault(fault, processes);
      if (wrong !== undefined) return refuse('ERR_VALUE', `${quote(part)}: ${wrong}`);
      found.push(fault);
    }
    at += part.length + 1;
  }
  return ok({ processes: found, packets, ...(liars.length > 0 && { liars }) });
}

type Share = { readonly kind: (typeof packetKinds)[number]; readonly percent: number };

function parseFault(text: string): ProcessFault | Share | { readonly liar: Liar } | undefined {
  const share = SHARE.exec(text);
  if (share) return { kind: share[1] as Share['kind'], percent: Number(share[2]) };
  const lie = LIE.exec(text);
  if (lie) return { liar: { process: Number(lie[1]), percent: Number(lie[2]) } };
  const slow = SLOW.exec(text);
  if (slow) {
    const at = slow[3] === undefined ? 0 : Number(slow[3]) * units[slow[4]!]!;
    return { type: 'slow', process: Number(slow[1]), factor: Number(slow[2]), at };
  }
  const event = EVENT.exec(text);
  if (!event) return undefined;
  const [, type, process, at, unit, length, lengthUnit] = event;
  if (type === 'pause' && length === undefined) return undefined;
  return {
    type: type as 'crash' | 'pause',
    process: Number(process),
    at: Number(at) * units[unit!]!,
    seconds: length === undefined ? RESTART_SECONDS : Number(length) * units[lengthUnit!]!,
  };
}

function checkLiar({ process, percent }: Liar, processes: number): string | undefined {
  // Process 0 answers for the search: its result is not checked.
  if (process < 1 || process >= processes) {
    return `process ${process} cannot lie: expected 1 to ${processes - 1}`;
  }
  return percent > 100 ? 'expected at most 100%' : undefined;
}

function checkFault(fault: ProcessFault, processes: number): string | undefined {
  if (fault.process >= processes) {
    return `there is no process ${fault.process}: expected 0 to ${processes - 1}`;
  }
  const seconds = fault.type === 'slow' ? 0 : fault.seconds;
  if (!(fault.at <= MAX_SECONDS && seconds <= MAX_SECONDS)) {
    return `a time of more than ${MAX_SECONDS} s`;
  }
  if (fault.type === 'slow' && !(fault.factor >= 1 && fault.factor <= MAX_FACTOR)) {
    return `a factor of ${fault.factor}: expected 1 to ${MAX_FACTOR}`;
  }
  return undefined;
}

/** The text of a plan; `none` when there are no faults. */
export function makeFaults(plan: FaultPlan): string {
  const parts = plan.processes.map((fault) => {
    if (fault.type === 'slow') return `slow:${fault.process}x${fault.factor}@${fault.at}s`;
    return `${fault.type}:${fault.process}@${fault.at}s+${fault.seconds}s`;
  });
  for (const { process, percent } of plan.liars ?? []) parts.push(`lie:${process}x${percent}%`);
  for (const kind of packetKinds) {
    if (plan.packets[kind] > 0) parts.push(`${kind}:${plan.packets[kind]}%`);
  }
  return parts.length === 0 ? 'none' : parts.join(',');
}

/** A random plan for a run that takes about `seconds`. Process 0 is never crashed. */
export function randomFaults(random: Random, processes: number, seconds: number): FaultPlan {
  const micro = (value: number) => Math.round(value * 1e6) / 1e6;
  const share = (most: number) => micro((seconds * most * random.below(1000)) / 1000);
  const found: ProcessFault[] = [];
  for (let left = random.below(2 + Math.min(processes, 10)); left > 0; left--) {
    const type = (['crash', 'pause', 'slow'] as const)[random.below(3)]!;
    const process = random.below(processes);
    const at = share(1);
    if (type === 'slow') found.push({ type, process, at, factor: 1 + random.below(8) });
    else if (type === 'pause' || process > 0)
      found.push({ type, process, at, seconds: share(0.5) });
  }
  const percent = (most: number) => (random.below(2) === 0 ? 0 : random.below(most + 1));
  const packets = {
    lose: percent(20),
    late: percent(10),
    double: percent(10),
    reorder: percent(20),
  };
  return { processes: found, packets };
}

/**
 * The plan that a caller has given, or one drawn from the seed (`random`) for a run that is about as fast as the root of
 * its processors allows.
 */
export function chooseFaults(
  asked: string | FaultPlan | undefined,
  seed: number,
  processors: number,
  sequentialSeconds: number,
): Result<FaultPlan, InputError> {
  if (typeof asked === 'object') return ok(asked);
  if (asked !== 'random') return parseFaults(asked ?? 'none', processors);
  const seconds = (2 * sequentialSeconds) / Math.sqrt(processors);
  return ok(randomFaults(createRandom(seed), processors, seconds));
}

/** Virtual seconds after which no process is down or paused by the plan. */
export function lastFaultEnd({ processes }: FaultPlan): number {
  const ends = processes.map(({ at, ...fault }) => at + ('seconds' in fault ? fault.seconds : 0));
  return Math.max(0, ...ends);
}
