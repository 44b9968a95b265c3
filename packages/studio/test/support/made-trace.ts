// Traces for tests and benches: the records of a made-up search whose master grows a tree in passes and whose workers
// search its leaves. Times, owners and counts fit together (no process searches two pieces at once, a message arrives
// after it was sent, a piece begins after its request), moves mean nothing. The same options give the same records.
import type {
  DepthRecord,
  FaultRecord,
  Lane,
  MessageRecord,
  NodeState,
  PassRecord,
  PieceRecord,
  ProcessState,
  SampleRecord,
  TraceLog,
  TreeRecord,
} from 'plyades/trace';

export interface MadeTraceOptions {
  /** Nodes of the master's tree, about; 0 for a search without a master's tree, such as young-brothers. */
  readonly nodes?: number;
  /** At least 2; process 0 is the master where there is one. */
  readonly processes?: number;
  /** Pieces of all workers together; about half as many as nodes if not given. */
  readonly pieces?: number;
  readonly passes?: number;
  /** Children of an inner node. */
  readonly branching?: number;
  /** Plies of the tree below its root, at most. */
  readonly plies?: number;
  readonly seed?: number;
  /** Proof and disproof numbers instead of windows and values. */
  readonly proofNumbers?: boolean;
  /** Crashes, each followed by a return. */
  readonly crashes?: number;
}

/** Virtual time between two passes. */
const PASS_NANOS = 1_000_000;
const MESSAGE_NANOS = 12_000;
const NANOS_PER_NODE = 400;

