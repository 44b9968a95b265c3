// Many engines as one: the master tree with workers that search for it.
export {
  BudgetTeam,
  type BudgetTeamOptions,
  foreseen,
  type Shape,
  type TeamCounters,
} from './budget-team.js';
export { createLateThinker, type Introduction } from './deferred-engine.js';
export { type QuickLook, quickLook } from './move-ordering.js';
export { createOwnWorkers, type OwnWorkerOptions } from './own-worker.js';
export { gppRules } from './rules.js';
export { checkGrowth, measureSpeeds, type StartTeamOptions, startTeam } from './start.js';
export {
  createTeamThinker,
  TEAM_AUTHOR,
  type TeamThinkerOptions,
  teamOptions,
} from './team-engine.js';
export {
  type Accumulation,
  accumulations,
  type BudgetTask,
  type BudgetWorker,
  EngineWorker,
  reportOf,
} from './worker.js';
