// Simulation, as `plyades/sim`: parallel searches on any number of virtual processors.
export type { Costs } from '../hosts/epochs/costs.js';
export type { Counters, Overheads, Times } from '../parallel/counters.js';
export { simulatedAlgorithms } from './algorithms.js';
export { calibrate } from './calibrate.js';
export { FAULTS_FORMAT, type FaultPlan, makeFaults, parseFaults } from './faults.js';
export {
  checkProfile,
  loadProfile,
  type Profile,
  type ProfileName,
  profileNames,
} from './profiles.js';
export { compareRecords, type Difference } from './record.js';
export {
  MAX_PROCESSORS,
  replay,
  type SimulateOptions,
  type Simulation,
  type Subject,
  simulate,
} from './simulate.js';
