// Engines: programs of others that are supervised, and front ends by which other programs use us.
export * from '../protocols/index.js';
export * from './engine.js';
export { findEngine, OWN_ENGINE } from './find.js';
export { type GtpOptions, serveGtp } from './gtp.js';
export { goForTime } from './move-time.js';
export { createOwnThinker } from './own.js';
export { createReader, type Reader } from './reader.js';
export { type ServeOptions, serve } from './serve.js';
export { startEngine } from './supervisor.js';
export type { MateAnswer, Task, Thinker, Thinking } from './served-engine.js';
