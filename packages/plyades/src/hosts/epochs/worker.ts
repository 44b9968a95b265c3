// A thread of a deterministic search: a world without faults.
import { algorithms } from '../../parallel/algorithms.js';
import { quietWorld } from './driver.js';
import { serve } from './serve.js';

await serve({
  algorithm: (name) => algorithms[name as keyof typeof algorithms],
  world: ({ costs }) => quietWorld(costs.latencyNs),
});
