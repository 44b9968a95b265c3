// gpsusi, a shogi engine of another family: it knows byoyomi, a book, and no nodes.
import { describe, expect, test } from 'vitest';
import { startEngine } from '#dist/engines/index.js';
import { findPart } from '../../../../../../scripts/install-parts.mjs';
import { PATIENCE_MS } from '../../../support/waiting.js';

const gpsusi = findPart('gpsshogi');

describe.skipIf(gpsusi === undefined)('gpsusi', () => {
  test('answers within its byoyomi, and is gone when it is closed', async () => {
    let pid = 0;
    const engine = await startEngine({
      command: gpsusi!,
      game: 'shogi',
      handshakeMs: PATIENCE_MS,
      graceMs: PATIENCE_MS,
      onEvent: (event) => {
        if (event.type === 'started') pid = event.pid;
      },
    });
    expect(engine.name).toMatch(/^gpsshogi/i);
    const go = { firstTime: 0, secondTime: 0, byoyomi: 1000 };
    expect((await engine.search({ setup: { moves: ['7g7f'] }, go })).move).toMatch(/^[1-9][a-i]/);
    await engine.close();
    expect(() => process.kill(pid, 0)).toThrow();
  });
});
