// The trace of an engine team: the master's tree, the tasks of workers and their states, as the log has them.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LoadedGame, loadGame, type Position } from '#dist/api/index.js';
import { PlyadesError } from '#dist/core/errors.js';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { WIN } from '#dist/core/score.js';
import type { PieceRecord, TreeRecord } from '#dist/core/trace.js';
import { createReader, type Engine, type EngineRequest } from '#dist/engines/index.js';
import { EngineTeam } from '#dist/gpp/engines/engine-team.js';
import { createTeamEngine, gppRules, openEngineTeam, TeamTrace } from '#dist/gpp/engines/index.js';
import { GppMaster, pathOf, stockfishRanks, walk } from '#dist/gpp/index.js';
import { MATE_VALUE } from '#dist/protocols/score.js';
import { makeTrace, parseTrace, type TraceLog } from '#dist/trace/index.js';
import { type Scripted, scriptedEngine } from '../../support/scripted-engine.js';
import { until } from '../../support/waiting.js';

let game: LoadedGame;
beforeAll(async () => {
  game = await loadGame('chess');
});

/** Reports what a test says, when it says so. */
interface Puppet extends Engine {
  readonly requests: EngineRequest[];
  /** A line that begins with a move; centipawns. */
  report(move: string, value: number, depth: number, nodes: number): void;
  /** The moves that it may report. */
  readonly moves: readonly string[];
  fail(): void;
}

function puppet(): Puppet {
  const requests: EngineRequest[] = [];
  let reject = (_: unknown) => {};
  const last = () => requests.at(-1)!;
  return {
    protocol: 'uci',
    extensions: [],
    requests,
    search: (request: EngineRequest) => {
      requests.push(request);
      return new Promise((_, fail) => {
        reject = fail;
      });
    },
    stop: () => {},
    ready: () => Promise.reject(new PlyadesError('ERR_ENGINE_EXIT', 'it stays down')),
    fail: () => reject(new PlyadesError('ERR_ENGINE_EXIT', 'it fell')),
    get moves() {
      return last().go.searchMoves ?? legalAfter(last().setup.moves);
    },
    report(move: string, value: number, depth: number, nodes: number) {
      const mates = Math.abs(value) > MATE_VALUE - 1000;
      last().onInfo?.({
        depth,
        nodes,
        pv: [move],
        score: mates
          ? { type: 'mate', wins: value > 0, plies: MATE_VALUE - Math.abs(value), bound: 'exact' }
          : { type: 'cp', centipawns: value, bound: 'exact' },
      });
    },
  } as Partial<Puppet> as Puppet;
}

const positionsAfter = (moves: readonly string[]) => unwrap(createReader(game).read({ moves }));
const legalAfter = (moves: readonly string[]) =>
  game.legalMoves(positionsAfter(moves).at(-1)!).map(game.notation.makeMove);
const numbers = (moves: readonly string[]) =>
  moves.map((text) => unwrap(game.notation.parseMove(text)));

/** A team of puppets at work on a position, with a clock that stands still. */
function teamOf(workers: number, played: readonly string[]) {
  const clock = { ms: 1000, now: () => clock.ms };
  const engines = Array.from({ length: workers }, puppet);
  const team = new EngineTeam<Position>(engines, { changed: () => {}, left: () => {} });
  const master = new GppMaster(gppRules(game), {
    growth: 'pv',
    ranks: stockfishRanks,
    random: createRandom(1),
  });
  let log: TraceLog | undefined;
  const positions = positionsAfter(played);
  const { present } = team;
  const options = { game, root: positions.at(-1)!, played, workers, present, clock };
  const trace = new TeamTrace({
    ...options,
    give: (growing) => {
      log = growing;
    },
  });
  team.record(trace);
  team.serve(master, undefined);
  for (const id of engines.keys()) team.execute(master.join(id));
  team.execute(master.begin(positions, played));
  team.work();
  const changed = () => trace.changed(master);
  return { clock, engines, team, master, trace, log: log!, changed };
}

/** The last record of each path that the log has. */
function treeOf(log: TraceLog): Map<string, TreeRecord> {
  const paths = new Map<number, string>();
  const tree = new Map<string, TreeRecord>();
  for (const record of log.tree) {
    const above = record.parent < 0 ? undefined : paths.get(record.parent)!;
    const path = above === undefined ? '' : `${above} ${record.move}`;
    expect(paths.get(record.node) ?? path).toBe(path);
    paths.set(record.node, path);
    tree.set(path, record);
  }
  return tree;
}

const keyOf = (path: readonly string[]) =>
  numbers(path)
    .map((move) => ` ${move}`)
    .join('');

function expectNoOverlap(log: TraceLog): void {
  const ends = new Map<number, number>();
  for (const { process, from, to } of log.pieces) {
    expect(from).toBeGreaterThanOrEqual(ends.get(process) ?? 0);
    expect(to).toBeGreaterThanOrEqual(from);
    ends.set(process, to);
  }
}

