// What is known of the algorithms without their processes, one line each, in the order of registry.ts. A page that only
// starts threads loads these alone.
export { description as abdada } from './abdada/description.js';
export { description as aphid } from './aphid/description.js';
export { description as lazySmp } from './lazy-smp/description.js';
export { description as minimalTree } from './minimal-tree/description.js';
export { description as rootSplit } from './root-split/description.js';
export { description as sequential } from './sequential/description.js';
export { description as youngBrothers } from './young-brothers/description.js';
