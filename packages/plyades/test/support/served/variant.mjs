// A worker that serves another game by the name of the bot's: a game with one more move.
import { defineGame } from 'plyades';
import { serveGame } from 'plyades/worker';
import game from './game.mjs';

const moves = ({ left }) => [1, 2, 3, 4].filter((stones) => stones <= left);
serveGame(defineGame({ ...game, moves }));