export function madeTrace(options: MadeTraceOptions = {}): TraceLog {
  const { nodes = 1000, processes = 16, branching = 6, plies = 9, seed = 1 } = options;
  const { passes: passCount = 60, proofNumbers = false, crashes = 0 } = options;
  const hasMaster = nodes > 0;
  const pieceCount = options.pieces ?? Math.max(20, Math.ceil(nodes / 2));
  const next = generator(seed);
  const whole = (below: number) => Math.floor(next() * below);
  const end = passCount * PASS_NANOS;
  const tree = new MadeTree(Math.max(nodes, 400), branching, plies, whole);

  const records: TreeRecord[] = [];
  const passes: PassRecord[] = [];
  const depths: DepthRecord[] = [];
  const made: PieceRecord[] = [];
  const messages: MessageRecord[] = [];
  const samples: SampleRecord[] = [];
  const faults: FaultRecord[] = [];
  const lanes = Array.from({ length: processes }, () => new MadeLane());

  /** When a node belongs to the tree; its requests come later. */
  const birth = (node: number) =>
    Math.floor((node / tree.size) ** 0.7 * passCount * 0.9) * PASS_NANOS;
  const describe = (node: number, at: number, state: NodeState, predicted: boolean, owner = -1) => {
    const value = Math.round((next() - 0.5) * 400);
    const spread = 40 + whole(200);
    const none = Number.NaN;
    records.push({
      process: 0,
      at,
      node,
      parent: tree.parent[node]!,
      move: tree.move[node]!,
      state,
      predicted,
      alpha: proofNumbers ? none : value - spread,
      beta: proofNumbers ? none : value + spread,
      taskAlpha: proofNumbers ? none : value - 2 * spread,
      taskBeta: proofNumbers ? none : value + 2 * spread,
      value: proofNumbers ? none : value,
      lower: proofNumbers ? none : state === 'certain' ? value : -30_000,
      upper: proofNumbers ? none : state === 'certain' ? value : 30_000,
      owner,
      proof: proofNumbers ? (state === 'certain' ? 0 : 1 + whole(60)) : none,
      disproof: proofNumbers ? 1 + whole(60) : none,
    });
  };

  if (hasMaster) {
    lanes[0]!.add(0, 'deciding');
    for (let node = 0; node < tree.size; node++) {
      const predicted = tree.rank[node]! < 2 || next() < 0.1;
      describe(node, birth(node), predicted ? 'believed' : 'cut', predicted);
      // Some nodes leave the predicted tree.
      const leaves = birth(node) + (1 + whole(passCount)) * PASS_NANOS;
      if (node > 0 && predicted && next() < 0.2 && leaves < end) {
        describe(node, leaves, 'left', false);
      }
    }
    for (let pass = 0; pass < passCount; pass++) {
      const from = pass * PASS_NANOS;
      const to = from + Math.floor((0.2 + 0.5 * next()) * PASS_NANOS);
      lanes[0]!.add(from, 'deciding');
      lanes[0]!.add(to, 'waiting');
      passes.push({
        ...{ process: 0, from, to, pass, depth: 6 + Math.floor((8 * pass) / passCount) },
        ...{ visits: 10 + whole(tree.size), value: whole(200), uncertain: whole(50) },
      });
    }
  }

  /** Leaves that a request at this time may name: those that exist then. */
  const pick = (at: number): number => {
    for (let tries = 0; tries < 20; tries++) {
      const limit = Math.max(2, Math.floor(tree.size * Math.min(1, at / end) ** (1 / 0.7)));
      // Squared: early nodes, which are high in the tree and first among their siblings, get more work.
      const node = Math.floor(next() ** 1.5 * limit);
      if (birth(node) <= at && node > 0) return node;
    }
    return 1;
  };

  const first = hasMaster ? 1 : 0;
  const workers = Math.max(1, processes - first);
  const mean = (end * workers) / pieceCount;
  const serials = new Uint32Array(processes);
  const searched = new Float64Array(processes);
  for (let process = first; process < processes; process++) {
    const lane = lanes[process]!;
    lane.add(0, 'starting');
    let at = whole(3 * MESSAGE_NANOS) + MESSAGE_NANOS;
    for (;;) {
      lane.add(at, 'waiting');
      const from = at + MESSAGE_NANOS + Math.floor(-Math.log(1 - next()) * 0.15 * mean);
      if (from >= end) break;
      const wish = Math.max(2000, Math.floor(-Math.log(1 - next()) * 0.8 * mean));
      const runs = from + wish > end;
      const to = Math.min(end, from + wish);
      const node = hasMaster ? pick(from) : whole(tree.size);
      const outcome = runs ? 'unfinished' : next() < 0.12 ? 'left' : 'done';
      const alpha = whole(200) - 100;
      const nodesSearched = Math.max(1, Math.round((to - from) / NANOS_PER_NODE));
      lane.add(from - 1000, 'messages');
      lane.add(from, 'searching');
      lane.add(to, 'messages');
      if (hasMaster) {
        messages.push(message(0, process, from - MESSAGE_NANOS, from, 60 + whole(80)));
        if (to + MESSAGE_NANOS <= end) {
          messages.push(message(process, 0, to, to + MESSAGE_NANOS, 40 + whole(40)));
        }
        if (next() < 0.7) describe(node, from, 'searching', tree.rank[node]! < 2, process);
        if (outcome === 'done') describe(node, to, 'certain', tree.rank[node]! < 2);
      }
      searched[process]! += nodesSearched;
      samples.push({
        ...{ process, at: to, nodes: searched[process]!, queue: whole(6) },
        tableHits: Math.floor(searched[process]! * 0.2),
      });
      made.push({
        ...{ process, piece: serials[process]!++, from, to, path: tree.path(node) },
        ...{ depth: 4 + whole(8), alpha, beta: alpha + 1 + whole(50), ahead: next() < 0.2 },
        ...{ kind: 'own', nodes: nodesSearched, outcome },
        value: outcome === 'done' ? alpha + whole(50) : Number.NaN,
        bound: outcome === 'done' ? 'exact' : undefined,
      });
      at = to + 1000;
    }
  }
  for (let i = 0; i < crashes; i++) {
    const process = first + whole(workers);
    const at = whole(end);
    const until = Math.min(end, at + 5 * PASS_NANOS);
    faults.push({ process, at, type: 'crash', until });
    lanes[process]!.interrupt(at, until);
  }
  for (let depth = 6; depth < 14; depth++) {
    const at = Math.floor(((depth - 5) / 8) * end);
    depths.push({
      at,
      depth,
      value: whole(200),
      bound: 'exact',
      pv: tree.path(tree.lastOfFirst()),
    });
  }

  return {
    header: {
      ...{ version: 1, build: 'made', game: 'othello', position: '', processes, hasMaster },
      algorithm: hasMaster ? (proofNumbers ? 'pns-dfpn' : 'minimal-tree') : 'young-brothers',
      clock: 'virtual',
    },
    ...{ end, version: 1, complete: true, lanes },
    pieces: made.sort((a, b) => a.from - b.from),
    messages: messages.sort((a, b) => a.sentAt - b.sentAt),
    samples: samples.sort((a, b) => a.at - b.at),
    passes,
    tree: records.sort((a, b) => a.at - b.at),
    faults: faults.sort((a, b) => a.at - b.at),
    depths,
    messageSampling: 1,
  };
}

