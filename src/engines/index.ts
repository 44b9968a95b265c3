// Engines: programs of others that are supervised, and front ends by which other programs use us.
export * from './engine.js';
export { findEngine, OWN_ENGINE } from './find.js';
export { createReader, type Reader } from './reader.js';
export { startEngine } from './supervisor.js';
export type { Task, Thinker, Thinking } from './thinker.js';
