// Measures what things cost on this machine, for a profile: a node of the sequential search, a node of a master's tree,
// a packet and its bytes, the way of a packet from one thread to another, and what a real host adds
// (calibrate-threads.ts, calibrate-programs.ts). `plyades calibrate` is the command.
import { startEcho } from '#platform';
import { recordOf } from '../core/game.js';
import { catalogue } from '../games/catalogue.js';
import { loadKernel, notationOf } from '../games/load.js';
import { openInMemories } from '../hosts/epochs/cell-memory.js';
import type { Costs } from '../hosts/epochs/costs.js';
import { boardRules } from '../hosts/ports.js';
import { Searcher, Table } from '../kernel/index.js';
import { algorithmsOn } from '../parallel/algorithms.js';
import { createCounters } from '../parallel/counters.js';
import { Links } from '../parallel/links.js';
import type { RulesPort } from '../parallel/ports.js';
import { count, list, record } from '../parallel/wire.js';
import { simulatedAlgorithms } from './algorithms.js';
import { jobNs, mailboxNs, programCosts, wakeNs } from './calibrate-programs.js';
import { type CalibratedGame, midgame, midgames, ThreadBench } from './calibrate-threads.js';
import type { HostGame, HostProfile, ProgramCosts } from './host-profile.js';
import type { Profile } from './profiles.js';
import { best, middle, round, timeNs } from './timing.js';

const TABLE_BYTES = 16 << 20;
const MAX_PLY = 64;
const WARM_UP_NODES = 1_000_000;
const TIMED_NODES = 1_000_000;
const MASTER_NODES = 20_000;
const PACKETS = 10_000;
const ROUND_TRIPS = 3000;

/** Widths of trees with costs of their own: a node that keeps its best moves has to rank them all. */
const WIDTHS: Readonly<Record<string, readonly number[]>> = { synthetic: [5, 20], shogi: [5, 20] };

/** Costs of one game's searches, or of its trees of one width, with the messages of any. */
export async function calibrateGame(
  id: string,
  messages: MessageCosts,
  width?: number,
): Promise<Costs> {
  const kernel = await loadKernel(id);
  const game = { kind: 'kernel', kernel } as const;
  const opened = await openInMemories(game, TABLE_BYTES + (8 << 20), MAX_PLY, 1);
  const notation = notationOf(id);
  const whole = notation.start();
  const tree = width === undefined ? whole : notation.branching!.limit(whole, width);
  const start = recordOf(notation, tree);
  const rules = boardRules(opened.board, start as unknown);
  const root = midgame(rules, 1);
  const table = Table.create(opened.kernel, TABLE_BYTES);
  const searcher = new Searcher(opened.kernel, MAX_PLY).attach(table);
  const search = (nodes: number) => {
    let searched = 0;
    for (let depth = 4; searched < nodes; depth++) {
      searcher.start(opened.board.record(root, 0), { maxDepth: Math.min(depth, 30) });
      searcher.run(nodes - searched);
      searched += searcher.nodes;
    }
    return searched;
  };
  search(WARM_UP_NODES);
  const nodeNs = best(() => timeNs(() => search(TIMED_NODES)));
  masterNodes(rules, root, MASTER_NODES);
  const masterNodeNs = best(() => timeNs(() => masterNodes(rules, root, MASTER_NODES)));
  return { nodeNs: round(nodeNs), masterNodeNs: round(masterNodeNs), ...messages };
}

/** The work of a master at a node: moves, positions, keys and the side to move. */
function masterNodes<P>(rules: RulesPort<P>, root: P, nodes: number): number {
  let visited = 0;
  let level = [root];
  while (visited < nodes) {
    const next: P[] = [];
    for (const position of level) {
      for (const move of rules.moves(position)) {
        const child = rules.play(position, move);
        rules.key(child);
        rules.turn(child);
        if (next.length < 4096) next.push(child);
        visited++;
      }
      if (visited >= nodes) break;
    }
    level = next.length > 0 ? next : [root];
  }
  return visited;
}

