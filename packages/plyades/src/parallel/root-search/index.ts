export { messages, type RootSearchMessage } from './messages.js';
export { type Divergence, RootSearchProcess } from './process.js';
