// What the bot's threads run: the library's worker, with this game in it.
import { serveGame } from 'plyades/worker';
import game from './connect-four';

serveGame(game);
