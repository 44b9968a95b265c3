// `plyades/worker`: a worker of the program's own that serves its game. A bundler then puts rules and search into one
// file, and no module has to be found by its address.
import { isWorkerThread } from '#platform';
import { markOwnThread } from '../hosts/threads/port.js';

// A worker without a bundler gets all it needs from this one file.
export { defineGame } from '../games/plain/index.js';
export { serveGame } from './serve.js';

// At once: the module of the game may start a bot before serveGame is called.
if (isWorkerThread()) markOwnThread('served');
