// A whole game as other programs play it: xboard without its windows, on a virtual display, and
// polyglot twice, which speaks xboard's protocol with it and UCI with our engine, started by its launcher.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPart } from '../../../../../scripts/install-parts.mjs';

const run = promisify(execFile);
const program = fileURLToPath(import.meta.resolve('#dist/cli/main.js'));
const [xboard, polyglot, xvfb] = ['xboard', 'polyglot', 'xvfb'].map(findPart);

describe.skipIf(!(xboard && polyglot && xvfb))('xboard and polyglot', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plyades-xboard-'));
    mkdirSync(join(folder, 'home'));
    await run(process.execPath, [program, 'install-engine', join(folder, 'plyades')]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('play a whole game with our engine on both sides', async () => {
    const engine = (name: string) => `${polyglot} -noini -ec ./plyades -ed ${folder} -en ${name}`;
    const { stdout, stderr } = await run(
      xvfb!,
      [
        ...['-a', xboard!, '-noGUI', '-mode', 'TwoMachines', '-mg', '1', '-depth', '2', '-st', '1'],
        ...['-fcp', engine('One'), '-scp', engine('Two'), '-sgf', join(folder, 'game.pgn')],
        ...['-popupExitMessage', 'false', '-popupMoveErrors', 'false'],
      ],
      {
        cwd: folder,
        timeout: 290_000,
        env: {
          ...process.env,
          HOME: join(folder, 'home'),
          PATH: [process.env.PATH, dirname(polyglot!)].join(delimiter),
        },
      },
    );
    expect(stdout + stderr).toMatch(/Match One vs. Two: final score/);
    const game = readFileSync(join(folder, 'game.pgn'), 'utf8');
    expect(game).toContain('[White "One"]');
    // It ends by the rules of chess, not because an engine fell silent or played nonsense.
    expect(game).toMatch(
      /(checkmate|stalemate|repetition|insufficient|50.move|draw)[^}]*}\s+(1-0|0-1|1\/2-1\/2)/i,
    );
    expect(game).not.toMatch(/illegal|exited|forfeit|died|abandoned/i);
    expect(game.match(/\d+\. /g)!.length).toBeGreaterThan(5);
  });
});
