// Deliberate faults, each of which the test of the device must find: a line of a shader or of a search is changed in a
// copy of the build, and test/gpu/on-device.mjs is run on it. Needs an adapter; on a real one it takes some minutes.
//
//   node test/gpu/mutants.mjs [--only NAME] [--jobs 4] [--seconds 90]
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    jobs: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '90' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Game, file below dist/gpu, what stands there, what stands there instead. */
const mutants = {
  'no fault, chess': ['chess'],
  'no fault, connect6': ['connect6'],
  'a knight leaps off the board': [
    'chess',
    'shaders/chess-board.wgsl',
    'near = up(knights & NOT_H',
    'near = up(knights & NOT_A',
  ],
  'pins are forgotten': [
    'chess',
    'shaders/chess-board.wgsl',
    'pinned = pins & p.own;',
    'pinned = NONE;',
  ],
  'castling through check': [
    'chess',
    'shaders/chess-board.wgsl',
    '((occupied | danger.x) & 0x60u)',
    '(occupied & 0x60u)',
  ],
  'en passant takes nothing': ['chess', 'shaders/chess-board.wgsl', 'opp ^= passed;', ''],
  'promotions to knights only': [
    'chess',
    'shaders/chess-board.wgsl',
    'return select(promotion - 1u, 5u, promotion == 1u);',
    'return 5u;',
  ],
  'a lone attacker is danger': [
    'chess',
    'shaders/chess-evaluate.wgsl',
    'attackers <= 2',
    'attackers <= 1',
  ],
  'exchanges end too early': [
    'chess',
    'shaders/chess-order.wgsl',
    'if (balance >= 0) { break; }',
    'break;',
  ],
  'a lane forgets its best value': [
    'chess',
    'shaders/chess-search.wgsl',
    'if (v > best) {',
    'if (v > best && ply > 0) {',
  ],
  'a searcher takes no en passant': [
    'chess',
    'shaders/chess-shared-tree.wgsl',
    'moves |= goal;',
    '',
  ],
  'a searcher moves pinned pieces': [
    'chess',
    'shaders/chess-shared-tree.wgsl',
    'if (holds(pinned, square)) { moves &= pinLine(king, square); }',
    '',
  ],
  'a searcher stands pat in check': [
    'chess',
    'shaders/chess-shared-tree.wgsl',
    'depth <= 0 && !check',
    'depth <= 0',
  ],
  'a searcher forgets the rest of the evaluation': [
    'chess',
    'shaders/chess-shared-tree.wgsl',
    'atomicAdd(&felt[side], countOthers(s));',
    '',
  ],
  'table of any depth': [
    'chess',
    'shaders/shared-tree-table.wgsl',
    'known.depth != depth',
    'false',
  ],
  'bounds taken for values': [
    'connect6',
    'shaders/shared-tree-table.wgsl',
    'known.bound == EXACTLY\n',
    'known.bound != NOTHING\n',
  ],
  'keys that do not watch the data': [
    'chess',
    'shaders/shared-tree-table.wgsl',
    [
      'return hash.y ^ what ^ (choice * 0x9e3779b1u);',
      'return hash.z ^ (what * 0x85ebca6bu) ^ choice;',
    ],
    ['return hash.y;', 'return hash.z;'],
  ],
  'scouts are believed': [
    'connect6',
    'shaders/shared-tree-search.wgsl',
    'here > frames[at].asked && here < frames[at].beta',
    'false',
  ],
  'cuts at alpha': [
    'connect6',
    'shaders/shared-tree-search.wgsl',
    'if (here >= frames[at].beta) {',
    'if (here >= frames[at].alpha) {',
  ],
  'a child looked up on the wrong side': [
    'connect6',
    'shaders/shared-tree-search.wgsl',
    'let value = -known.value;',
    'let value = known.value;',
  ],
  'stones stay on the board': [
    'connect6',
    'shaders/connect6-shared-tree.wgsl',
    'takeAway(choice & 511u, side);',
    '',
  ],
  'windows to the left are missed': [
    'connect6',
    'shaders/connect6-windows.wgsl',
    '0x7ffe0u',
    '0x7ffc0u',
  ],
  'a word of rows with threats is missed': [
    'connect6',
    'shaders/connect6-branches.wgsl',
    'for (var word = 0u; word < 3u; word++) {\n    var groups = atomicLoad(&threatRows[3u * side + word]);\n    while (groups != 0u) {\n      let group = 32u * word + countTrailingZeros(groups);\n      groups &= groups - 1u;\n      let direction',
    'for (var word = 0u; word < 2u; word++) {\n    var groups = atomicLoad(&threatRows[3u * side + word]);\n    while (groups != 0u) {\n      let group = 32u * word + countTrailingZeros(groups);\n      groups &= groups - 1u;\n      let direction',
  ],
  'the greatest are taken for enough too early': [
    'connect6',
    'shaders/connect6-best.wgsl',
    'exact = exact || enough == limit;',
    'exact = exact || enough >= limit;',
  ],
  'partners in a window go unseen': [
    'connect6',
    'shaders/connect6-below.wgsl',
    'u32(i32(i) + apart) < 6u',
    'u32(i32(i) + apart) < 0u',
  ],
  'threats count once': [
    'connect6',
    'shaders/connect6-below.wgsl',
    'if (second == NOWHERE) { return 1; }',
    'return 1;',
  ],
  'one branch too few': [
    'connect6',
    'shaders/connect6-best.wgsl',
    '(all & 1023u) >= limit',
    '(all & 1023u) > limit',
  ],
  'rounds: bounds do not go up': [
    'connect6',
    'guessed-tree.js',
    'if (raised[child] < high)',
    'if (raised[child] > high)',
  ],
  'rounds: the eldest alone': [
    'chess',
    'round-search.js',
    'if (-tree.low(child) <= alpha)\n                continue;\n            if (-tree.high',
    'if (true)\n                continue;\n            if (-tree.high',
  ],
  'rounds: given up is a value': [
    'chess',
    'round-search.js',
    'values[i] === TOO_LONG',
    'values[i] === 0',
  ],
};

