// What the compilers leave to do: copies the data files of the games (evaluation weights) beside the kernels and the
// shaders beside their host, makes a module of the cost profiles, makes the command line executable, and names the build.
// npm makes it executable only when it first links the package, so `npx plyades` would be refused after the next build.
import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildShaders } from './build-shaders.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
await cp(path('../src/games/othello/weights.bin'), path('../dist/wasm/othello-weights.bin'));
const profiles = ['paper', 'measured'].map(async (name) => {
  const text = await readFile(path(`../src/sim/profiles/${name}.json`), 'utf8');
  return `${name}: ${JSON.stringify(JSON.parse(text))}`;
});
await writeFile(
  path('../dist/profiles.js'),
  `// The cost profiles of the simulation.\nexport const profiles = {\n${(await Promise.all(profiles)).join(',\n')},\n};\n`,
);
await buildShaders();
await chmod(path('../dist/cli/main.js'), 0o755);
await import('./build-id.mjs');
