// Fault plans as text: what is written is read again, and what makes no sense is refused with its place.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { makeFaults, NO_FAULTS, parseFaults, randomFaults } from '#dist/sim/faults.js';

describe('a fault plan', () => {
  test('names crashes, pauses, slow processes and shares of packets', () => {
    const text =
      'crash:3@0.5s,pause:2@1s+0.2s,slow:4x3,lose:5%,late:2%,double:1%,reorder:5%,crash:1@20ms+100us';
    expect(unwrap(parseFaults(text, 5))).toEqual({
      processes: [
        { type: 'crash', process: 3, at: 0.5, seconds: 0.1 },
        { type: 'pause', process: 2, at: 1, seconds: 0.2 },
        { type: 'slow', process: 4, at: 0, factor: 3 },
        { type: 'crash', process: 1, at: 0.02, seconds: 100 * 1e-6 },
      ],
      packets: { lose: 5, late: 2, double: 1, reorder: 5 },
    });
  });

  test('names processes that lie, and by how much', () => {
    const plan = unwrap(parseFaults('lie:3x12.5%,lose:5%', 5));
    expect(plan).toMatchObject({ liars: [{ process: 3, percent: 12.5 }], packets: { lose: 5 } });
    expect(unwrap(parseFaults(makeFaults(plan), 5))).toEqual(plan);
  });

  test('may be empty', () => {
    expect(unwrap(parseFaults('', 2))).toEqual(NO_FAULTS);
    expect(unwrap(parseFaults('none', 2))).toEqual(NO_FAULTS);
    expect(makeFaults(NO_FAULTS)).toBe('none');
  });

  test('made by lot is read as it was written, and spares process 0', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2000 }), (seed, processes) => {
        const plan = randomFaults(createRandom(seed), processes, 0.01);
        expect(unwrap(parseFaults(makeFaults(plan), processes))).toEqual(plan);
        for (const fault of plan.processes) {
          if (fault.type === 'crash') expect(fault.process).toBeGreaterThan(0);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test.each([
    ['crash', 'ERR_VALUE', 0],
    ['lose:5', 'ERR_VALUE', 0],
    ['lose:60%', 'ERR_VALUE', 0],
    ['lie:0x10%', 'ERR_VALUE', 0],
    ['lie:4x10%', 'ERR_VALUE', 0],
    ['lie:1x101%', 'ERR_VALUE', 0],
    ['lose:5%,lose:5%', 'ERR_KEY', 8],
    ['lose:-5%', 'ERR_VALUE', 0],
    ['crash:4@1s', 'ERR_VALUE', 0],
    ['lose:1%,crash:1@1', 'ERR_VALUE', 8],
    ['crash:1@1e99s', 'ERR_VALUE', 0],
    ['pause:1@1s', 'ERR_VALUE', 0],
    ['slow:1x0', 'ERR_VALUE', 0],
    ['slow:1x1001', 'ERR_VALUE', 0],
    [',', 'ERR_VALUE', 0],
    ['lose:5%,', 'ERR_VALUE', 8],
    ['x'.repeat(30_000), 'ERR_TOO_LONG', 20_000],
  ])('%.30s is refused as %s at %i', (text, code, at) => {
    expect(parseFaults(text, 4)).toMatchObject({ ok: false, error: { code, at } });
  });

  test('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseFaults(text, 4);
      }),
      { seed: 2, numRuns: 2000 },
    );
  });
});
