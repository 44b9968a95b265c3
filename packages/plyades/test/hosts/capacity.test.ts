// How many virtual processes share a kernel: never more than it can address.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capacityFor, processesOfKernel } from '#dist/hosts/epochs/capacity.js';
import { DATA_RESERVE, MAX_CAPACITY } from '#dist/kernel/index.js';

test('processes of one kernel fit into it, with the data of their game', () => {
  const property = fc.property(fc.integer({ min: 2 ** 16, max: 2 ** 31 }), (each) => {
    const count = processesOfKernel(each);
    expect(capacityFor(count * each) + DATA_RESERVE).toBeLessThanOrEqual(MAX_CAPACITY);
    expect(capacityFor((count + 1) * each) + DATA_RESERVE).toBeGreaterThan(MAX_CAPACITY);
  });
  fc.assert(property, { numRuns: 1000 });
});
