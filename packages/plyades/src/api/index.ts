// The library. Everything a program needs is exported here; single games are also at
// `plyades/games/<name>`.
export {
  type ErrorCode,
  type InputError,
  type InputErrorCode,
  PlyadesError,
} from '../core/errors.js';
export type { Claim, Example, GameNotation, Move, MoveRules, Position } from '../core/game.js';
export type { Repetition } from '../core/repetition.js';
export { type Err, err, isErr, isOk, type Ok, ok, type Result, unwrap } from '../core/result.js';
export { type Bound, isProvenLoss, isProvenWin, PROVEN, pliesToWin, WIN } from '../core/score.js';
export {
  type CheckOptions,
  checkRules,
  defineGame,
  type Finding,
  type GameDefinition,
  type Key,
  type Mistake,
  type PlainGame,
  type Side,
  type Winner,
} from '../games/plain/index.js';
export type { Method, Mode } from '../kernel/index.js';
export { MAX_DEPTH } from '../search/limits.js';
export {
  type Analysis,
  type AnalysisRequest,
  type Analyst,
  type AnalystOptions,
  analyst,
} from './analyst.js';
export {
  type Bot,
  type BotAlgorithm,
  type BotOptions,
  bot,
  botAlgorithms,
  type Level,
  levels,
  type ThinkOptions,
  type Thought,
} from './bot.js';
export type { SearchHandle } from './channel.js';
export { checkGame } from './check-game.js';
export type { ClusterNote, ClusterOptions } from './cluster-options.js';
export type { Ending } from './ending.js';
export { gameIds, type LoadedGame, loadGame } from './games.js';
export type { KnownPosition } from './known.js';
export { type ParallelOptions, tableKinds } from './parallel.js';
export {
  MAX_PERFT_DEPTH,
  type PerftOptions,
  type PerftResult,
  perft,
} from './perft.js';
export { isModulePath } from './plain-game.js';
export {
  type Algorithm,
  algorithms,
  DEFAULT_HASH_MB,
  type Known,
  type Limits,
  MAX_HASH_MB,
  methods,
  modes,
  type PlayerClock,
  type Progress,
  type SearchLimits,
  type SearchOptions,
  type SearchResult,
  type StopReason,
  search,
} from './search.js';
export {
  DEFAULT_MEMORY_MB,
  type Goal,
  goals,
  type InitialNumbers,
  initialNumbers,
  MAX_MEMORY_MB,
  MAX_THREADS,
  MIN_MEMORY_MB,
  type SelectionRule,
  type SolveAlgorithm,
  type SolveOptions,
  type SolveProgress,
  type SolveResult,
  selections,
  solve,
  solvers,
  type Unknown,
  type Verdict,
  type Verified,
  type VerifyOptions,
  verify,
} from './solve.js';
export { closeAll, MAX_WORKERS } from './threads.js';
