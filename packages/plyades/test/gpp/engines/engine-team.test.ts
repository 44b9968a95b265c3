// The engines of a team: what is counted of them, from the root of the tree.
import { expect, test } from 'vitest';
import type { Engine, EngineRequest } from '#dist/engines/index.js';
import { EngineTeam } from '#dist/gpp/engines/engine-team.js';
import type { GppMaster, ListedPosition } from '#dist/gpp/index.js';

/** Says the same of every search, at once. */
function engine(selDepth: number | undefined, nodes: number): Engine {
  return {
    search: ({ onInfo }: EngineRequest) => {
      onInfo?.({ depth: 4, nodes, ...(selDepth !== undefined && { selDepth }) });
      return new Promise(() => {});
    },
    stop: () => {},
  } as Partial<Engine> as Engine;
}

test('the longest line is counted from the root, and nodes in all', () => {
  const team = new EngineTeam<string>([engine(9, 100), engine(12, 20), engine(undefined, 3)], {
    changed: () => {},
    left: () => {},
  });
  const played = ['e2e4'];
  team.serve(
    { played, report: () => true } as Partial<GppMaster<string>> as GppMaster<string>,
    undefined,
  );
  const search = { kind: 'search', task: 1 } as const;
  team.execute([
    { ...search, worker: 0, moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'] },
    { ...search, worker: 1, moves: ['e2e4'] },
    { ...search, worker: 2, moves: ['e2e4', 'c7c5'] },
  ]);
  expect(team.selDepth).toBe(0);
  team.work();
  expect(team.selDepth).toBe(4 + 9);
  expect(team.nodes).toBe(123);
  team.execute([{ kind: 'rest', worker: 0 }]);
  expect(team.selDepth).toBe(12);
});

test('nodes of a search that goes on count from the next `work` on', () => {
  let tell = (_nodes: number) => {};
  const searching = {
    search: ({ onInfo }: EngineRequest) => {
      tell = (nodes) => onInfo?.({ depth: 4, nodes });
      return new Promise(() => {});
    },
    stop: () => {},
  } as Partial<Engine> as Engine;
  const team = new EngineTeam<string>([searching], { changed: () => {}, left: () => {} });
  team.execute([{ kind: 'search', task: 1, worker: 0, moves: [] }]);
  team.work();
  tell(1000);
  expect(team.nodes).toBe(1000);
  team.work();
  expect(team.nodes).toBe(0);
  tell(1300);
  expect(team.nodes).toBe(300);
  team.work();
  tell(1350);
  expect(team.nodes).toBe(50);
});

test('a table is asked when its engine has been given the position in question', async () => {
  const sent: string[] = [];
  let tell = () => {};
  const lister = {
    extensions: ['hash'],
    search: ({ setup, onInfo }: EngineRequest) => {
      tell = () => onInfo?.({ depth: 1 });
      sent.push(`search ${setup.moves.join(' ')}`);
      return new Promise(() => {});
    },
    stop: () => {},
    hashLines: async (count: number) => {
      sent.push(`hash ${count}`);
      return [{ line: ['e7e5'], depth: 3, score: { type: 'cp', centipawns: 0, bound: 'exact' } }];
    },
  } as Partial<Engine> as Engine;
  const offers: [number, readonly ListedPosition[]][] = [];
  const master = {
    played: [],
    report: () => true,
    addListed: (ticket: number, offered: readonly ListedPosition[]) => {
      offers.push([ticket, offered]);
      return [];
    },
  } as Partial<GppMaster<string>> as GppMaster<string>;
  const team = new EngineTeam<string>([lister], { changed: () => {}, left: () => {} });
  team.serve(master, undefined);
  const list = { kind: 'list', worker: 0, count: 4, covered: [] } as const;
  team.execute([
    { kind: 'search', worker: 0, task: 1, moves: ['e2e4'] },
    { ...list, ticket: 1, moves: ['e2e4'] },
  ]);
  team.work();
  expect(sent).toEqual(['search e2e4']);
  tell();
  expect(sent).toEqual(['search e2e4', 'hash 4']);
  await new Promise(setImmediate);
  expect(offers).toEqual([[1, [{ path: ['e7e5'], depth: 3 }]]]);
  // It goes on with its search: the next question needs no waiting.
  team.execute([{ ...list, ticket: 2, moves: ['e2e4'] }]);
  expect(sent).toHaveLength(3);
  // Another position, and a question about none of its own.
  team.execute([
    { kind: 'search', worker: 0, task: 2, moves: ['d2d4'] },
    { ...list, ticket: 3, moves: ['d2d4'] },
    { ...list, ticket: 4, moves: ['c2c4'] },
  ]);
  expect(sent.slice(3)).toEqual(['search d2d4']);
  tell();
  await new Promise(setImmediate);
  expect(sent.slice(3)).toEqual(['search d2d4', 'hash 4']);
  expect(
    offers
      .slice(1)
      .map(([ticket, offered]) => [ticket, offered.length])
      .sort(),
  ).toEqual([
    [2, 1],
    [3, 1],
    [4, 0],
  ]);
});
