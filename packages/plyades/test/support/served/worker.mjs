// A worker of a program's own.
import { serveGame } from 'plyades/worker';
import game from './game.mjs';

serveGame(game);
