// The algorithms, one line each. Everything else about an algorithm is in its own folder.
export { abdada } from './abdada/index.js';
export { aphid } from './aphid/index.js';
export { lazySmp } from './lazy-smp/index.js';
export { minimalTree } from './minimal-tree/index.js';
export { rootSplit } from './root-split/index.js';
export { sequential } from './sequential/index.js';
export { youngBrothers } from './young-brothers/index.js';
