// Copies the data files of the games (evaluation weights) beside their compiled notation.
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
await cp(path('../src/games/othello/weights.bin'), path('../dist/games/othello/weights.bin'));
