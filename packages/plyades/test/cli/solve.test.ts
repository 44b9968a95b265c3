// `plyades solve` and `plyades verify` as a user meets them: answers, files, and what is refused.
import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { makeProofFile, parseProofFile } from '#dist/proof/index.js';
import { plyadesHere } from './in-process.js';
import { errorLines, lastJson, plyades } from './plyades.js';

const MATE = '3k5/9/3S5/9/9/9/9/9/9 b S2r2b4g2s4n4l18p 1';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plyades-proof-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('solve', () => {
  test('answers with one JSON object', async () => {
    const ended = await plyades(['solve', 'shogi', '--goal', 'mate', '--position', MATE, '--json']);
    expect(ended.code).toBe(0);
    const found = lastJson(ended);
    expect(Object.keys(found)).toEqual([
      'game',
      'position',
      'algorithm',
      'goal',
      'side',
      'result',
      'nodes',
      'expanded',
      'memoryBytes',
      'seconds',
      'line',
      'workers',
    ]);
    expect(found).toMatchObject({ result: 'proved', goal: 'mate', side: 0, workers: 1 });
    expect(found.line).toHaveLength(1);
  });

  test.each(['pns', 'pn2', 'dfpn'])('with %s tells a draw from a win', async (algorithm) => {
    const ask = async (goal: string, side: string) => {
      const words = ['--goal', goal, '--side', side, '--algorithm', algorithm, '--memory', '16'];
      return lastJson(await plyadesHere(['solve', 'tic-tac-toe', ...words, '--json'])).result;
    };
    expect(await ask('win', 'first')).toBe('disproved');
    expect(await ask('win', 'second')).toBe('disproved');
    expect(await ask('draw', 'first')).toBe('proved');
    expect(await ask('draw', 'second')).toBe('proved');
    if (algorithm !== 'dfpn') return;
    const asked = ['solve', 'tic-tac-toe', '--side', '1', '--memory', '16', '--json'];
    expect(lastJson(await plyadesHere(asked))).toMatchObject({ side: 1, result: 'disproved' });
  });

  test('says unknown when nodes or memory end first', async () => {
    const few = await plyadesHere(['solve', 'loa', '--nodes', '1000', '--json']);
    expect([few.code, lastJson(few).result, lastJson(few).reason]).toEqual([0, 'unknown', 'nodes']);
    const words = ['solve', 'loa', '--algorithm', 'pns', '--memory', '16', '--json'];
    const small = await plyadesHere(words);
    expect([small.code, lastJson(small).reason]).toEqual([0, 'memory']);
    expect(lastJson(small).memoryBytes).toBeLessThanOrEqual(16 * 2 ** 20);
  });

  test('says unknown when the time is up, without a line', async () => {
    const words = ['solve', 'loa', '--time', '1'];
    const late = lastJson(await plyadesHere([...words, '--json']));
    expect(late).toMatchObject({ result: 'unknown', reason: 'time', line: [] });
    const { code, stdout } = await plyadesHere(words);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^result +unknown: the time was up: try a larger --time$/m);
    expect(stdout).not.toMatch(/^line/m);
  });

  test.each([
    ['no time at all', ['loa', '--time', '0'], 'ERR_LIMIT'],
    ['a game that is over', ['tic-tac-toe', '--position', 'XXXOO---- O'], 'ERR_IMPOSSIBLE'],
    ['a goal that the game does not know', ['othello', '--goal', 'mate'], 'ERR_OPTION'],
    ['a game without a winner', ['synthetic'], 'ERR_OPTION'],
    ['too little memory', ['loa', '--memory', '15'], 'ERR_LIMIT'],
    ['no such goal', ['loa', '--goal', 'glory'], 'ERR_OPTION'],
    ['no such side', ['loa', '--side', 'third'], 'ERR_OPTION'],
    ['a tree of bounded width', ['shogi', '--branching', '5'], 'ERR_OPTION'],
    ['a file in no folder', ['loa', '--proof', join('no', 'such', 'folder', 'x')], 'ERR_VALUE'],
  ])('refuses %s', async (_, words, code) => {
    const ended = await plyadesHere(['solve', ...words]);
    expect(ended.code).toBe(2);
    expect(ended.stdout).toBe('');
    expect(errorLines(ended)).toHaveLength(1);
    expect(errorLines(ended)[0]).toContain(`plyades: ${code}: `);
  });
});

