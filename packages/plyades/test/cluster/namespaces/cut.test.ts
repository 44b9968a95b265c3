// A real network that is cut and healed, in a network namespace of its own (cut.mjs). That is made by
// `unshare` without privileges, so the test runs wherever Linux allows it, and is skipped with a name that says so
// elsewhere.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { closeAll } from 'plyades';
import { afterAll, describe, expect, test } from 'vitest';
import { findPart } from '../../../../../scripts/install-parts.mjs';
import { mainFile } from '../../cli/plyades.js';
import { hasServer, moves, position, sequentially } from '../support.js';

const ip = findPart('iproute2');

/** Whether a namespace can be made here, and its addresses taken away. */
function canCut(): boolean {
  if (process.platform !== 'linux' || !hasServer || ip === undefined) return false;
  return spawnSync('unshare', ['-rn', ip, 'link'], { stdio: 'ignore' }).status === 0;
}

const allowed = canCut();
const script = fileURLToPath(new URL('./cut.mjs', import.meta.url));
const depth = 14;

describe.skipIf(!allowed)('a network that is cut (needs unshare -rn and ip)', () => {
  afterAll(closeAll);

  test('in the middle of a search, first a worker’s link and then the master’s: the value is right', {
    tags: 'long',
  }, async () => {
    const words = ['othello', '--moves', moves, '--algorithm', 'aphid', '--mode', 'exact'];
    const limits = ['--depth', String(depth), '--hash', '16'];
    const program = ['-rn', process.execPath, script, findPart('nats-server')!, ip!, mainFile];
    const child = spawn('unshare', [...program, ...words, ...limits]);
    let said = '';
    let complaints = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints += text;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
    const found = JSON.parse(said);
    const { value } = await sequentially(position, depth);
    expect(found).toMatchObject({ code: 0, value });
    // Else the search was over before the worker was missed, and this has shown nothing.
    expect(found.events).toContain('worker missed and healed');
  });
});
