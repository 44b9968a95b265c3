// The kernel of chess with weights that can be changed while it runs: the same text as the kernel that
// ships, but what the build takes for constants are variables here.
import { Kernel, Rules, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { compile, gameText } from '../support/compile.mjs';
import { PIECES, SLOTS, TERM_NAMES } from './weights.mjs';

const ENTRY = 'tools/chess-eval/entry.ts';
const GAME = 'assembly/games/chess';
const VARIABLES = [...TERM_NAMES, 'DANGER', 'TEMPO'];

/** Deeper than any search of these tools gets. */
const MAX_DEPTH = 60;

const texts = {
  [ENTRY]: `export * from '../../assembly/module';
export { PSQ } from '../../${GAME}/psq';
export { PASSED, ${VARIABLES.join(', ')} } from '../../${GAME}/terms';
export { counted } from '../../${GAME}/evaluate';
`,
  ...gameText('Chess', 'chess/chess'),
};

/** What the build takes for constants are variables here. */
const change = (name, text) =>
  name === `${GAME}/terms.ts` ? text.replace(/const (\w+): i32/g, 'let $1: i32') : text;

let compiled;

const pack = (middle, end) => (end << 16) + middle;

/** An instance of its own, with the weights of a list as weights.mjs has them. */
export async function open(weights) {
  compiled ??= compile({ entry: ENTRY, texts, change }).then((wasm) => WebAssembly.compile(wasm));
  const kernel = new Kernel(await compiled, { capacity: 32 << 20 });
  const { exports } = kernel;
  const rules = new Rules(kernel);
  const table = Table.create(kernel, 8 << 20);
  const searcher = new Searcher(kernel, 160).attach(table);
  const position = kernel.allocate(exports.positionBytes());
  const record = kernel.allocate(exports.recordBytes());

  /** Sets all that is counted, but not the values and places of pieces. */
  function useTerms(list) {
    const pair = (slot) => pack(list[2 * slot], list[2 * slot + 1]);
    for (const [i, name] of TERM_NAMES.entries()) exports[name].value = pair(SLOTS.terms + i);
    exports.DANGER.value = list[2 * SLOTS.danger];
    exports.TEMPO.value = list[2 * SLOTS.tempo];
    for (let rank = 0; rank < 8; rank++) {
      kernel.i32[(exports.PASSED.value >> 2) + rank] = pair(SLOTS.passed + rank);
    }
  }

  function use(list) {
    useTerms(list);
    for (const [i, code] of Object.values(PIECES).entries()) {
      for (let square = 0; square < 64; square++) {
        const at = 2 * (SLOTS.places + 64 * i + square);
        const score = pack(list[2 * i] + list[at], list[2 * i + 1] + list[at + 1]);
        // Weights are listed as a board is drawn, from a8 to h1.
        kernel.i32[(exports.PSQ.value >> 2) + 64 * code + (square ^ 56)] = score;
        kernel.i32[(exports.PSQ.value >> 2) + 64 * (8 + code) + square] = -score;
      }
    }
  }
  if (weights) use(weights);

  /** What is counted for the side to move less the other side: middle game and endgame. */
  function counted(bytes) {
    kernel.bytes.set(bytes, record);
    exports.load(position, record);
    const both = exports.counted(position);
    return [(both << 16) >> 16, (both + 0x8000) >> 16];
  }

  /** Searches `nodes` nodes, or more where depth 1 alone takes more: captures can go on for long. */
  function think(bytes, nodes, before) {
    searcher.start(bytes, { maxDepth: MAX_DEPTH, mode: 'play', before });
    do searcher.run(nodes);
    while (!searcher.found);
    return searcher.found;
  }

  function forget() {
    table.clear();
    searcher.reset();
  }

  return { rules, use, useTerms, counted, think, forget };
}