describe('verify', () => {
  beforeAll(async () => {
    const words = ['tic-tac-toe', '--goal', 'draw', '--algorithm', 'pns', '--proof'];
    expect((await plyadesHere(['solve', ...words, join(folder, 'draw.proof')])).code).toBe(0);
  });

  test('accepts what solve wrote, and nothing else is left behind', async () => {
    const file = join(folder, 'draw.proof');
    expect(await readdir(folder)).toEqual(['draw.proof']);
    const ended = await plyadesHere(['verify', file, '--json']);
    expect(ended.code).toBe(0);
    expect(lastJson(ended)).toMatchObject({ valid: true, goal: 'draw', result: 'proved' });
    expect((await plyadesHere(['verify', file])).stdout).toMatch(/^valid: /);
  });

  test('refuses a file that was cut in half, and one that is none', async () => {
    const whole = await readFile(join(folder, 'draw.proof'));
    const cut = join(folder, 'cut.proof');
    await writeFile(cut, whole.subarray(0, whole.length >> 1));
    for (const file of [cut, new URL(import.meta.url).pathname, join(folder, 'missing')]) {
      const ended = await plyadesHere(['verify', file]);
      expect(ended.code).toBe(2);
      expect(errorLines(ended)[0]).toMatch(/^plyades: ERR_(PROOF|VALUE): /);
    }
  });

  test('says how a file that is missing is made', async () => {
    const { stderr } = await plyadesHere(['verify', join(folder, 'missing')]);
    expect(stderr).toMatch(
      /FILE: .*missing' is refused: there is no such file \(ENOENT\); 'plyades solve GAME --proof FILE' writes one/,
    );
  });

  test('names the option for the module of a game in TypeScript', async () => {
    const { header, graph } = unwrap(
      await parseProofFile(await readFile(join(folder, 'draw.proof'))),
    );
    const file = join(folder, 'module.proof');
    await writeFile(file, await makeProofFile({ ...header, game: './my-game.js' }, graph));
    expect((await plyadesHere(['verify', file])).stderr).toContain(
      "the proof is of a game in TypeScript, './my-game.js': name its module here, as game (--game PATH)",
    );
    await rm(file);
  });

  test('prints the position in its own words, not in those of the file', async () => {
    const { header, graph } = unwrap(
      await parseProofFile(await readFile(join(folder, 'draw.proof'))),
    );
    const file = join(folder, 'strange.proof');
    const written = `${header.position}\u000b\u2028`;
    await writeFile(file, await makeProofFile({ ...header, position: written }, graph));
    const ended = await plyadesHere(['verify', file]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain(`at ${header.position},\n`);
    expect(lastJson(await plyadesHere(['verify', file, '--json'])).position).toBe(header.position);
    const colours = { ...header, position: `\u001b[31m${header.position}` };
    await writeFile(file, await makeProofFile(colours, graph));
    const refused = await plyadesHere(['verify', file]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).not.toContain('\u001b');
    await rm(file);
  });

  test('refuses what is no regular file, and what is larger than any proof, unread', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const sparse = join(folder, 'sparse.proof');
    const handle = await open(sparse, 'w');
    await handle.truncate(2 ** 30);
    await handle.close();
    for (const [file, code] of [
      [pipe, 'ERR_VALUE'],
      ['/dev/zero', 'ERR_VALUE'],
      [folder, 'ERR_VALUE'],
      [sparse, 'ERR_LIMIT'],
    ] as const) {
      const ended = await plyadesHere(['verify', file]);
      expect([file, ended.code]).toEqual([file, 2]);
      expect(errorLines(ended)).toEqual([expect.stringContaining(`plyades: ${code}: `)]);
    }
    await rm(pipe);
    await rm(sparse);
  });

  test('keeps the answer when its proof cannot be written, and leaves no part of a file', async () => {
    // A name that is allowed, but not with what is added to it while the file is not whole.
    const file = join(folder, 'x'.repeat(250));
    const words = ['solve', 'shogi', '--goal', 'mate', '--position', MATE, '--proof', file];
    const before = await readdir(folder);
    const ended = await plyades([...words, '--json']);
    expect(ended.code).toBe(1);
    expect(lastJson(ended)).toMatchObject({
      result: 'proved',
      proofError: expect.stringContaining('ENAMETOOLONG'),
    });
    expect(errorLines(ended)).toEqual([expect.stringContaining('plyades: ERR_UNWRITTEN: ')]);
    const people = await plyades(words);
    expect(people.stdout).toMatch(/^result +proved/);
    expect(people.stdout).toMatch(/^proof +not written: /m);
    expect(await readdir(folder)).toEqual(before);
  });

  test('writes no file when nothing is proved', async () => {
    const file = join(folder, 'nothing.proof');
    const ended = await plyadesHere(['solve', 'loa', '--nodes', '500', '--proof', file]);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('is not written');
    expect(await readdir(folder)).not.toContain('nothing.proof');
    expect(ended.stderr).not.toContain('older');
  });

  test('leaves an older file as it was when nothing is proved, and says so', async () => {
    const file = join(folder, 'older.proof');
    await writeFile(file, 'as it was');
    const ended = await plyadesHere(['solve', 'loa', '--nodes', '500', '--proof', file]);
    expect([ended.code, await readFile(file, 'utf8')]).toEqual([0, 'as it was']);
    expect(ended.stderr).toContain('what it holds is older');
  });
});
