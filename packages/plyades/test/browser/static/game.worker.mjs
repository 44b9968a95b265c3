// The worker of the page's own.
import { serveGame } from '/dist/browser/serve.js';
import game from './game.mjs';

serveGame(game);
