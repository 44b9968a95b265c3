// The main program: the same position, searched by the program as it was and by the parallel one.
//
//   node dist/examples/own-search/main.js [workers] [depth] [columns played, such as 3324]
import { parallelize } from 'plyades/own-search';
import connectFour from '../connect-four.js';
import program, { TABLE_BYTES } from './parallel.js';
import { createSearcher, INFINITE } from './sequential.js';

const [workers = '2', depth = '17', played = '333'] = process.argv.slice(2);
const position = [...played].map(Number).reduce(connectFour.play, connectFour.start());

let from = performance.now();
const searcher = createSearcher();
let value = 0;
for (let d = 1; d <= Number(depth); d++) value = searcher.search(position, d);
const alone = performance.now() - from;
console.log(`sequential: ${value} in ${alone.toFixed(0)} ms`);

const shared = new SharedArrayBuffer(TABLE_BYTES);
const search = await parallelize(program, { workers: Number(workers), shared });
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());

from = performance.now();
search.begin(position, { maxDepth: Number(depth), signal: interrupt.signal });
for (let d = 1; d <= Number(depth); d++) {
  const found = await search.rootSearch(0, d, -INFINITE, INFINITE);
  if (!found.certain) break;
  if (d === Number(depth)) {
    const ms = performance.now() - from;
    const speedup = (alone / ms).toFixed(2);
    console.log(
      `${workers} workers:  ${found.value} in ${ms.toFixed(0)} ms, ${speedup} times as fast`,
    );
    console.log(`best line:  ${found.line.join(' ')}`);
  }
}
search.end();
