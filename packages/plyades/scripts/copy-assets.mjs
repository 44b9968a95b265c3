// What the compilers leave to do: copies the data files of the games (evaluation weights) beside the
// kernels, the cost profiles beside the simulation, the shaders beside their host, and makes the command line executable.
// npm does the latter only when it first links the package, so `npx plyades` would be refused after the
// next build.
import { chmod, cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildShaders } from './build-shaders.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
await cp(path('../src/games/othello/weights.bin'), path('../dist/wasm/othello-weights.bin'));
await cp(path('../src/sim/profiles'), path('../dist/sim/profiles'), { recursive: true });
await buildShaders();
await chmod(path('../dist/cli/main.js'), 0o755);
