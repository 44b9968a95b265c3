// The worker of a game whose module starts a bot.
import { serveGame } from '/dist/browser/serve.js';
import game from './nested.mjs';

serveGame(game);
