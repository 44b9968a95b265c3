// Serves games in the worker of a program.
import { PlyadesError } from '../core/errors.js';
import { addServedGame, isPlainGame, type PlainGame, servedGame } from '../games/plain/index.js';
import { openParent } from '../hosts/threads/port.js';
import { runThreadProgram } from '../hosts/threads/thread-program.js';

let running = false;

/**
 * Lets bots with `worker` search this game here. Call it in a worker's file, which serves one game, or several that
 * differ in `exportName`; throws a PlyadesError with ERR_WORKER elsewhere.
 */
export function serveGame<State, Move>(game: PlainGame<State, Move>): void {
  if (!isPlainGame(game)) {
    throw new PlyadesError('ERR_GAME', 'serveGame expects a game that defineGame made');
  }
  const { exportName = 'default' } = game;
  const known = servedGame(exportName);
  if (known !== undefined && known !== game) {
    const message =
      `this worker serves a game '${exportName}' already: ` +
      'give each game a worker file of its own, or an exportName of its own';
    throw new PlyadesError('ERR_GAME', message);
  }
  addServedGame(exportName, game as PlainGame);
  if (running) return;
  const parent = openParent('served');
  running = true;
  runThreadProgram(parent);
  parent.post({ id: 0, ready: true });
}
