// The experiment on the rules of APHID: its positions, its variants, and its summary.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aphidRules, ruleNames } from '#dist/aphid/rules.js';
import { rulesPositions } from '#dist/aphid/rules-positions.js';
import { checkersPositions, chessPositions, othelloFinal, positionOf } from '#dist/positions.js';
import { trainingPositions } from '#dist/training.js';
import { draw } from '../../tools/aphid-rules/draw.mjs';

test('its positions are those that were drawn, legal, and in no other set', async () => {
  const file = new URL('../../data/aphid-rules.txt', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(await draw());
  const textOf = ({ moves, position }: { moves?: string; position?: string }) => moves ?? position;
  const others = [
    ...[...othelloFinal, ...checkersPositions, ...chessPositions],
    ...Object.values(trainingPositions).flat(),
  ].map(textOf);
  for (const place of rulesPositions()) {
    await positionOf(place);
    expect(others).not.toContain(textOf(place));
  }
});

test('each rule is compared with the defaults of the same position', () => {
  const runs = aphidRules.runs('smoke', ['paper']);
  expect(runs.length).toBe(ruleNames.length + 2);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  const overheads = {
    ...{ total: 1, master: 0.1, search: 0.2, speculative: 0.1, parallelization: 0.3 },
    ...{ startIdle: 0.1, otherIdle: 0.1 },
  };
  const rows = runs.map((run, index) => {
    const speedup = index === 0 ? 8 : 4;
    const sequential = { value: 0, nodes: 1000 };
    const result = { simulated: true as const, value: 0, speedup, sequential, overheads };
    return {
      ...run,
      result: { ...result, virtualSeconds: 1, seconds: 1, nodes: 1, jobs: 1, granularity: 1 },
    };
  });
  const [table] = aphidRules.summarize(rows).tables;
  const ratios = table!.rows.map(([, , , variant, ratio]) => [variant, ratio]);
  expect(ratios.slice(0, 2)).toEqual([
    ['defaults', '1.00'],
    [ruleNames[0], '0.50'],
  ]);
  expect(ratios.at(-1)).toEqual(['THESIS', '0.50']);
});
