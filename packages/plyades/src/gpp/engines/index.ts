// Many engines as one: the master tree with workers that search for it.
export {
  BudgetTeam,
  type BudgetTeamOptions,
  countForeseen,
  type TeamCounters,
  type TreeShape,
} from './budget-team.js';
export { createDeferredEngine, type EngineIdentity } from './deferred-engine.js';
export { createMoveOrdering, type MoveOrdering } from './move-ordering.js';
export {
  DEFAULT_TEAM_WORKERS,
  deferEngineTeam,
  type EngineTeamHandle,
  type EngineTeamOptions,
  openEngineTeam,
  usualGrowth,
} from './open-team.js';
export { createOwnWorkers, type OwnWorkerOptions } from './own-worker.js';
export { gppRules } from './rules.js';
export { checkGrowth, measureSpeeds, type StartEnginesOptions, startEngines } from './start.js';
export {
  createTeamEngine,
  TEAM_AUTHOR,
  type TeamEngineOptions,
  teamOptions,
} from './team-engine.js';
export { TEAM_ALGORITHM, TeamTrace, type TeamTraceOptions } from './team-trace.js';
export {
  type Accumulation,
  accumulations,
  type BudgetAssignment,
  type BudgetWorker,
  EngineWorker,
  reportOf,
} from './worker.js';