function expectSame(log: TraceLog): void {
  const bytes = makeTrace(log);
  const read = unwrap(parseTrace(bytes));
  for (const kind of ['header', 'end', 'pieces', 'messages', 'samples', 'tree', 'depths'] as const)
    expect(read[kind]).toEqual(log[kind]);
  expect(read.lanes.map(({ times, states }) => [times, states])).toEqual(
    log.lanes.map(({ times, states }) => [times, states]),
  );
  expect(makeTrace(read)).toEqual(bytes);
}

describe('the trace of a team', () => {
  test.each([1, 2, 3])(
    'has the tree, the tasks and the nodes as they are, seed %d',
    async (seed) => {
      const played = ['e2e4', 'c7c5'];
      const { clock, engines, team, master, trace, log, changed } = teamOf(6, played);
      const random = createRandom(seed);
      const nodes = engines.map(() => 0);
      const asked = engines.map(() => 0);
      let left = -1;
      for (let round = 1; round <= 240; round++) {
        clock.ms += random.below(8);
        const id = random.below(engines.length);
        const engine = engines[id]!;
        if (engine.requests.length > 0 && id !== left) {
          if (asked[id] !== engine.requests.length) nodes[id] = 0;
          asked[id] = engine.requests.length;
          nodes[id]! += 1 + random.below(1000);
          const { moves } = engine;
          const move = moves[random.below(Math.min(3, moves.length))]!;
          engine.report(move, random.below(200) - 100, 1 + Math.floor(round / 8), nodes[id]!);
        }
        if (round % 20 === 0) team.execute(trace.deciding(() => master.grow(2)));
        if (round === 120) {
          left = 2;
          engines[left]!.fail();
          await until(() => !team.present.includes(left), 'it has left');
        }
        changed();
      }
      clock.ms += 5;
      trace.finish(master);

      expect(log.complete).toBe(true);
      expect(log.end).toBe((clock.ms - 1000) * 1e6);
      const header = { game: 'chess', algorithm: 'p-gpp', processes: 7, hasMaster: true };
      expect(log.header).toMatchObject(header);
      expect(log.header.position).toBe(game.notation.makePosition(positionsAfter(played).at(-1)!));

      const tree = treeOf(log);
      const nodesOfTree = [...walk(master.root!)];
      expect(nodesOfTree.length).toBeGreaterThan(3);
      const best = master.bestLine!.line;
      for (const node of nodesOfTree) {
        const path = pathOf(node);
        expect(tree.get(keyOf(path))).toMatchObject({
          state: node.worker === undefined ? 'believed' : 'searching',
          owner: node.worker === undefined ? -1 : node.worker + 1,
          value: node.bestLine()?.value ?? Number.NaN,
          predicted: path.every((move, ply) => best[ply] === move),
        });
      }
      const present = [...tree.values()].filter(({ state }) => state !== 'left');
      expect(present).toHaveLength(nodesOfTree.length);

      // A piece for each search command, with the path of its node.
      for (const [id, { requests }] of engines.entries()) {
        const pieces = log.pieces.filter(({ process }) => process === id + 1);
        const paths = requests.map(({ setup }) => numbers(setup.moves.slice(played.length)));
        expect(pieces.map(({ path }) => path)).toEqual(paths);
      }
      expectNoOverlap(log);
      const sum = (pieces: readonly PieceRecord[]) =>
        pieces.reduce((all, each) => all + each.nodes, 0);
      expect(team.nodes).toBeGreaterThan(0);
      expect(sum(log.pieces)).toBe(team.nodes);
      // Workers of the tree go on at the end, and no others.
      const unfinished = log.pieces.filter(({ outcome }) => outcome === 'unfinished');
      expect(unfinished.map(({ process }) => process - 1).sort()).toEqual(
        nodesOfTree.flatMap(({ worker }) => worker ?? []).sort(),
      );
      for (const { outcome, value, depth, to } of log.pieces) {
        if (outcome === 'done') expect(Number.isNaN(value) || Number.isNaN(depth)).toBe(false);
        if (outcome === 'left') expect(value).toBeNaN();
        if (outcome === 'unfinished') expect(to).toBe(log.end);
      }

      expect(log.lanes[left + 1]!.states.at(-1)).toBe('down');
      const downAt = log.lanes[left + 1]!.times.at(-1)!;
      const ofLeft = log.pieces.filter(({ process }) => process === left + 1);
      for (const { to } of ofLeft) expect(to).toBeLessThanOrEqual(downAt);
      expect(log.lanes[1]!.states[0]).toBe('searching');
      expect(log.depths.at(-1)).toMatchObject({ value: master.bestLine!.value, pv: numbers(best) });
      expectSame(log);
    },
  );

  test('has a game that ended as certain, and mates on its own scale', () => {
    const { clock, engines, team, master, trace, log } = teamOf(2, ['f2f3', 'e7e5', 'g2g4']);
    clock.ms += 3;
    engines[0]!.report('d8h4', MATE_VALUE - 1, 9, 100);
    team.execute(master.grow());
    clock.ms += 3;
    trace.finish(master);
    const tree = treeOf(log);
    const mate = tree.get(keyOf(['d8h4']))!;
    const ended = { state: 'certain', value: -WIN, lower: -WIN, upper: -WIN, owner: -1 };
    expect(mate).toMatchObject({ ...ended, predicted: true });
    expect(tree.get('')!.value).toBe(WIN - 1);
    expect(log.depths.at(-1)).toMatchObject({ value: WIN - 1, pv: numbers(['d8h4']) });
  });

  test('has a worker that is searching, waiting and starting as such', () => {
    const { clock, engines, team, master, trace, log } = teamOf(3, []);
    clock.ms += 10;
    engines[0]!.report('e2e4', 20, 9, 100);
    team.execute(master.grow(1));
    clock.ms += 10;
    team.rest();
    clock.ms += 10;
    trace.finish(master);
    expect(log.lanes[1]).toMatchObject({ times: [0, 20e6], states: ['searching', 'waiting'] });
    expect(log.lanes[2]).toMatchObject({
      times: [0, 10e6, 20e6],
      states: ['starting', 'searching', 'waiting'],
    });
    expect(log.lanes[3]).toMatchObject({ times: [0], states: ['starting'] });
    expect(log.pieces.map(({ process, outcome }) => [process, outcome])).toEqual([
      [1, 'done'],
      [1, 'left'],
      [2, 'left'],
    ]);
    const info = log.messages.find(({ to }) => to === 0)!;
    expect(info).toMatchObject({ from: 1, sentAt: 10e6, receivedAt: 10e6 });
    expect(info.bytes).toBe('info depth 9 score cp 20 nodes 100 pv e2e4\n'.length);
  });
});

