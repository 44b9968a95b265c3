// What the program and the machine of a real host cost, in a profile, and the costs of one search there. A search is
// simulated with them when it names its host; else only nodes and packets cost something.
import { spareSeatsOf } from '../control-plane/index.js';
import { refuse } from '../core/errors.js';
import type { TableKind } from '../core/search-request.js';
import { type Costs, type FactorCurve, type HostCosts, valueAt } from '../hosts/epochs/costs.js';
import { linkTimesOf } from '../hosts/nats/link-times.js';
import { LONGEST_POLL_NS, SLICE_MS, SLICE_MS_YIELDING } from '../hosts/threads/actor-loop.js';
import { THREAD_LINKS } from '../hosts/threads/thread-group.js';
import { POLL_NODES } from '../kernel/index.js';
import type { AlgorithmProperties } from '../parallel/algorithm.js';
import type { LinkTimes } from '../parallel/links.js';

/** Hosts that a profile may describe. */
export const realHosts = ['threads', 'nats'] as const;
export type RealHost = (typeof realHosts)[number];

/** What the processes of one algorithm cost beside the nodes that they search. */
export interface ProgramCosts {
  /** A node of the master's tree, with the packets that it sends; 0 in algorithms without a master. */
  readonly masterNodeNs: number;
  /** A packet for its receiver, with what the algorithm does about it. */
  readonly receiveNs: number;
}

export interface HostGame {
  /** A node of the sequential search, with a table of `hash` MiB. */
  readonly nodeNs: number;
  /** The begin of the search of a piece of work. */
  readonly jobNs: number;
  /** A node over one of a search alone, by the number of busy processes: with tables of their own, and with one for all. */
  readonly ownTables: FactorCurve;
  readonly sharedTable: FactorCurve;
  /** By algorithm. */
  readonly programs: Readonly<Record<string, ProgramCosts>>;
}

export interface HostProfile {
  readonly cores: number;
  /** MiB of all tables together in the measurements. */
  readonly hash: number;
  /** A packet for its sender. */
  readonly sendNs: number;
  readonly latencyNs: number;
  readonly wakeNs: number;
  readonly brokerNs: number;
  /** The begin and the end of a search, by the number of its processes; of the sequential search. */
  readonly startNs: FactorCurve;
  readonly startAloneNs: number;
  /** The first use of a MiB of memory: tables of a process's own are new in each search. */
  readonly touchNs: number;
  readonly games: Readonly<Record<string, HostGame>>;
}

/** Packets are delivered when a busy process can look at them. */
const HOST_EPOCH_NODES = POLL_NODES;
/**
 * Processes that search the root side by side meet at every node, and a process finds in the table what those before it
 * have searched in the same epoch: long epochs make them share what real threads search twice. Nodes of lazy SMP on two
 * threads were 13 % too few with epochs of 128 nodes, 3 % with 32 (round 1 of lab/validate).
 */
const SIDE_BY_SIDE_EPOCH_NODES = 32;

interface HostSearch {
  readonly game: string;
  readonly algorithm: AlgorithmProperties;
  readonly processes: number;
  readonly table: TableKind;
  /** MiB of all tables together. */
  readonly hash: number;
}

/** The costs of a search on a host of the profile, its epoch, and what the host tells its processes. */
export interface HostSetting {
  readonly costs: Costs;
  readonly epochNs: number;
  readonly linkTimes: LinkTimes;
  /** Seats that the host keeps for processes that may come later. */
  readonly spareSeats: number;
  /** Of the sequential search. */
  readonly startAloneNs: number;
}

/** Throws a PlyadesError with ERR_OPTION when the profile says nothing of the game or the algorithm there. */
export function hostSetting(
  host: RealHost,
  profile: HostProfile | undefined,
  ideal: Costs,
  { game, algorithm, processes, table, hash }: HostSearch,
): HostSetting {
  if (profile === undefined) refuse('ERR_OPTION', `the profile does not describe ${host}`, host);
  const own = Object.hasOwn(profile.games, game) ? profile.games[game] : undefined;
  const program = own?.programs[algorithm.name];
  if (own === undefined || program === undefined) {
    const what = own === undefined ? game : `${algorithm.name} in ${game}`;
    refuse('ERR_OPTION', `the profile does not describe ${what} on ${host}`, host);
  }
  const spareSeats = host === 'nats' ? spareSeatsOf(processes - 1) : 0;
  const workers = processes - (algorithm.hasMaster ? 1 : 0);
  // A kernel can look at the bell of its process only in the memory that all share.
  const yields = host === 'threads' && table === 'shared';
  const polls = yields && POLL_NODES * own.nodeNs < LONGEST_POLL_NS;
  const isSideBySide = table === 'shared' && algorithm.searchesRoot === true;
  const epochNodes = isSideBySide ? SIDE_BY_SIDE_EPOCH_NODES : HOST_EPOCH_NODES;
  const touched = table === 'shared' ? 0 : (profile.touchNs * hash) / Math.max(1, workers);
  const costs: HostCosts = {
    cores: profile.cores,
    busyFactor: own.ownTables,
    nodeFactor: table === 'shared' ? own.sharedTable : own.ownTables,
    startNs: valueAt(profile.startNs, processes) + touched,
    jobNs: own.jobNs,
    sendNs: profile.sendNs,
    wakeNs: profile.wakeNs,
    brokerNs: profile.brokerNs,
    sliceNs: 1e6 * (polls ? SLICE_MS_YIELDING : SLICE_MS),
    interrupts: yields && algorithm.yields === true,
  };
  return {
    costs: {
      ...ideal,
      nodeNs: own.nodeNs,
      masterNodeNs: program.masterNodeNs,
      messageNs: program.receiveNs,
      byteNs: 0,
      latencyNs: profile.latencyNs,
      host: costs,
    },
    epochNs: Math.ceil(epochNodes * own.nodeNs),
    linkTimes: host === 'threads' ? THREAD_LINKS : linkTimesOf(processes + spareSeats),
    spareSeats,
    startAloneNs: profile.startAloneNs,
  };
}

/** Throws a PlyadesError with ERR_VALUE when a number is missing or invalid. */
export function checkHostProfile(host: string, profile: HostProfile): void {
  const reject = (what: string): never =>
    refuse('ERR_VALUE', `the profile's ${what} of ${host} cannot be`, what);
  const isCost = (value: unknown) => typeof value === 'number' && value >= 0 && value < 3600e9;
  const isCurve = (curve: FactorCurve) =>
    Array.isArray(curve) &&
    curve.length > 0 &&
    curve.every(
      ([at, value], index) =>
        isCost(value) && at >= 1 && (index === 0 || at > curve[index - 1]![0]),
    );
  if (!(profile.cores >= 1)) reject('cores');
  for (const key of [
    'sendNs',
    'latencyNs',
    'wakeNs',
    'brokerNs',
    'startAloneNs',
    'touchNs',
  ] as const) {
    if (!isCost(profile[key])) reject(key);
  }
  if (!isCurve(profile.startNs)) reject('startNs');
  for (const [game, own] of Object.entries(profile.games ?? {})) {
    if (!(own.nodeNs >= 1)) reject(`nodeNs of ${game}`);
    if (!isCost(own.jobNs)) reject(`jobNs of ${game}`);
    if (!isCurve(own.ownTables)) reject(`ownTables of ${game}`);
    if (!isCurve(own.sharedTable)) reject(`sharedTable of ${game}`);
    for (const [name, { masterNodeNs, receiveNs }] of Object.entries(own.programs ?? {})) {
      if (![masterNodeNs, receiveNs].every(isCost)) reject(`${name} in ${game}`);
    }
  }
}
