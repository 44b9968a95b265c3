// Tic-tac-toe as a page writes it, without `url`: a worker of the page's own serves it.
import { defineGame } from '/dist/browser/index.js';
import { rules } from './rules.mjs';

export default defineGame(rules);
