// A thread of a simulation: the driver's, with a network that may have faults.

import { serve } from '../hosts/epochs/serve.js';
import type { Algorithm } from '../parallel/algorithm.js';
import { findAlgorithm } from './algorithms.js';
import { createNetwork, type NetworkSettings } from './network.js';
import { EpochDigests } from './record.js';

serve({
  algorithm: (name): Algorithm => findAlgorithm(name),
  world: ({ costs, epochNs }, settings) =>
    createNetwork(settings as NetworkSettings, costs.latencyNs, epochNs),
  observer: () => new EpochDigests(),
});
