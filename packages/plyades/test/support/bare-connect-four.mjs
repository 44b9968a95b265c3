// Connect Four without an evaluation.
import { defineGame } from 'plyades';
import connectFour from '#dist/examples/connect-four.js';

export default defineGame({ ...connectFour, url: import.meta.url, evaluate: undefined });