export type MessageCosts = Pick<Costs, 'messageNs' | 'byteNs' | 'latencyNs'>;

/** The costs of a packet for sender and receiver, from short and long ones. */
export async function calibrateMessages(): Promise<MessageCosts> {
  packets(4);
  packets(256);
  const short = { words: 4, ns: best(() => packets(4)) };
  const long = { words: 256, ns: best(() => packets(256)) };
  const byteNs = Math.max(0, (long.ns - short.ns) / ((long.words - short.words) * WORD_BYTES));
  const post = await postNs();
  return {
    messageNs: round(short.ns + post.cpuNs),
    byteNs: round(byteNs),
    latencyNs: round(post.latencyNs),
  };
}

const WORD = 1_000_000;
const WORD_BYTES = 3;

/** Nanoseconds for one end of a packet with `words` numbers, through the links. */
function packets(words: number): number {
  const message = record({ words: list(count(2 ** 32 - 1), 1000) });
  const value = { words: Array.from({ length: words }, () => WORD) };
  const mail: Uint8Array[][] = [[], []];
  const times = { heartbeat: 1e9, silence: 1e9, resend: 1e9, acknowledge: 1e6 };
  const ends = [0, 1].map((self) => {
    const send = (to: number, packet: Uint8Array) => mail[to]!.push(packet);
    const outlet = { send, report: () => {} };
    return new Links(self, 2, 0, message, () => true, outlet, createCounters(), times);
  });
  const perPacket = timeNs(() => {
    for (let n = 0; n < PACKETS; n++) {
      const from = n & 1;
      ends[from]!.post(1 - from, value);
      ends[from]!.flush(n);
      for (const packet of mail[1 - from]!.splice(0)) ends[1 - from]!.receive(packet, n);
    }
    return PACKETS;
  });
  return perPacket / 2;
}

/** The way of a packet to another thread, and what posting it costs. */
async function postNs(): Promise<{ latencyNs: number; cpuNs: number }> {
  const worker = startEcho();
  const packet = new Uint8Array(32);
  let back = () => {};
  worker.onMessage(() => back());
  worker.reference(true);
  const trip = () =>
    new Promise<void>((resolve) => {
      back = resolve;
      worker.post(packet);
    });
  try {
    for (let n = 0; n < ROUND_TRIPS; n++) await trip();
    const times: number[] = [];
    for (let n = 0; n < ROUND_TRIPS; n++) {
      const from = performance.now();
      await trip();
      times.push((performance.now() - from) * 1e6);
    }
    const cpuNs = timeNs(() => {
      for (let n = 0; n < ROUND_TRIPS; n++) worker.post(packet);
      return ROUND_TRIPS;
    });
    return { latencyNs: middle(times) / 2, cpuNs };
  } finally {
    await worker.terminate();
  }
}

export interface CalibrateOptions {
  /** Names of the games to measure; all if not given. */
  readonly games?: readonly string[];
  /** Cores of the machine. */
  readonly cores: number;
  /** False: nothing of real hosts. */
  readonly hosts?: boolean;
  /** MiB of the tables of real hosts, together. */
  readonly hash?: number;
}

/** MiB of tables on real hosts. */
const HOST_HASH = 64;
/** Algorithms of real hosts that can be simulated. */
const hostAlgorithms = algorithmsOn('threads').filter((name) => simulatedAlgorithms.includes(name));
/** Positions of a game that are searched; a node of one of them costs up to a fifth more or less than the mean. */
const POSITIONS = 3;

