// What the bot's threads run. Workers have no import map, so the library is named by its address.

import { rules } from './nim.js';
import { defineGame, serveGame } from './plyades/browser/serve.js';

serveGame(defineGame(rules));
