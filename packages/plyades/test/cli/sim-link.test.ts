// Links to simulated runs on the command line: printed, run again, compared, and refused when they are damaged.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILD_ID, makeLink, parseLink } from 'plyades/sim';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { plyadesHere } from './in-process.js';
import { errorLines, lastJson, plyades } from './plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-link-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const usual = ['sim', 'othello', '--algorithm', 'aphid', '--processors', '4', '--depth', '7'];
let link = '';
let first: Record<string, unknown> = {};

beforeAll(async () => {
  const faults = ['--faults', 'random', '--seed', '5', '--min-size', '1'];
  first = lastJson(await plyadesHere([...usual, ...faults, '--json']));
  link = String(first.link);
});

/** The same link with other contents. */
const changed = async (change: object) =>
  makeLink('', { ...unwrap(await parseLink(link)), ...change });

describe('sim --link', () => {
  test('runs in a process of its own what another printed, with the same numbers', async () => {
    const ended = await plyades(['sim', '--link', `http://127.0.0.1:9999/x/${link}`, '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    // The command of the first run names the profile; everything else is equal too.
    expect({ ...lastJson(ended), seconds: 0 }).toEqual({ ...first, seconds: 0, identical: true });
  });

  test('says that the run is the same, on any number of threads', async () => {
    const { code, stdout } = await plyadesHere(['sim', '--link', link, '--threads', '1']);
    expect(code).toBe(0);
    expect(stdout).toContain(`digest     ${first.digest}, build ${BUILD_ID}`);
    expect(stdout).toContain(link);
    expect(stdout).toMatch(/^the same as in the link, in every epoch$/m);
  });

  test('fails when the same build does something else', async () => {
    const forged = await changed({ digest: '0123456789abcdef' });
    const ended = await plyadesHere(['sim', '--link', forged, '--json']);
    expect(ended.code).toBe(1);
    expect(lastJson(ended)).toMatchObject({ identical: false, digest: first.digest });
    expect(ended.stderr).toMatch(
      /ERR_SIMULATION: the run differs from the link: its digest is [0-9a-f]{16}, the link's 0123456789abcdef/,
    );
  });

  test('names both builds when another one made the link, whatever comes out', async () => {
    const build = '0.0.9-00c0ffee';
    const same = await plyadesHere(['sim', '--link', await changed({ build }), '--json']);
    expect(same.code).toBe(0);
    expect(same.stderr).toContain(`made by build ${build}, this is build ${BUILD_ID}`);
    expect(lastJson(same)).toMatchObject({ identical: true });
    const digest = '0123456789abcdef';
    const other = await plyadesHere(['sim', '--link', await changed({ build, digest }), '--json']);
    expect(other.code).toBe(0);
    expect(other.stderr).toContain('the run differs from the link');
    expect(lastJson(other)).toMatchObject({ identical: false });
  });

  test('records the run', async () => {
    const file = join(folder, 'run.jsonl');
    expect((await plyadesHere(['sim', '--link', link, '--record', file])).code).toBe(0);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('"type":"end"');
    const replayed = await plyadesHere(['sim', '--replay', file, '--json']);
    expect(lastJson(replayed)).toMatchObject({ identical: true, digest: first.digest });
  });

  test('runs a proof', async () => {
    const words = ['sim', 'tic-tac-toe', '--algorithm', 'pns-dfpn', '--processors', '3', '--json'];
    const position = ['--position', 'X---O---- X', '--goal', 'draw'];
    const proof = lastJson(await plyadesHere([...words, ...position]));
    const again = await plyadesHere(['sim', '--link', String(proof.link), '--json']);
    expect(again.code).toBe(0);
    expect({ ...lastJson(again), seconds: 0 }).toEqual({ ...proof, seconds: 0, identical: true });
    const recorded = await plyadesHere(['sim', '--link', String(proof.link), '--record', 'x']);
    expect(recorded.code).toBe(2);
  });

  test.each([
    [['--depth', '3'], /ERR_OPTION: --link: --depth cannot be given with a link/],
    [['--seed', '3'], /ERR_OPTION: --link: --seed cannot be given with a link/],
    [['--no-selective'], /ERR_OPTION: --link: --no-selective cannot be given/],
    [['--replay', 'x.jsonl'], /--replay/],
  ])('refuses %s beside it', async (words, message) => {
    const ended = await plyadesHere(['sim', '--link', link, ...words]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(message);
  });

  test('refuses a game beside it', async () => {
    const ended = await plyadesHere(['sim', 'othello', '--link', link]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/ERR_OPTION: --link: a game cannot be given/);
  });

  test.each([
    ['', /ERR_MISSING: --link: '' is no link to a run: there is no #run= in it/],
    ['#run=', /--link: '#run=' is no link to a run: it is damaged or not complete/],
    ['#run=eJw', /is damaged or not complete/],
    ['#run=e€', /ERR_CHARACTER: --link/],
  ])('refuses the link %j in one line', async (text, message) => {
    const ended = await plyadesHere(['sim', '--link', text]);
    expect(ended.code).toBe(2);
    expect(ended.stdout).toBe('');
    expect(errorLines(ended)).toHaveLength(1);
    expect(ended.stderr).toMatch(message);
  });
});
