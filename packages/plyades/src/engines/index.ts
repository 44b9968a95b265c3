// Engines: programs of others that are supervised, and front ends by which other programs use us.
export * from '../protocols/index.js';
export * from './engine.js';
export { findEngine, OWN_ENGINE } from './find.js';
export { type GtpOptions, serveGtp } from './gtp.js';
export { goForTime } from './move-time.js';
export { createOwnEngine } from './own.js';
export { createReader, type PositionReader } from './reader.js';
export { type ServeOptions, serve } from './serve.js';
export type { MateResult, RunningSearch, ServedEngine, ServedSearch } from './served-engine.js';
export { startEngine } from './supervisor.js';
export type { Timers } from './timers.js';
