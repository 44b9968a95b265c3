// No engine outlives the process that started it, not even one that ignores the end of its input, and not even when
// its parent was killed without a chance to clean up.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { until } from '../support/waiting.js';

const fake = fileURLToPath(new URL('../support/fake-engine.mjs', import.meta.url));
const parent = fileURLToPath(new URL('../support/engine-parent.mjs', import.meta.url));

/** A parent with an engine, both running. */
async function start(habits: string[]): Promise<{ process: ChildProcess; engine: number }> {
  const child = spawn(process.execPath, [parent, process.execPath, fake, ...habits], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout!, 'data');
  return { process: child, engine: Number(String(line)) };
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie counts as ended.
  const stat = `/proc/${pid}/stat`;
  return !(existsSync(stat) && / Z /.test(readFileSync(stat, 'utf8')));
}

describe.skipIf(process.platform === 'win32')('the end of the parent', () => {
  test.each([
    ['SIGKILL', []],
    ['SIGKILL', ['ignores-the-end']],
    ['SIGTERM', ['ignores-the-end']],
  ] as const)('by %s ends an engine with the habits %j', async (signal, habits) => {
    const { process: child, engine } = await start([...habits]);
    expect(lives(engine)).toBe(true);
    child.kill(signal);
    await once(child, 'exit');
    await until(() => !lives(engine), 'the engine is gone');
  });
});
