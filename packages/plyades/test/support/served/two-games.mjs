// A worker that serves two games by one name.
import { defineGame } from 'plyades';
import { serveGame } from 'plyades/worker';
import game from './game.mjs';

serveGame(game);
serveGame(defineGame({ ...game, title: 'another' }));
