// UCI and USI, both directions of each: what clients say (commands) and what engines say (answers).

export * from './commands.js';
export type { Go } from './go.js';
export { makeGo } from './go.js';
export * from './gtp.js';
export type { Info } from './info.js';
export * from './lines.js';
export * from './options.js';
export * from './protocol.js';
export * from './replies.js';
export {
  MATE_VALUE,
  type Score,
  scoreOf,
  scoreValue,
  valueBefore,
} from './score.js';
