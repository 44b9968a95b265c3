// The engines of a team: what is counted of them, from the root of the tree.
import { expect, test } from 'vitest';
import type { Engine, SearchRequest } from '#dist/engines/index.js';
import type { Master } from '#dist/gpp/index.js';
import { Crew } from '#dist/team/crew.js';

/** Says the same of every search, at once. */
function engine(selDepth: number | undefined, nodes: number): Engine {
  return {
    search: ({ onInfo }: SearchRequest) => {
      onInfo?.({ depth: 4, nodes, ...(selDepth !== undefined && { selDepth }) });
      return new Promise(() => {});
    },
    stop: () => {},
  } as Partial<Engine> as Engine;
}

test('the longest line is counted from the root, and nodes in all', () => {
  const crew = new Crew<string>([engine(9, 100), engine(12, 20), engine(undefined, 3)], {
    changed: () => {},
    left: () => {},
  });
  const played = ['e2e4'];
  crew.serve(
    { played, report: () => true } as Partial<Master<string>> as Master<string>,
    undefined,
  );
  const search = { kind: 'search', task: 1 } as const;
  crew.obey([
    { ...search, worker: 0, moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'] },
    { ...search, worker: 1, moves: ['e2e4'] },
    { ...search, worker: 2, moves: ['e2e4', 'c7c5'] },
  ]);
  expect(crew.selDepth).toBe(0);
  crew.work();
  expect(crew.selDepth).toBe(4 + 9);
  expect(crew.nodes).toBe(123);
  crew.obey([{ kind: 'rest', worker: 0 }]);
  expect(crew.selDepth).toBe(12);
});
