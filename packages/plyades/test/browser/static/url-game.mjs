// The same game, found by the address of its module.
import { defineGame } from '/dist/browser/index.js';
import { rules } from './rules.mjs';

export default defineGame({ ...rules, url: import.meta.url });
