// Matches between engines: players, games, openings, results on file and their statistics.
export { type AdjudicationRules, adjudicate, strictRules, usualRules } from './adjudication.js';
export { type AnalyseOptions, commentGame, judgeGame, type MoveJudgement } from './analysis.js';
export { type PlayedGame, playGame } from './game.js';
export { type LineFile, readLineFile } from './line-file.js';
export { type MatchOptions, playMatch } from './match.js';
export { type Opening, type Openings, readOpenings, startOpening } from './openings.js';
export { makeScoreText, matchPgn, type PgnNames } from './pgn.js';
export {
  type Budget,
  EnginePlayer,
  type MoveBudget,
  type Player,
  type PlayerFigures,
  type PlayerMove,
  TeamPlayer,
} from './player.js';
export {
  type GameRecord,
  type MatchFile,
  openMatchFile,
  type PairRecord,
  pointsOf,
} from './records.js';
export {
  createPlayer,
  MAX_TEAM,
  type PlayerEntry,
  parseEntry,
  type RosterOptions,
} from './roster.js';
export { chessRules } from './rules.js';
export {
  eloOf,
  type MatchScore,
  matchScoreOf,
  type PairPoints,
  type Sprt,
  type SprtState,
  scoreOfElo,
  sprtOf,
} from './statistics.js';
