// Plays games of self-play and appends their records to a file. Game number i depends only on the
// seed, i and the weights, so an interrupted run continues where it stopped, and the same command
// always writes the same file.
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { options } from '../support/options.mjs';
import { engine, RECORD } from './engine.mjs';

const { out, games, minutes, seed, depth, noise, solve, weights } = options({
  out: 'games.bin',
  games: 1_000_000,
  minutes: 600,
  seed: 1,
  depth: 4,
  noise: 60,
  solve: 12,
  weights: '',
});

const { kernel, bytes, take, weights: prepare } = await engine();
const record = take(RECORD);
kernel.setPatternData(weights ? prepare(readFileSync(weights)) : 0);

const first = existsSync(out) ? Math.floor(statSync(out).size / RECORD) : 0;
const begun = performance.now();
let batch = [];
for (let game = first; game < games; game++) {
  kernel.playGame(record, seed, game, depth, noise, solve);
  batch.push(bytes.slice(record, record + RECORD));
  const seconds = (performance.now() - begun) / 1000;
  if (batch.length === 500 || game + 1 === games || seconds > minutes * 60) {
    appendFileSync(out, Buffer.concat(batch));
    batch = [];
    const played = game + 1 - first;
    console.log(
      `${game + 1} games, ${(played / seconds).toFixed(1)}/s, ${(kernel.takeNodes() / 1e6).toFixed(0)} M nodes`,
    );
    if (seconds > minutes * 60) break;
  }
}
