// Measures what things cost on this machine, for the profile `measured`: a node of the sequential
// search, a node of a master's tree, a packet and its bytes, and the way of a packet from one thread to
// another. `plyades calibrate` is the command.
import { startEcho } from '#platform';
import { recordOf } from '../core/game.js';
import { createRandom } from '../core/random.js';
import { catalogue } from '../games/catalogue.js';
import { loadKernel, notationOf } from '../games/load.js';
import { openInMemories } from '../hosts/epochs/cell-memory.js';
import type { Costs } from '../hosts/epochs/costs.js';
import { boardRules } from '../hosts/ports.js';
import { Searcher, Table } from '../kernel/index.js';
import { createCounters } from '../parallel/counters.js';
import { Links } from '../parallel/links.js';
import type { RulesPort } from '../parallel/ports.js';
import { count, list, record } from '../parallel/wire.js';
import type { Profile } from './profiles.js';

const TABLE_BYTES = 16 << 20;
const MAX_PLY = 64;
const WARM_UP_NODES = 1_000_000;
const TIMED_NODES = 1_000_000;
const MASTER_NODES = 20_000;
const PACKETS = 10_000;
const ROUND_TRIPS = 3000;
/** Each time is taken this often, and the best counts: other programs can only add to it. */
const REPEATS = 9;

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
  const root = midgame(rules);
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

/** A position some moves into the game, where searches are of the usual kind. */
function midgame<P>(rules: RulesPort<P>): P {
  const random = createRandom(1);
  let position = rules.root;
  for (let ply = 0; ply < 14; ply++) {
    const moves = rules.moves(position);
    if (moves.length === 0) return rules.root;
    const next = rules.play(position, moves[random.below(moves.length)]!);
    if (rules.moves(next).length === 0) return position;
    position = next;
  }
  return position;
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

/** The whole profile; takes about a second for each game. */
export async function calibrate(machine: string): Promise<Profile> {
  const messages = await calibrateMessages();
  const games: Record<string, Costs> = {};
  for (const { id } of catalogue) games[id] = await calibrateGame(id, messages);
  const all = Object.values(games);
  for (const [id, widths] of Object.entries(WIDTHS)) {
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
    ],
    epochNs: messages.latencyNs,
    games,
    other,
  };
}

/** Nanoseconds for each of the things that `work` says it did. */
function timeNs(work: () => number): number {
  const from = performance.now();
  const done = work();
  return ((performance.now() - from) * 1e6) / done;
}

const best = (take: () => number): number => Math.min(...Array.from({ length: REPEATS }, take));

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** The measurement is not worth more than three digits. */
const round = (value: number): number => Number(value.toPrecision(3));
