// GTP with another program: a game of Othello against Debian's GRhino.
import { afterEach, describe, expect, test } from 'vitest';
import { findPart } from '../../../../../scripts/install-parts.mjs';
import {
  COLOURS,
  endClients,
  game,
  isPass,
  ourselves,
  playedOn,
  programClient,
  told,
} from '../../support/gtp.js';

const grhino = findPart('grhino');

afterEach(endClients);

describe.skipIf(grhino === undefined)('against GRhino', () => {
  test('plays a whole game', async () => {
    const [first, second] = [await ourselves(), programClient(grhino!)];
    const players = [first, second];
    for (const player of players) await told(player, 'clear_board');
    await told(second, 'time_settings 0 1 60');
    let position = game.notation.start();
    let moves = 0;
    while (!game.over(position)) {
      const turn = game.turn(position);
      const colour = COLOURS[turn];
      // Who must pass is not asked.
      const move = isPass(position) ? 'pass' : await told(players[turn]!, `genmove ${colour}`);
      if (move !== 'pass') {
        await told(players[1 - turn]!, `play ${colour} ${move}`);
        moves++;
      }
      position = playedOn(position, move);
    }
    expect(moves).toBeGreaterThan(8);
    expect(await told(first, 'final_score')).toMatch(/^(0|[BW]\+\d+)$/);
  }, 120_000);
});
