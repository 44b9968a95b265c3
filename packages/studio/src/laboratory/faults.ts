// Fault plans as the laboratory changes them: a plan stays a line of text, the same that `plyades sim --faults` takes,
// and each control reads it, changes one thing and writes it again.
import { type FaultPlan, makeFaults, type PacketFaults, parseFaults } from 'plyades/sim';

export const packetKinds = ['lose', 'late', 'double', 'reorder'] as const;
export type PacketKind = (typeof packetKinds)[number];

/** What each kind does, for people. */
export const packetWords: Readonly<Record<PacketKind, string>> = {
  lose: 'Messages lost',
  late: 'Messages late',
  double: 'Messages doubled',
  reorder: 'Messages out of order',
};

/** Drawn by the seed, not chosen. */
export const RANDOM = 'random';

/** The plan behind a text; why it is none, as a message. */
export function readPlan(
  text: string,
  processors: number,
): { readonly plan: FaultPlan } | { readonly error: string } {
  const parsed = parseFaults(text, processors);
  return parsed.ok ? { plan: parsed.value } : { error: parsed.error.message };
}

/** The plan behind a text that may be anything: none where it cannot be read, or is drawn by the seed. */
function planOf(text: string, processors: number): FaultPlan {
  const read = readPlan(text === RANDOM ? 'none' : text, processors);
  if ('plan' in read) return read.plan;
  return { processes: [], packets: { lose: 0, late: 0, double: 0, reorder: 0 } };
}

export const shareOf = (text: string, processors: number, kind: PacketKind): number =>
  planOf(text, processors).packets[kind];

export function withShare(
  text: string,
  processors: number,
  kind: PacketKind,
  percent: number,
): string {
  const plan = planOf(text, processors);
  const packets: PacketFaults = { ...plan.packets, [kind]: percent };
  return makeFaults({ ...plan, packets });
}

/** Adds a crash; `at` and `seconds` are seconds of virtual time and survive as text to the last digit. */
export function withCrash(
  text: string,
  processors: number,
  process: number,
  at: number,
  seconds: number,
): string {
  const plan = planOf(text, processors);
  const crash = { type: 'crash' as const, process, at, seconds };
  return makeFaults({ ...plan, processes: [...plan.processes, crash] });
}

export function withoutFault(text: string, processors: number, index: number): string {
  const plan = planOf(text, processors);
  return makeFaults({ ...plan, processes: plan.processes.filter((_, each) => each !== index) });
}

/** The plan without processes that a smaller run does not have. */
export function forProcessors(text: string, before: number, processors: number): string {
  if (text === RANDOM) return text;
  const plan = planOf(text, before);
  const isThere = ({ process }: { readonly process: number }) => process < processors;
  const { liars, ...others } = plan;
  return makeFaults({
    ...others,
    processes: plan.processes.filter(isThere),
    ...(liars?.some(isThere) && { liars: liars.filter(isThere) }),
  });
}