describe('a team that is traced', () => {
  let engines: Scripted[];
  let close = async () => {};
  afterEach(() => close());

  async function traced(workers: number, logs: TraceLog[]) {
    engines = await Promise.all(Array.from({ length: workers }, () => scriptedEngine()));
    const team = createTeamEngine({
      game,
      engines,
      growth: 'pv',
      ranks: stockfishRanks,
      clock: performance,
      trace: (log) => logs.push(log),
    });
    close = () => team.close();
    return (moves: readonly string[], go: object) =>
      team.search({ game, setup: { moves }, positions: positionsAfter(moves), go }, () => {});
  }

  test('begins a trace with each search, complete when it has answered', async () => {
    const logs: TraceLog[] = [];
    const search = await traced(4, logs);
    for (const moves of [[], ['e2e4']]) {
      const running = search(moves, { depth: 12 });
      const log = logs.at(-1)!;
      expect(log.complete).toBe(false);
      await running.bestMove;
      expect(log.complete).toBe(true);
      expect(log.header.position).toBe(game.notation.makePosition(positionsAfter(moves).at(-1)!));
      expect(log.depths.at(-1)!.depth).toBeGreaterThanOrEqual(12);
      expectNoOverlap(log);
      expectSame(log);
    }
    expect(logs).toHaveLength(2);
  });

  test('begins again at a ponderhit, from the position on the board', async () => {
    const logs: TraceLog[] = [];
    const search = await traced(3, logs);
    const expected = legalAfter(['e2e4'])[0]!;
    const running = search(['e2e4', expected], { ponder: true, depth: 20 });
    const works = () => engines.every(({ asked }) => asked.length > 0);
    await until(works, 'all workers search');
    running.ponderHit();
    await running.bestMove;
    const roots = [['e2e4'], ['e2e4', expected]].map((moves) =>
      game.notation.makePosition(positionsAfter(moves).at(-1)!),
    );
    expect(logs.map(({ header }) => header.position)).toEqual(roots);
    expect(logs.map(({ complete }) => complete)).toEqual([true, true]);
    // A worker on the expected move goes on: its task is a piece of the root, from the beginning.
    expect(logs[1]!.pieces.some(({ path, from }) => path.length === 0 && from < 1e6)).toBe(true);
    for (const log of logs) expectNoOverlap(log);
  });

  test('has the lane of an engine that has left as down, in later searches as well', async () => {
    const logs: TraceLog[] = [];
    const search = await traced(2, logs);
    const first = search([], { infinite: true });
    await until(() => engines[0]!.asked.length > 0, 'it searches');
    first.stop();
    await first.bestMove;
    engines[0]!.fail(true);
    const second = search(['e2e4'], { infinite: true });
    const isDown = () => engines[1]!.asked.some(({ setup }) => setup.moves.length === 1);
    await until(isDown, 'the other one has the root');
    second.stop();
    await second.bestMove;
    expect(logs[1]!.lanes[1]!.states.at(-1)).toBe('down');
    const third = search(['e2e4', 'e7e5'], { depth: 5 });
    await third.bestMove;
    expect(logs[2]!.lanes[1]).toMatchObject({ times: [0], states: ['down'] });
    expect(logs[2]!.pieces.every(({ process }) => process === 2)).toBe(true);
  });

  test('is refused without a function', async () => {
    const team = openEngineTeam({ workers: 1, trace: 'run.plytrace' as never });
    await expect(team).rejects.toMatchObject({ code: 'ERR_OPTION' });
  });
});