/** Numbers from 0 to 1, the same for the same seed (xorshift of 32 bits). */
export function generator(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e37_79b1) ^ 0x5bd1_e995) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A tree whose nodes are numbered so that parents come first. */
class MadeTree {
  readonly parent: number[] = [-1];
  readonly move: number[] = [0];
  /** Place among the siblings. */
  readonly rank: number[] = [0];
  readonly #ply: number[] = [0];
  readonly #children: number[][] = [[]];

  constructor(size: number, branching: number, plies: number, whole: (below: number) => number) {
    let open = [0];
    while (this.parent.length < size && open.length > 0) {
      // Nodes at the front are expanded more often: the tree is uneven, as searched trees are.
      const place = Math.min(whole(open.length), whole(open.length));
      const node = open[place]!;
      open[place] = open.at(-1)!;
      open.pop();
      if (this.#ply[node]! >= plies) continue;
      const width = 1 + whole(2 * branching - 1);
      for (let i = 0; i < width && this.parent.length < size; i++) {
        const child = this.parent.length;
        this.parent.push(node);
        this.move.push(i);
        this.rank.push(i);
        this.#ply.push(this.#ply[node]! + 1);
        this.#children.push([]);
        this.#children[node]!.push(child);
        open.push(child);
      }
      if (open.length === 0) open = [this.parent.length - 1];
    }
  }

  get size(): number {
    return this.parent.length;
  }

  path(node: number): number[] {
    const moves: number[] = [];
    for (let at = node; at > 0; at = this.parent[at]!) moves.push(this.move[at]!);
    return moves.reverse();
  }

  /** The leaf at the end of all first moves. */
  lastOfFirst(): number {
    let node = 0;
    while (this.#children[node]!.length > 0) node = this.#children[node]![0]!;
    return node;
  }
}

function message(
  from: number,
  to: number,
  sentAt: number,
  receivedAt: number,
  bytes: number,
): MessageRecord {
  return { from, to, sentAt, receivedAt, bytes };
}

class MadeLane implements Lane {
  readonly times: number[] = [];
  readonly states: ProcessState[] = [];

  add(at: number, state: ProcessState): void {
    if (this.states.at(-1) === state || at < (this.times.at(-1) ?? 0)) return;
    this.times.push(at);
    this.states.push(state);
  }

  /** The process is down for some time. */
  interrupt(at: number, until: number): void {
    const after = this.times.findIndex((time) => time >= until);
    const cut = this.times.findIndex((time) => time >= at);
    if (cut < 0) return;
    const restTimes = after < 0 ? [] : this.times.slice(after);
    const restStates = after < 0 ? [] : this.states.slice(after);
    this.times.length = cut;
    this.states.length = cut;
    this.times.push(at, until, ...restTimes);
    this.states.push('down', 'waiting', ...restStates);
  }
}
