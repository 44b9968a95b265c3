// The shaders on a device in software, against the kernels: the same numbers, bit for bit.
import { describe, expect, test } from 'vitest';
import { hasSoftwareGpu, runOnGpu } from '../support/software-gpu.js';

describe.skipIf(!hasSoftwareGpu)('on a device in software', () => {
  test.each(['connect6', 'chess'])(
    '%s is what the kernel says',
    { timeout: 600_000 },
    async (game) => {
      const { code, stdout, stderr } = await runOnGpu('software', ['test/gpu/on-device.mjs', game]);
      expect(code, stderr).toBe(0);
      // The device's own complaints come before the report.
      const report = JSON.parse(stdout.trim().split('\n').at(-1)!);
      expect(report).toMatchObject({
        software: true,
        evaluations: 0,
        branches: 0,
        opened: 0,
        searches: [0, 0, 0],
        bounds: 0,
        mixed: 0,
        kept: 0,
        values: [true, true, true],
        afterLoss: true,
        again: true,
        lost: true,
      });
      expect(report.positions).toBeGreaterThanOrEqual(1500);
      expect(Math.min(...report.batches)).toBeGreaterThan(1);
      expect(report.shader).toMatch(/^ERR_DEVICE: a shader does not compile: 1:/);
      expect(report.size).toMatch(/^ERR_LIMIT: 1099511627776 bytes .* at most \d+/);
      if (game === 'chess') {
        expect(report.perft).toEqual([197_281, 97_862]);
        // Lanes give long searches up, and only those.
        expect(report.givenUp).toBeGreaterThan(5);
        expect(report.givenUp).toBeLessThan(40);
      }
    },
  );
});

test('without an adapter there is a coded error', async () => {
  const script = `
    import { openGpu } from '#dist/gpu/index.js';
    await openGpu().catch((error) => console.log(error.code));`;
  const { stdout } = await runOnGpu('none', ['--input-type=module', '-e', script]);
  expect(stdout.trim()).toBe('ERR_MISSING_PART');
});
