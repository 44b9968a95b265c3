// Players below full strength: which levels there are, how strong each one is, and how it chooses its move.
export { type Candidate, chooseCandidate } from './choice.js';
export { levelOfElo, MAX_ELO, MIN_ELO } from './elo.js';
export {
  FULL_STRENGTH,
  type LevelName,
  type LevelNumber,
  levelNames,
  levelNumber,
  levelNumbers,
} from './level.js';
export { LevelPlayer, type LevelRequest } from './player.js';
export { RandomCandidates } from './random-candidates.js';
export { type LevelProfile, profileOf, type Strength, strengthOf } from './strength.js';
export { unitOf } from './unit.js';
