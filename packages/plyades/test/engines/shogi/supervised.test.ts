// Fairy-Stockfish as a shogi engine under supervision, against our own, both over USI.
import { describe, expect, test } from 'vitest';
import { type EngineEvent, findEngine, startEngine } from '#dist/engines/index.js';
import { findPart } from '../../../../../scripts/install-parts.mjs';

const fairy = findPart('fairy-stockfish');

describe.skipIf(fairy === undefined)('Fairy-Stockfish', () => {
  test('plays shogi with our engine, and both play by the rules', async () => {
    const events: EngineEvent[] = [];
    const onEvent = (event: EngineEvent) => events.push(event);
    const engines = await Promise.all([
      startEngine({ command: fairy!, game: 'shogi', onEvent }),
      startEngine({ ...findEngine('plyades', 'shogi'), game: 'shogi', onEvent }),
    ]);
    const moves: string[] = [];
    for (let ply = 0; ply < 40; ply++) {
      const go = { nodes: 1000 };
      const { move } = await engines[ply % 2]!.search({ setup: { moves }, go });
      if (move === undefined) break;
      moves.push(move);
    }
    expect(moves.length).toBeGreaterThan(10);
    await Promise.all(engines.map((engine) => engine.close()));
    expect(events.filter(({ type }) => type !== 'started')).toEqual([]);
  });
});
