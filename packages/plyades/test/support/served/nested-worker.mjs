// The worker of a game whose module starts a bot.
import { serveGame } from 'plyades/worker';
import game from './nested.mjs';

serveGame(game);
