// Traces, as `plyades/trace`: what a parallel search recorded about itself, its log, files and exports.
export * from '../core/trace.js';
export { MAX_JSON_PROCESSES, makeTraceJson } from './chrome.js';
export { MAX_TRACE_BYTES, makeTrace, parseTrace } from './file.js';
export { createTraceLog, type GrowingTraceLog } from './growing-log.js';
export { TRACE_LIMITS } from './limits.js';
export type { Lane, TraceLog } from './log.js';
export { makePerfetto } from './perfetto.js';
export { EXPORTED_MESSAGES } from './timeline.js';
