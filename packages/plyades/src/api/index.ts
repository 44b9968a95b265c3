// The library. Everything a program needs is exported here; single games are also at
// `plyades/games/<name>`.
export type {
  AlgorithmDescription,
  SearchHost,
  SettingsPreset,
  SettingsUse,
} from '../core/algorithm.js';
export {
  type EngineErrorCode,
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
  type AlgorithmSettings,
  DEFAULT_HASH_MB,
  MAX_DEPTH,
  MAX_HASH_MB,
  MAX_WORKERS,
  type PlayerClock,
  type SearchLimits,
  type SearchMethod,
  type SearchMode,
  type SearchRequest,
  searchMethods,
  searchModes,
  type TableKind,
  tableKinds,
} from '../core/search-request.js';
export {
  type EarlierResult,
  type MarkCounts,
  type ProcessUse,
  type SearchLine,
  type SearchProgress,
  type SearchResult,
  type SearchStatus,
  type StopReason,
  stopReasons,
} from '../core/search-result.js';
export { type GameName, gameNames, isGameName } from '../games/names.js';
export {
  type CheckOptions,
  checkRulesSync,
  defineGame,
  type GameDefinition,
  gameWinner,
  type Key,
  type Mistake,
  type PictureKind,
  type PlainGame,
  type RepetitionRule,
  type RulesFinding,
  type Side,
  type Winner,
} from '../games/plain/index.js';
export type {
  AlgorithmIn,
  AlgorithmName,
  AlgorithmOn,
  SettingsOf,
} from '../parallel/described.js';
export type { GameWorker } from '../platform/port.js';
export {
  DEFAULT_MEMORY_MB,
  type Goal,
  goals,
  type InitialNumbers,
  initialNumbers,
  MAX_MEMORY_MB,
  MIN_MEMORY_MB,
  type ProofHeader,
  type ProofVerdict,
  type SelectionRule,
  type SolveAlgorithm,
  type SolverDescription,
  selections,
  solverDescriptions,
  solvers,
  type UnknownReason,
} from '../proof/index.js';
export type { ParallelSolver, SequentialSolver } from '../proof/options.js';
export {
  type Analysis,
  type AnalysisRequest,
  type Analyst,
  type AnalystOptions,
  analyst,
  analystAlgorithms,
} from './analyst.js';
export { AUTO, type AutoUse, chooseAlgorithm } from './auto.js';
export { bot } from './bot.js';
export {
  type Bot,
  type BotAlgorithm,
  type BotFor,
  type BotLevel,
  type BotOptions,
  botAlgorithms,
  type ExplainOptions,
  levels,
  type RankOptions,
  type ThinkOptions,
} from './bot-contract.js';
export type { BotGame } from './bot-subject.js';
export { checkGame } from './check-game.js';
export { checkRules } from './check-rules.js';
export type { ClusterNote, ClusterOptions } from './cluster-options.js';
export { type Configuration, configure } from './configure.js';
export type { MoveExplanation } from './explain.js';
export type { GameEnding } from './game-ending.js';
export { type LoadedGame, loadGame } from './games.js';
export type { SearchHandle } from './handle.js';
export { type OpenedProof, openProof, type ProofPosition } from './open-proof.js';
export type { ProvenResult } from './outcome.js';
export type { OwnState } from './own-state.js';
export {
  MAX_PERFT_DEPTH,
  type PerftOptions,
  type PerftResult,
  perft,
} from './perft.js';
export { isModulePath } from './plain-game.js';
export type { RankedMove } from './rank.js';
export {
  algorithms,
  descriptions,
  resolveRequest,
  type SearchAlgorithm,
  search,
} from './search.js';
export type {
  AlgorithmChoice,
  AutoSearchOptions,
  ClusterSearchOptions,
  CommonSearchOptions,
  DeterministicSearchOptions,
  GameModule,
  GameSpecifier,
  GivenGame,
  GpuSearchOptions,
  ModeOf,
  PositionOptions,
  ResumableSearchOptions,
  SearchOptions,
  SearchQuery,
  SequentialSearchOptions,
  ThreadSearchOptions,
  UsualAlgorithm,
} from './search-options.js';
export { type SolveProgress, type SolveResult, solve } from './solve.js';
export {
  type ClusterSolveOptions,
  type CommonSolveOptions,
  MAX_THREADS,
  type SequentialSolveOptions,
  type SolveOptions,
  type ThreadSolveOptions,
} from './solve-options.js';
export type { TablePosition } from './table-positions.js';
export { closeAll } from './threads.js';
export { type Verified, type VerifyOptions, verify } from './verify.js';
