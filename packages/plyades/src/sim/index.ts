// Simulation, as `plyades/sim`: parallel searches on any number of virtual processors.

export type { GameKernel } from '../games/load.js';
export type { GameSource } from '../games/open.js';
export type { Costs } from '../hosts/epochs/costs.js';
export type { SearchFinding } from '../parallel/actor.js';
export type { Counters, Overheads, Times } from '../parallel/counters.js';
export type { LinkTimes } from '../parallel/links.js';
export type { DistributedProofSettings } from '../parallel/pns-dfpn/options.js';
export { simulatedAlgorithms } from './algorithms.js';
export { BUILD_ID } from './build-id.js';
export { type CalibrateOptions, calibrate } from './calibrate.js';
export {
  FAULTS_FORMAT,
  type FaultPlan,
  type Liar,
  makeFaults,
  type PacketFaults,
  type ProcessFault,
  parseFaults,
} from './faults.js';
export type { PieceGrowth, PieceNodes } from './growth.js';
export {
  type HostGame,
  type HostProfile,
  type ProgramCosts,
  type RealHost,
  realHosts,
} from './host-profile.js';
export {
  LINK_FRAGMENT,
  type LinkedProfile,
  type LinkedProof,
  type LinkedRun,
  type LinkedSearch,
  makeLink,
  parseLink,
} from './link.js';
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
  type SequentialProof,
  type SimulateProofOptions,
  simulateProof,
} from './prove.js';
export { compareRecords, type Difference } from './record.js';
export { replay } from './replay.js';
export { type FoundLiar, type Simulation, simulate } from './simulate.js';
export { type LinkedSimulation, type LinkOptions, simulateLink } from './simulate-link.js';
