// Simulation, as `plyades/sim`: parallel searches on any number of virtual processors.
export type { Costs } from '../hosts/epochs/costs.js';
export type { Counters, Overheads, Times } from '../parallel/counters.js';
export { simulatedAlgorithms } from './algorithms.js';
export { calibrate } from './calibrate.js';
export { FAULTS_FORMAT, type FaultPlan, makeFaults, parseFaults } from './faults.js';
export { MAX_PROCESSORS, type SimulateOptions, type Subject } from './options.js';
export {
  checkProfile,
  costsOf,
  loadProfile,
  type Profile,
  type ProfileName,
  profileNames,
} from './profiles.js';
export {
  type ProofSimulation,
  type SimulateProofOptions,
  simulateProof,
} from './prove.js';
export { compareRecords, type Difference } from './record.js';
export { replay } from './replay.js';
export { type Simulation, simulate } from './simulate.js';
