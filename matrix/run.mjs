// The test matrix: the packed library in each runtime and bundler, in pages of each kind, and under the checkers of
// packages, as a table. Installs what it needs outside of the repository.
//
//   npm run test:matrix                     all cells
//   npm run test:matrix -- vite static      only cells whose name has one of these words
import { spawnSync } from 'node:child_process';
import { outdatedScripts } from '../scripts/build-freshness.mjs';
import { cells as bundlerCells } from './cells/bundlers.mjs';
import { cells as nextCells } from './cells/next.mjs';
import { cells as packageCells } from './cells/package.mjs';
import { cells as runtimeCells } from './cells/runtimes.mjs';
import { cells as staticCells } from './cells/static-pages.mjs';
import { closeBrowser } from './pages.mjs';
import { formatTable, runCells } from './table.mjs';
import { repository, Workspace } from './workspace.mjs';

const ci = ['1', 'true'].includes((process.env.CI ?? '').toLowerCase());
const words = process.argv.slice(2).map((word) => word.toLowerCase());
const all = [...runtimeCells, ...packageCells, ...bundlerCells, ...nextCells, ...staticCells];
const cells = all.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
);
if (cells.length === 0) {
  console.error(`no cell of the matrix has a name with ${words.join(' or ')}`);
  process.exit(2);
}

for (const script of outdatedScripts(repository)) {
  console.log(`building: npm run ${script}`);
  const options = { cwd: repository, stdio: 'inherit' };
  if (spawnSync('npm', ['run', '--silent', script], options).status !== 0) process.exit(1);
}

const started = performance.now();
const workspace = new Workspace();
const [missing] = await Promise.all([workspace.installTools(), workspace.installLibrary()]);
if (missing) console.log(`\nNOT INSTALLED: ${missing}\n`);
console.log(`installed in ${workspace.folder} after ${elapsed()} s\n`);

const rows = await runCells(cells, workspace, (row) => {
  console.log(formatTable([row]));
  if (row.status === 'FAILED') console.log(row.note.replace(/^/gm, '    '));
});
await closeBrowser();
const count = (status) => rows.filter((row) => row.status === status).length;
console.log(`\n${formatTable(rows)}\n`);
console.log(
  `${count('passed')} passed, ${count('FAILED')} failed, ${count('NOT RUN')} not run, in ${elapsed()} s`,
);
process.exit(count('FAILED') > 0 || (ci && count('NOT RUN') > 0) ? 1 : 0);

function elapsed() {
  return ((performance.now() - started) / 1000).toFixed(0);
}
