// Many workgroups write different positions to a few places of the table and read them at the same time. Each value
// and move follows from its position, so a mixture of two is recognized.
import { readFile } from 'node:fs/promises';
import { ShaderProgram } from '../../dist/gpu/program.js';

const SHADERS = new URL('../../dist/gpu/shaders/', import.meta.url);
const ENTRY = `
fn tableMask() -> u32 { return 3u; }

/** Positions that share a place, one of 64. */
fn hashNumber(number: u32) -> Hash {
  return Hash(number & 3u, mixed(number + 1u), mixed(number + 77u));
}
fn valueNumber(number: u32, turn: u32) -> i32 { return i32(mixed(number * 31u + turn) % 90000u) - 45000; }
fn choiceNumber(number: u32, value: i32) -> u32 { return mixed(u32(value + 100000) ^ (number << 20u)) & 0x3ffffu; }

@compute @workgroup_size(64)
fn race(@builtin(global_invocation_id) id: vec3<u32>) {
  var state = id.x + 1u;
  for (var turn = 0u; turn < 200u; turn++) {
    state = mixed(state + turn);
    let number = state & 63u;
    let value = valueNumber(number, turn);
    writeTable(hashNumber(number), i32(number & 7u) + 1, 1u + (state >> 8u) % 3u, value, choiceNumber(number, value));
    let other = (state >> 16u) & 63u;
    let known = readTable(hashNumber(other));
    if (known.bound == NOTHING) { continue; }
    atomicAdd(&counters[1], 1u);
    let right = known.choice == choiceNumber(other, known.value) && known.depth == i32(other & 7u) + 1;
    if (!right) { atomicAdd(&counters[2], 1u); }
  }
}
`;

/** How often something was found in the table, and how often it was not what had been written. */
export async function raceForTable(gpu) {
  const texts = ['batch', 'shared-tree-table'].map((name) =>
    readFile(new URL(`${name}.wgsl`, SHADERS), 'utf8'),
  );
  const code = `const ROOT_WORDS: u32 = 1u;\n${(await Promise.all(texts)).join('\n')}${ENTRY}`;
  const room = { scratchBytes: 16, commonBytes: 4 * (16 + 16384 + 8192 + 64) };
  const program = await ShaderProgram.make(gpu, code, new Uint32Array(4), room);
  const ran = await program.run({
    entries: [{ entry: 'race', workgroups: gpu.report.software ? 16 : 2048 }],
    input: new Uint32Array(32),
    outputWords: 4,
    cleared: room.commonBytes,
  });
  return { found: ran.nodes, wrong: ran.unfit };
}
