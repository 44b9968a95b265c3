// A thread of a deterministic search: a world without faults.
import { findAlgorithm } from '../../parallel/algorithms.js';
import { quietWorld } from './driver.js';
import { serve } from './serve.js';

serve({
  algorithm: (name) => findAlgorithm(name, 'deterministic'),
  world: ({ costs }) => quietWorld(costs.latencyNs),
});
