// The library as a classic script, `plyades/browser/plyades.iife.js`: a global `plyades` with everything, the search
// included. Games need neither `url` nor `worker` there: without them the page searches itself, in slices.
import { setLocalGames } from '../api/local-games.js';
import { addServedGame, type PlainGame } from '../games/plain/index.js';
import { proofs } from '../hosts/proof/thread-proofs.js';
import { localWorker } from '../hosts/threads/local-worker.js';
import { openParent } from '../hosts/threads/port.js';
import { runThreadProgram } from '../hosts/threads/thread-program.js';
import { isScriptThread, setLocalWorker } from '../platform/script.js';

export * from '../api/index.js';
export { serveGame } from '../worker/serve.js';

if (isScriptThread()) {
  const parent = openParent();
  runThreadProgram(parent, proofs);
  parent.post({ id: 0, ready: true });
} else {
  setLocalWorker(localWorker);
  setLocalGames((name: string, game: PlainGame) => {
    addServedGame(name, game);
    return localWorker;
  });
}
