// The conformance kit refuses a game whose constants would let a search overwrite its own memory.
import { beforeAll, expect, test } from 'vitest';
import { notationOf } from '#dist/games/load.js';
import { Kernel } from '#dist/kernel/index.js';
import { compileKernel } from '../../scripts/compile-kernel.mjs';
import { Inside } from '../support/inside.js';
import { openBench } from '../support/kernels.js';
import { historyFaults, sizeFaults } from '../support/memory-laws.js';

const { record } = notationOf('tic-tac-toe').start();
let wrong: Kernel;

beforeAll(async () => {
  const kernel = { file: './testing/wrong-constants', type: 'WrongConstants' };
  const bytes = await compileKernel('wrong-constants', kernel);
  const module = await WebAssembly.compile(bytes as unknown as BufferSource);
  wrong = new Kernel(module, { capacity: 1 << 20 });
});

/** Faults of the start of tic-tac-toe and of the position after its first move. */
function faultsOf(kernel: Kernel): string[] {
  const inside = new Inside(kernel);
  const [start, next] = inside.places(2);
  inside.load(start!, record);
  const after = inside.play(start!, inside.moves(start!)[0]!, next!);
  const history = [start!, after].flatMap((place) =>
    historyFaults(kernel, inside, place, inside.moves(place)),
  );
  return [...sizeFaults(kernel), ...history];
}

test('a size that is no multiple of 16, and slots beyond the history table, are faults', () => {
  const faults = faultsOf(wrong);
  expect(faults[0]).toBe('size() is 12: expected a positive multiple of 16');
  // The first move takes square 0; the other side has eight moves, each beyond the nine slots.
  expect(faults.slice(1)).toHaveLength(8);
  expect(faults[1]).toBe('historySlot(1) is 10: expected 0 to historySlots() - 1, 8');
});

test('tic-tac-toe has no fault', async () => {
  expect(faultsOf((await openBench('tic-tac-toe')).kernel)).toEqual([]);
});
