// Matches between engines: players, games, openings, results on file and what they say.
export { type AdjudicationRules, adjudicate, strictRules, usualRules } from './adjudication.js';
export { type AnalyseOptions, commentGame, type Judgement, judgeGame } from './analysis.js';
export { type PlayedGame, playGame } from './game.js';
export { type MatchOptions, playMatch } from './match.js';
export { type Opening, type Openings, readOpenings, startOpening } from './openings.js';
export { makeScoreText, matchPgn, type PgnNames } from './pgn.js';
export {
  type Allowance,
  type Budget,
  EnginePlayer,
  type Player,
  type PlayerFigures,
  TeamPlayer,
  type Thought,
} from './player.js';
export {
  type GameRecord,
  type MatchFile,
  openMatchFile,
  type PairRecord,
  pointsOf,
} from './records.js';
export { createPlayer, type Entry, MAX_TEAM, parseEntry, type RosterOptions } from './roster.js';
export { chessRules } from './rules.js';
export {
  eloOf,
  type PairPoints,
  type Sprt,
  type SprtState,
  type Standing,
  scoreOfElo,
  sprtOf,
  standingOf,
} from './statistics.js';
