// The ring of ring.mjs, on which a position that comes again is a draw.
import { defineGame } from 'plyades';
import ring from './ring.mjs';

const { url: _, ...rules } = ring;

export default defineGame({
  ...rules,
  url: import.meta.url,
  repetition: { times: 2, result: 'draw' },
});
