// A thread of the tests of shared tables: an instance of its own in a memory that others use too.
import { parentPort, workerData } from 'node:worker_threads';
import { Kernel, Searcher, Table } from '#dist/kernel/index.js';

const { module, data, memory, arena, tableAddress, start, jobs } = workerData;
const kernel = new Kernel(module, { memory, arena, ...(data && { data }) });
const searcher = new Searcher(kernel, 160).attach(Table.at(kernel, tableAddress));

// All threads begin together, or the first would be done before the second is loaded.
const gate = new Int32Array(start);
Atomics.add(gate, 0, -1);
Atomics.notify(gate, 0);
for (let left = Atomics.load(gate, 0); left > 0; left = Atomics.load(gate, 0)) {
  Atomics.wait(gate, 0, left);
}

const values = jobs.map(({ record, options }) => {
  searcher.start(record, options);
  while (searcher.run(2000) === 'running');
  return searcher.found.value;
});
parentPort.postMessage(values);
