// `plyades gpp` with real engines, as a program with a board would use it.
import { describe, expect, test } from 'vitest';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { plyades } from '../cli/plyades.js';

/** Says the first part, and each next one when there is an answer to the one before; then `quit`. */
function talk(words: readonly string[], [first, ...rest]: readonly string[][]) {
  const parts = [...rest, ['quit']];
  return plyades(words, {
    input: `${first!.join('\n')}\n`,
    keepOpen: true,
    during: (child) => {
      child.stdout!.on('data', (chunk) => {
        for (const _ of String(chunk).match(/^bestmove/gm) ?? []) {
          child.stdin!.write(`${parts.shift()?.join('\n') ?? ''}\n`);
        }
      });
    },
  });
}

describe.skipIf(findPart('stockfish') === undefined)('a team of Stockfish', () => {
  test('is an engine', async () => {
    const { stdout, code } = await talk(
      ['gpp', '--engine', 'stockfish', '--workers', '3', '--hash', '4'],
      [
        ['uci', 'isready', 'position startpos moves e2e4', 'go nodes 100000'],
        ['position startpos moves e2e4 e7e5 g1f3', 'go movetime 1000'],
        ['position fen rubbish', 'position startpos moves e2e5', 'go movetime 50'],
      ],
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^id name Plyades .*: 3 of stockfish, growth by consultation$/m);
    expect(stdout).toMatch(/^info depth \d+ seldepth \d+ score cp -?\d+ nodes \d+ .*pv [a-h]/m);
    expect(stdout.match(/^bestmove [a-h]/gm)!.length).toBe(2);
    expect(stdout.match(/^info string ERR_/gm)!.length).toBeGreaterThanOrEqual(2);
  });
});
