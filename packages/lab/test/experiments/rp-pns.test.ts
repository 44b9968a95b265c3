// Table 1 of the paper on RP-PNS: its endgames, one run of each kind, and the sums.
import { describe, expect, test } from 'vitest';
import { endgames, largeEndgames } from '#dist/rp-pns/endgames.js';
import { paperTable } from '#dist/rp-pns/paper.js';
import { type ProofRunSettings, performProof } from '#dist/rp-pns/run.js';
import { table1 } from '#dist/rp-pns/table.js';

const { signal } = new AbortController();

describe('the endgames', () => {
  test("are 150, all different, and of about the size of the paper's", () => {
    const all = endgames();
    expect(all).toHaveLength(150);
    expect(new Set(all.map(({ position }) => position)).size).toBe(150);
    const mean = all.reduce((sum, { nodes }) => sum + nodes, 0) / all.length;
    expect(mean).toBeGreaterThan(3e6);
    expect(mean).toBeLessThan(5.5e6);
  });

  test('for threads of a machine are larger, and others', () => {
    const large = largeEndgames();
    const positions = [...endgames(), ...large].map(({ position }) => position);
    expect(new Set(positions).size).toBe(150 + large.length);
    expect(large.length).toBeGreaterThan(9);
    for (const { nodes, memory } of large) {
      expect(nodes).toBeGreaterThanOrEqual(25e6);
      expect(memory).toBeLessThan(nodes);
    }
  });
});

describe('a run', () => {
  const smallest = endgames().toSorted((a, b) => a.nodes - b.nodes)[0]!;
  const settings: ProofRunSettings = {
    endgame: smallest,
    algorithm: 'rp-pns',
    threads: 1,
    selection: 'virtual',
    source: 'paper',
    seed: 1,
  };

  test('of PNS has the nodes that stand in the file', async () => {
    const { evaluated, memory } = await performProof(settings, signal);
    expect([evaluated, memory]).toEqual([smallest.nodes, smallest.memory]);
  });

  test('on eight virtual threads is the same twice, quicker, and not much larger', async () => {
    const eight = { ...settings, threads: 8 };
    const found = await performProof(eight, signal);
    expect(await performProof(eight, signal)).toEqual(found);
    const alone = await performProof(settings, signal);
    expect(alone.seconds / found.seconds).toBeGreaterThan(3);
    expect(found.evaluated).toBeLessThan(1.5 * alone.evaluated);
  });

  test('with another answer than the file has is an error', async () => {
    const wrong = { ...smallest, result: smallest.result === 'proved' ? 'disproved' : 'proved' };
    await expect(
      performProof({ ...settings, endgame: wrong as typeof smallest }, signal),
    ).rejects.toThrow(/was found/);
  });
});

describe('the table', () => {
  test("has the paper's figures, and scaling as the paper computes it", () => {
    const { figures } = table1.summarize([]);
    expect(figures).toHaveLength(paperTable.length);
    const scaling = (figures as { scaling: number }[]).map((line) => line.scaling.toFixed(1));
    expect(scaling).toEqual(['1.0', '1.6', '2.5', '3.5', '1.0', '2.1', '3.4', '4.7']);
  });

  test('sums over endgames of which everything is finished', () => {
    const [first, second] = table1
      .runs('smoke', ['paper'])
      .filter(({ settings }) => settings.algorithm === 'rp-pns' && settings.source === 'paper');
    const result = { seconds: 2, evaluated: 3e6, memory: 1e6, waited: 0 };
    const half = { ...result, seconds: 1, evaluated: 3.6e6 };
    const rows = [
      { ...first!, result },
      { ...second!, result: half },
    ];
    const { figures } = table1.summarize(rows);
    expect((figures as object[]).slice(paperTable.length)).toMatchObject([
      { threads: 1, scaling: 1, overhead: 0, positions: 1 },
      { threads: 2, scaling: 2, evaluated: 3.6, positions: 1 },
    ]);
  });
});
