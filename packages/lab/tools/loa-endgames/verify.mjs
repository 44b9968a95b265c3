// Checks the endgames of rp-pns/table-1: each is solved again by df-pn, and the proof of the answer is checked by the
// rules alone. After `npm run build`:
//   node tools/loa-endgames/verify.mjs [FIRST [LAST]]
// Endgames are numbered from 1 in the order of the file; all if none are given. Exit code 1 when an answer is
// another one, or a proof is not valid; one whose proof is not found within the nodes is named, and is no failure.
import { closeAll, loadGame, solve, verify } from 'plyades/internal/api/index.js';
import { endgames } from '#dist/rp-pns/endgames.js';

const MEMORY_MIB = 1000;
const NODES = 200_000_000;

const all = endgames();
const [first = 1, last = all.length] = process.argv.slice(2).map(Number);
const game = await loadGame('loa');
const counts = { valid: 0, unsolved: 0, unwritten: 0, wrong: 0 };
let positions = 0;
for (const { name, position, result } of all.slice(first - 1, last)) {
  const options = { memory: MEMORY_MIB, nodes: NODES, proof: true };
  const found = await solve(game.parsePosition(position).value, options).result;
  const checked = found.proof && (await verify(found.proof));
  const kind =
    found.result === 'unknown'
      ? 'unsolved'
      : found.result !== result || checked?.valid === false
        ? 'wrong'
        : checked
          ? 'valid'
          : 'unwritten';
  counts[kind]++;
  positions += checked?.positions ?? 0;
  const why = checked?.hole ?? found.proofError ?? found.reason ?? '';
  console.log(`${name}: ${found.result}, ${kind} ${why}, ${checked?.positions ?? 0} positions`);
}
console.log(counts, `${positions} positions checked`);
await closeAll();
process.exitCode = counts.wrong > 0 ? 1 : 0;
