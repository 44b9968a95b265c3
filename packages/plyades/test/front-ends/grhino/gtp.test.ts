// GTP with another program: a game of Othello against Debian's GRhino.
import { afterEach, describe, expect, test } from 'vitest';
import { findPart } from '../../../../../scripts/install-parts.mjs';
import {
  ask,
  COLOURS,
  endClients,
  game,
  isPass,
  ourselves,
  playedOn,
  programClient,
} from '../../support/gtp.js';

const grhino = findPart('grhino');

afterEach(endClients);

describe.skipIf(grhino === undefined)('against GRhino', () => {
  test('plays a whole game', async () => {
    const [first, second] = [await ourselves(), programClient(grhino!)];
    const players = [first, second];
    for (const player of players) await ask(player, 'clear_board');
    await ask(second, 'time_settings 0 1 60');
    let position = game.notation.start();
    let moves = 0;
    while (!game.over(position)) {
      const turn = game.turn(position);
      const colour = COLOURS[turn];
      // Who must pass is not asked.
      const move = isPass(position) ? 'pass' : await ask(players[turn]!, `genmove ${colour}`);
      if (move !== 'pass') {
        await ask(players[1 - turn]!, `play ${colour} ${move}`);
        moves++;
      }
      position = playedOn(position, move);
    }
    expect(moves).toBeGreaterThan(8);
    expect(await ask(first, 'final_score')).toMatch(/^(0|[BW]\+\d+)$/);
  }, 120_000);
});
