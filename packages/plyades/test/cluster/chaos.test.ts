// A few rounds of chaos.mjs: workers and masters that are killed and paused at random. `node test/cluster/chaos.mjs`
// is the long run.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hasServer } from './support.js';

test.skipIf(!hasServer)(
  'with processes killed and paused at random, values are those of the sequential search',
  { tags: 'long' },
  async () => {
    const script = fileURLToPath(new URL('./chaos.mjs', import.meta.url));
    const child = spawn(process.execPath, [
      script,
      '--rounds',
      '2',
      '--seed',
      '7',
      '--depth',
      '11',
    ]);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('0 wrong') });
    // Else nothing was disturbed, and nothing was shown.
    expect(said).toMatch(/killed|stopped/);
  },
);
