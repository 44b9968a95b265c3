'use client';

import { useState } from 'react';
import game, { SIZE } from './hex';
import { useBot } from './use-bot';

const worker = () => new Worker(new URL('./hex.worker.ts', import.meta.url), { type: 'module' });

export function Board() {
  const [hex, setHex] = useState(game.start);
  const askBot = useBot(game, { worker });
  const winner = game.winner(hex);

  async function play(cell: number) {
    if (winner !== undefined || hex.turn !== 0 || hex.cells[cell] !== '.') return;
    const next = game.play(hex, cell);
    setHex(next);
    if (game.winner(next) !== undefined) return;
    const move = await askBot(next, 500);
    if (move !== undefined) setHex((now) => (now === next ? game.play(now, move) : now));
  }

  const turn = hex.turn === 0 ? 'Your move.' : 'The bot thinks …';
  return (
    <>
      <p role="status">
        {winner === undefined ? turn : winner === 0 ? 'You win.' : 'The bot wins.'}
      </p>
      <div className="board">
        {[...hex.cells].map((stone, i) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its number
            key={i}
            type="button"
            aria-label={`row ${Math.floor(i / SIZE) + 1}, column ${(i % SIZE) + 1}`}
            className={{ r: 'red', b: 'blue' }[stone] ?? ''}
            style={{ marginLeft: i % SIZE === 0 ? `${Math.floor(i / SIZE) * 1.6}rem` : 0 }}
            onClick={() => play(i)}
          />
        ))}
      </div>
      <p>
        <button type="button" onClick={() => setHex(game.start())}>
          New game
        </button>
      </p>
    </>
  );
}
