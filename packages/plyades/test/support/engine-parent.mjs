// Starts an engine, tells its process id, and waits to be killed.
//
//   node engine-parent.mjs ARGUMENTS OF NODE FOR THE ENGINE...
import { startEngine } from '#dist/engines/index.js';

const engine = await startEngine({
  command: process.argv[2],
  args: process.argv.slice(3),
  game: 'chess',
  handshakeMs: 120_000,
  onEvent: (event) => {
    if (event.type === 'started') console.log(event.pid);
  },
});
void engine.search({ setup: { moves: [] }, go: { infinite: true } });