/** The whole profile; takes about a second for each game, and twelve on a host with 16 cores. */
export async function calibrate(
  machine: string,
  { games: wanted, cores, hosts = true, hash = HOST_HASH }: CalibrateOptions,
): Promise<Profile> {
  const messages = await calibrateMessages();
  const games: Record<string, Costs> = {};
  const ids = catalogue.flatMap(({ id }) => ((wanted?.includes(id) ?? true) ? [id] : []));
  for (const id of ids) games[id] = await calibrateGame(id, messages);
  const all = Object.values(games);
  for (const [id, widths] of Object.entries(WIDTHS)) {
    if (!ids.includes(id)) continue;
    for (const width of widths) {
      games[`${id} b=${width}`] = await calibrateGame(id, messages, width);
    }
  }
  const other: Costs = {
    nodeNs: round(middle(all.map((costs) => costs.nodeNs))),
    masterNodeNs: round(middle(all.map((costs) => costs.masterNodeNs))),
    ...messages,
  };
  return {
    name: 'measured',
    about: [
      `Measured by plyades calibrate on ${machine}.`,
      'nodeNs: exact sequential search of a position 14 random moves into the game, 16 MiB table.',
      'masterNodeNs: moves, child, key and side to move of a node, asked of the kernel one by one.',
      'messageNs: writing or reading a packet of four numbers, and posting it; byteNs: more numbers.',
      'latencyNs: half a round trip between two threads that wait for each other.',
      'epochNs: as long as the latency, so that a packet is late by half of it on average.',
      ...(hosts ? HOST_ABOUT : []),
    ],
    epochNs: messages.latencyNs,
    games,
    other,
    ...(hosts && { hosts: { threads: await calibrateHost(ids, cores, hash) } }),
  };
}

const HOST_ABOUT = [
  'hosts.threads: nodeNs of the sequential search in many positions, with a table of `hash` MiB.',
  'ownTables: a node of the same search on several threads at a time, with a table each, over one alone, by their number.',
  'sharedTable: a node of threads that search one position in different orders with one table, over one alone.',
  "programs: nodes of a master's tree with their messages, and packets received, in searches by as many workers as cores.",
  'jobNs: the begin of a search of two plies, beside its nodes; sendNs: a packet written and put into shared memory.',
  'wakeNs: until a thread goes on that has slept for two milliseconds; touchNs: the first use of a MiB.',
  'startNs, startAloneNs: a search of one ply from call to answer, tables emptied, by the number of processes.',
];

/** What threads of this machine cost beyond the nodes and packets of an ideal host. */
export async function calibrateHost(
  ids: readonly string[],
  cores: number,
  hash: number,
): Promise<HostProfile> {
  const bench = new ThreadBench(cores, hash);
  const mailbox = mailboxNs();
  const linksNs = best(() => packets(4));
  const games: Record<string, HostGame> = {};
  let starts: Pick<HostProfile, 'startNs' | 'startAloneNs'> | undefined;
  try {
    for (const id of ids) {
      const game = await calibratedGame(id, POSITIONS);
      const costs = await bench.costsOf(game);
      starts ??= await bench.starts(game);
      const programs: Record<string, ProgramCosts> = {};
      for (const name of hostAlgorithms) {
        const { masterNodeNs, receiveNs } = await programCosts(name, game, cores, costs.nodeNs);
        programs[name] = { masterNodeNs, receiveNs: round(receiveNs + mailbox.readNs) };
      }
      games[id] = { ...costs, jobNs: await jobNs(game), programs };
    }
    return {
      ...{ cores, hash, sendNs: round(linksNs + mailbox.sendNs), latencyNs: 0, brokerNs: 0 },
      ...{ wakeNs: await wakeNs(), touchNs: bench.touchNs(), ...starts!, games },
    };
  } finally {
    await bench.close();
  }
}

async function calibratedGame(id: string, count: number): Promise<CalibratedGame> {
  const kernel = await loadKernel(id);
  const source = { kind: 'kernel', kernel } as const;
  const { board } = await openInMemories(source, 1 << 20, MAX_PLY, 1);
  const notation = notationOf(id);
  const rules = boardRules(board, recordOf(notation, notation.start()) as unknown);
  return { id, source, positions: midgames(rules, count) as Uint8Array[] };
}
