// One search of Connect Four by the kernel, from a cold start like the one of minimaxer.mjs:
//   node bench/typescript-game/once.mjs <depth>
// prints one line of JSON.
import { openSearch, TABLE_BYTES } from './kernel.mjs';

const search = await openSearch(TABLE_BYTES);
const from = performance.now();
const { value, nodes } = search({ maxDepth: Number(process.argv[2]) });
const seconds = (performance.now() - from) / 1000;
const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20);
console.log(JSON.stringify({ value, nodes, seconds, megabytes }));
