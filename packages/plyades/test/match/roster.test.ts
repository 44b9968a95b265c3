// What the players of a roster search: budgets of teams, of linear speedups and of one that forgets. An
// engine writes down the commands that it gets.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadGame } from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import { stockfishRanks } from '#dist/gpp/index.js';
import { createPlayer, parseEntry, startOpening } from '#dist/match/index.js';

const fake = fileURLToPath(new URL('../support/fake-engine.mjs', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plyades-roster-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The commands that an engine gets about new games and searches while its player makes two moves and ponders. */
async function received(kind: string, options: { withheld?: number } = {}): Promise<string[]> {
  const game = await loadGame('chess');
  const file = join(folder, 'received');
  // What it is asked is written down when it has answered: it must not be ended for an illegal move before that.
  const engine = `"${process.execPath}" "${fake}" --received "${file}" --move b1a3,b8a6`;
  const entry = unwrap(parseEntry(`${kind}${engine}`));
  const asked = { game, nodes: 1000, ponder: true, ranks: stockfishRanks, ...options };
  const player = await createPlayer(entry, asked);
  const { positions, setup } = startOpening(game);
  await player.begin(game, positions, setup);
  const { move } = await player.think();
  await player.played(move!);
  await player.ponder();
  await player.close();
  const lines = readFileSync(file, 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith('go'));
  return lines
    .slice(first)
    .filter((line) => /^(go|ucinewgame)/.test(line))
    .map((line) => line.replace(/ searchmoves.*/, ''));
}

test('an engine alone thinks and ponders with its nodes', async () => {
  expect(await received('')).toEqual(['go nodes 1000', 'go nodes 1000']);
});

test('a linear speedup thinks four times as long, and ponders no longer', async () => {
  expect(await received('linear:4:')).toEqual(['go nodes 4000', 'go nodes 1000']);
});

test('one that forgets empties its table when it has found a move, before it ponders', async () => {
  expect(await received('forget:')).toEqual(['go nodes 1000', 'ucinewgame', 'go nodes 1000']);
});

test('a team does without what is withheld on its own move alone', async () => {
  expect(await received('gpp:1:pv:', { withheld: 0.05 })).toEqual([
    'go nodes 950',
    'go nodes 1000',
  ]);
});
