// boardgame.io, as `plyades/adapters/boardgame-io`: rules for Plyades from a game of boardgame.io, and a bot class for
// its matches.
export {
  type BoardgameBot,
  type BoardgameBotClass,
  type BoardgameMapping,
  boardgameBot,
} from './bot.js';
export { type BoardgameRules, boardgameRules, boardgameState } from './rules.js';
export type {
  BoardgameAction,
  BoardgameContext,
  BoardgameDefinition,
  BoardgameMove,
  BoardgamePlayer,
  BoardgameState,
} from './types.js';
