// Compiles the trainer's kernel and hands out its functions together with places in its memory.
import { compile } from '../support/compile.mjs';

const ENTRY = 'tools/othello-eval/kernel.ts';

/** Bytes of one game record. */
export const RECORD = 192;

/**
 * The kernel with its memory set up. `take(bytes)` reserves memory at a multiple of 16, and never frees it;
 * `bytes` views all of it; `weights(file)` prepares a weights file and returns its data pointer.
 */
export async function engine() {
  const memory = new WebAssembly.Memory({ initial: 1024, maximum: 1024 });
  const { instance } = await WebAssembly.instantiate(
    await compile({ entry: ENTRY, shared: false }),
    {
      env: {
        memory,
        abort: () => {
          throw new Error('the kernel aborted');
        },
      },
    },
  );
  const kernel = instance.exports;
  const bytes = new Uint8Array(memory.buffer);
  // Static data ends far below 1 MiB; the kernel itself allocates nothing.
  let free = 1 << 20;
  const take = (size) => {
    const at = free;
    free += (size + 15) & ~15;
    if (free > bytes.length) throw new Error('out of memory');
    return at;
  };
  kernel.setUp(take(kernel.memoryBytes()));
  const weights = (file) => {
    if (file.length !== kernel.patternFileBytes()) {
      throw new Error(`a weights file has ${kernel.patternFileBytes()} bytes, not ${file.length}`);
    }
    const raw = take(file.length);
    bytes.set(file, raw);
    const data = take(kernel.patternDataBytes());
    kernel.preparePatternData(raw, data);
    return data;
  };
  return { kernel, bytes, take, weights };
}
