// The shaders on a device in software, against the kernels: the same numbers, bit for bit.
import { describe, expect, test } from 'vitest';
import { hasSoftwareGpu, runOnGpu } from '../support/software-gpu.js';

describe.skipIf(!hasSoftwareGpu)('on SwiftShader (of chromium)', () => {
  const agrees = async (...words: string[]): Promise<void> => {
    const { code, stdout, stderr } = await runOnGpu('software', [
      'test/gpu/on-device.mjs',
      ...words,
    ]);
    expect(code, stderr).toBe(0);
    // The device's own complaints come before the report.
    const report = JSON.parse(stdout.trim().split('\n').at(-1)!);
    expect(report.faults).toEqual([]);
    expect(report.software).toBe(true);
  };

  // A compiler of shaders in software takes 20 s for those of chess.
  test.each(['connect6', 'chess', 'chess --few'])(
    '%s is what the kernel says',
    { tags: 'long' },
    (words) => agrees(...words.split(' ')),
  );

  test('what it refuses for want of a buffer is done here, and it is reported', {
    tags: 'long',
  }, async () => {
    const { code, stdout, stderr } = await runOnGpu('software', ['test/gpu/refused.mjs']);
    expect(code, stderr).toBe(0);
    const { wrong, positions, lost } = JSON.parse(stdout.trim().split('\n').at(-1)!);
    expect({ wrong, positions }).toEqual({ wrong: 0, positions: 50 });
    expect(lost).toMatch(/buffer/i);
  });
});

test('without an adapter there is a coded error', async () => {
  const script = `
    import { openGpu } from '#dist/gpu/index.js';
    await openGpu().catch((error) => console.log(error.code));`;
  const { stdout } = await runOnGpu('none', ['--input-type=module', '-e', script]);
  expect(stdout.trim()).toBe('ERR_MISSING_PART');
});
