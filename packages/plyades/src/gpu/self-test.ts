// A second of work on the device, compared with the processor: does it calculate, and right?
import { notationOf } from '../games/load.js';
import { type Batch, separateBatch } from './batch.js';
import { Calculator } from './calculator.js';
import type { Gpu } from './device.js';

/** What a short test of a device has found. */
export interface SelfTest {
  readonly positions: number;
  /** Positions whose value was not the processor's. */
  readonly wrong: number;
  readonly seconds: number;
  /** Seconds that the shader took to compile. */
  readonly compileSeconds: number;
}

/** Evaluates all chess positions three plies from the start, for about a second. */
export async function testDevice(gpu: Gpu): Promise<SelfTest> {
  const began = performance.now();
  const calculator = await Calculator.make(gpu, 'chess');
  const batch = startTree(calculator);
  await calculator.evaluate(batch);
  const compiled = performance.now();
  const expected = Array.from({ length: batch.count }, (_, i) =>
    calculator.reference.evaluateItem(batch, i),
  );
  const from = performance.now();
  let positions = 0;
  let wrong = 0;
  do {
    const values = await calculator.evaluate(batch);
    positions += batch.count;
    for (let i = 0; i < batch.count; i++) if (values[i] !== expected[i]) wrong++;
  } while (performance.now() - from < 1000);
  const seconds = (performance.now() - from) / 1000;
  return { positions, wrong, seconds, compileSeconds: (compiled - began) / 1000 };
}

function startTree({ reference, shaders }: Calculator): Batch {
  const start = (notationOf('chess').start() as { record: Uint8Array }).record;
  let level: number[][] = [[]];
  const root = separateBatch([start], shaders.toWords, {});
  for (let ply = 0; ply < 3; ply++) {
    level = level.flatMap((line) => {
      const batch = { ...root, paths: Uint32Array.of(0, ...line), pathLength: line.length };
      const moves = reference.branch(batch, 0);
      return typeof moves === 'number' ? [] : moves.map((move) => [...line, move]);
    });
  }
  return {
    ...root,
    count: level.length,
    paths: Uint32Array.from(level.flatMap((line) => [0, ...line])),
    pathCount: level.length,
    pathLength: 3,
    items: Uint32Array.from(level, (_, i) => (i * 2 ** 18 + root.items[0]!) >>> 0),
  };
}
