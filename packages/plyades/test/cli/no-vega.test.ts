// An experiment without Vega prints its tables, and then says that no diagram was drawn.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lastJson, plyades } from './plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-no-vega-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process for which the packages of diagrams are not installed. */
const hooks = `export async function resolve(specifier, context, next) {
  if (/^vega/.test(specifier)) throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  return next(specifier, context);
}`;
const asModule = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
const preload = `import { register } from 'node:module'; register(${JSON.stringify(asModule(hooks))});`;
const env = { NODE_OPTIONS: `--import=${asModule(preload)}` };

const words = ['experiment', 'minimal-tree/figure-6', '--scale', 'smoke', '--out', folder];

const about = 'an experiment without Vega prints its tables and says why there is no diagram';

test(about, { tags: 'long' }, async () => {
  const ended = await plyades(words, { env });
  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(/\d+ runs made/);
  expect(ended.stdout.indexOf('runs made')).toBeGreaterThan(100);
  expect(ended.stdout).not.toContain('.svg');
  expect(ended.stderr).toMatch(/no diagram was drawn: .*npm install vega vega-lite/);
  expect(existsSync(join(folder, 'minimal-tree/figure-6.svg'))).toBe(false);
  expect(lastJson(await plyades([...words, '--json'], { env }))).toMatchObject({ picture: null });
  // With Vega, the same runs are drawn.
  const drawn = await plyades(words);
  expect(drawn).toMatchObject({ code: 0, stderr: '' });
  expect(drawn.stdout).toContain('figure-6.svg');
});
