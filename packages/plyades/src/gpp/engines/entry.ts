// `plyades/gpp`: an engine team as an engine. Many UCI or USI engines search the positions of one tree, and the team
// answers as one engine does. For a program with a board, give `team.served` to `serve` of `plyades/engines`.
export type { Clock } from '../../core/clock.js';
export type {
  Engine,
  EngineGame,
  EngineRequest,
  EngineResult,
} from '../../engines/engine.js';
export type { ServedEngine } from '../../engines/served-engine.js';
export type { TraceLog } from '../../trace/log.js';
export { type GrowthName, growthNames } from '../growth.js';
export { frequenciesOf, paperRanks, type RankTable, stockfishRanks } from '../ranks.js';
export {
  DEFAULT_TEAM_WORKERS,
  type EngineTeamHandle,
  type EngineTeamOptions,
  openEngineTeam,
  usualGrowth,
} from './open-team.js';