const names = Object.keys(mutants).filter((name) =>
  flags.only === undefined ? true : name.startsWith(flags.only),
);
let survived = 0;
/** Those whose test did not end in time: that may be a fault, or a slow machine. */
let unjudged = 0;
const work = async () => {
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const [game, file, before, after] = mutants[name];
    const faults = await faultsWith(game, file, [before].flat(), [after].flat());
    const caught = faults === undefined ? null : faults.length > 0;
    if (caught === null) unjudged++;
    else if (caught === name.startsWith('no fault')) survived++;
    console.log(JSON.stringify({ mutant: name, game, caught, faults: faults?.slice(0, 6) }));
  }
};
await Promise.all(Array.from({ length: Number(flags.jobs) }, work));
console.log(JSON.stringify({ survived, unjudged }));
process.exitCode = survived + unjudged === 0 ? 0 : 1;

async function faultsWith(game, file, before, after) {
  const folder = await mkdtemp(join(tmpdir(), 'mutant-'));
  try {
    for (const part of ['dist', 'test/gpu', 'package.json']) {
      await cp(join(root, part), join(folder, part), { recursive: true });
    }
    await cp(join(root, 'node_modules'), join(folder, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.includes('node_modules/') || /webgpu/.test(source),
    });
    if (file !== undefined) {
      const path = join(folder, 'dist/gpu', file);
      let text = await readFile(path, 'utf8');
      before.forEach((each, i) => {
        if (!text.includes(each)) throw new Error(`${file} has no ${each}`);
        text = text.replace(each, after[i]);
      });
      await writeFile(path, text);
    }
    return await run(folder, game);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(folder, game) {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['test/gpu/on-device.mjs', game], { cwd: folder });
    let output = '';
    const timer = setTimeout(() => {
      done(undefined);
      child.kill('SIGKILL');
    }, 1000 * flags.seconds);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.on('close', () => {
      clearTimeout(timer);
      const last = output.trim().split('\n').at(-1) ?? '';
      try {
        done(JSON.parse(last).faults);
      } catch {
        done([`no report: ${last.slice(0, 200)}`]);
      }
    });
  });
}
