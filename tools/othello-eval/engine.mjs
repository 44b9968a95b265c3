// Compiles the trainer's kernel and hands out its functions together with places in its memory.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Bytes of one game record. */
export const RECORD = 192;

async function compile() {
  let wasm;
  const flags = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd'];
  const { error, stderr } = await asc.main(
    ['tools/othello-eval/kernel.ts', '--baseDir', root, '--outFile', 'kernel.wasm', ...flags],
    {
      readFile: (name, baseDir) => readFile(join(baseDir, name), 'utf8').catch(() => null),
      writeFile: (_name, contents) => {
        wasm = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`the kernel does not compile\n${stderr.toString()}`);
  return wasm;
}

/**
 * The kernel with its memory set up. `take(bytes)` reserves memory at a multiple of 16, for good;
 * `bytes` views all of it; `weights(file)` prepares a weights file and returns its data pointer.
 */
export async function engine() {
  const memory = new WebAssembly.Memory({ initial: 1024, maximum: 1024 });
  const { instance } = await WebAssembly.instantiate(await compile(), {
    env: {
      memory,
      abort: () => {
        throw new Error('the kernel aborted');
      },
    },
  });
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

/** `--name value` pairs over defaults; a number where the default is one. */
export function options(defaults) {
  const chosen = { ...defaults };
  const words = process.argv.slice(2);
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i].slice(2);
    if (!(name in defaults) || words[i + 1] === undefined) {
      console.error(`unknown option ${words[i]}; known: ${Object.keys(defaults).join(', ')}`);
      process.exit(2);
    }
    chosen[name] = typeof defaults[name] === 'number' ? Number(words[i + 1]) : words[i + 1];
  }
  return chosen;
}
