// What the commands answer: the boards, the counts, and the JSON fields that machines rely on.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataLines } from '../support/data.js';
import { AT_ONCE_MS } from '../support/waiting.js';
import { plyadesHere } from './in-process.js';
import { lastJson, plyades } from './plyades.js';

const OTHELLO_START = '---------------------------OX------XO--------------------------- X';

const SEARCH_FIELDS = [
  'game',
  'position',
  'algorithm',
  'mode',
  'status',
  'depth',
  'value',
  'bound',
  'move',
  'line',
  'nodes',
  'leaves',
  'seconds',
  'workers',
  'solved',
];

describe('search --json', () => {
  test('prints exactly the fields of the contract as the last line', async () => {
    const ended = await plyades(['search', 'othello', '--depth', '6', '--json']);
    expect(ended.code).toBe(0);
    const found = lastJson(ended);
    expect(Object.keys(found)).toEqual(SEARCH_FIELDS);
    expect(found).toMatchObject({
      game: 'othello',
      position: OTHELLO_START,
      algorithm: 'sequential',
      mode: 'exact',
      status: 'depth',
      depth: 6,
      value: expect.any(Number),
      bound: 'exact',
      move: expect.stringMatching(/^[a-h][1-8]$/),
      nodes: expect.any(Number),
      leaves: expect.any(Number),
      seconds: expect.any(Number),
      workers: 1,
      solved: false,
    });
    expect(found.line).toHaveLength(6);
    expect((found.line as string[])[0]).toBe(found.move);
  });

  test('adds the margin to a solved game of Othello', async () => {
    // FFO endgame 1: 14 empty squares, won by 18 discs with g8.
    const position =
      '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; % FFO #1';
    const words = ['search', 'othello', '--position', position, '--depth', '14', '--json'];
    const found = lastJson(await plyadesHere(words));
    expect(Object.keys(found)).toEqual([...SEARCH_FIELDS, 'margin']);
    expect(found).toMatchObject({ solved: true, margin: 18, move: 'g8', depth: 14 });
    expect(found.position).toBe(position.slice(0, 66));
  });

  test('has no margin in games that have none, and solves tic-tac-toe', async () => {
    const found = lastJson(await plyadesHere(['search', 'tic-tac-toe', '--depth', '9', '--json']));
    expect(Object.keys(found)).toEqual(SEARCH_FIELDS);
    expect(found).toMatchObject({ value: 0, solved: true, depth: 9, status: 'solved' });
  });

  test('names no move where the game is over', async () => {
    const words = ['search', 'tic-tac-toe', '--position', 'XXX-OO--- O', '--json'];
    expect(lastJson(await plyadesHere(words))).toMatchObject({
      move: null,
      line: [],
      solved: true,
    });
  });

  test.each(['negascout', 'alphabeta', 'mtdf'])('finds one value, here with %s', async (method) => {
    const tree = ['search', 'synthetic', '--position', 'b=5,seed=1', '--depth', '6'];
    const plain = await plyadesHere([...tree, '--hash', '0', '--json']);
    const other = await plyadesHere([...tree, '--method', method, '--hash', '1', '--json']);
    expect(lastJson(other).value).toBe(lastJson(plain).value);
  });

  test('plays moves on top of a position', async () => {
    const words = ['search', 'tic-tac-toe', '--position', 'X---O---- X', '--moves', 'c3 a3'];
    const found = lastJson(await plyadesHere([...words, '--depth', '3', '--json']));
    // c1 threatens two lines at once and wins two plies later.
    expect(found).toMatchObject({ position: 'X---O-O-X X', move: 'c1', value: 500_000 });
  });
});

describe('the mode of a search', () => {
  test.each([
    [['--depth', '4'], 'exact'],
    [['--depth', '4', '--mode', 'play'], 'play'],
    [['--nodes', '5000'], 'play'],
    [['--time', '50'], 'play'],
    [['--clock', '1+0.1'], 'play'],
    [['--depth', '4', '--clock', '60'], 'play'],
    [['--depth', '4', '--time', '5000'], 'play'],
    [['--nodes', '5000', '--mode', 'exact'], 'exact'],
  ])('with %j is %s', async (limits, mode) => {
    const found = lastJson(await plyadesHere(['search', 'othello', ...limits, '--json']));
    expect(found.mode).toBe(mode);
  });

  test('without limits is play, on Othello, for about three seconds', {
    tags: 'long',
  }, async () => {
    const found = lastJson(await plyades(['search', '--json']));
    expect(found).toMatchObject({ game: 'othello', mode: 'play' });
    expect(found.seconds).toBeGreaterThan(2.5);
    expect(found.seconds).toBeLessThan(3 + AT_ONCE_MS / 1000);
  });
});

test('search limits hold', async () => {
  const nodes = lastJson(await plyadesHere(['search', 'othello', '--nodes', '20000', '--json']));
  expect(nodes.nodes).toBeGreaterThanOrEqual(20_000);
  expect(nodes.nodes).toBeLessThan(60_000);
  const time = lastJson(await plyadesHere(['search', 'othello', '--time', '200', '--json']));
  expect(time.seconds).toBeGreaterThanOrEqual(0.19);
  expect(time.seconds).toBeLessThan(AT_ONCE_MS / 1000);
});

test('search tells people the move, the value and the line', async () => {
  const { code, stdout, stderr } = await plyadesHere(['search', 'tic-tac-toe', '--depth', '9']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}a b c$/m);
  expect(stdout).toMatch(/^best move {2}[a-c][1-3]$/m);
  expect(stdout).toMatch(/^value +draw for the side to move, solved$/m);
  expect(stdout).toMatch(/^line +([a-c][1-3] ?){9}$/m);
  // Progress is for terminals, and this is none.
  expect(stderr).toBe('');
});

describe('perft --json', () => {
  test('prints exactly the fields of the contract', async () => {
    const found = lastJson(await plyades(['perft', 'othello', '--depth', '7', '--json']));
    expect(found).toEqual({
      game: 'othello',
      position: OTHELLO_START,
      depth: 7,
      nodes: 55_092,
      seconds: expect.any(Number),
      nodesPerSecond: expect.any(Number),
    });
  });

  test('counts the same with several workers', async () => {
    const words = ['perft', 'othello', '--depth', '8', '--workers', '3', '--json'];
    expect(lastJson(await plyadesHere(words)).nodes).toBe(390_216);
  });

  test.each([[], ['--divide']])('of depth 0 is one leaf, with %o', async (...more) => {
    const words = ['perft', 'chess', '--depth', '0', '--json', ...more];
    expect(lastJson(await plyadesHere(words))).toMatchObject({ depth: 0, nodes: 1 });
  });

  test('counts from any position', async () => {
    const words = ['perft', 'tic-tac-toe', '--moves', 'a1 b2', '--depth', '1', '--json'];
    expect(lastJson(await plyadesHere(words))).toMatchObject({ nodes: 7, position: 'X---O---- X' });
  });
});

test('perft --divide adds up', async () => {
  const { stdout } = await plyadesHere(['perft', 'othello', '--depth', '6', '--divide']);
  const rows = [...stdout.matchAll(/^([a-h][1-8]) +([\d,]+)$/gm)];
  expect(rows.map((row) => row[1]).sort()).toEqual(['c4', 'd3', 'e6', 'f5']);
  const sum = rows.reduce((total, row) => total + Number(row[2]!.replaceAll(',', '')), 0);
  expect(sum).toBe(8_200);
  expect(stdout).toContain('perft 6 of Othello: 8,200');
  const flat = await plyadesHere(['perft', 'othello', '--depth', '1', '--divide', '--json']);
  expect(lastJson(flat).nodes).toBe(4);
});

test('perft --help says what a game counts that ends early, and it is so', async () => {
  const { stdout } = await plyadesHere(['perft', '--help']);
  expect(stdout).toMatch(/^ {2}othello +counts as one leaf at every greater depth too$/m);
  expect(stdout).toMatch(/^ {2}every other +is a leaf at the depth at which it ends, and nothing/m);
  const beyond = async (words: string[]) => {
    return lastJson(await plyadesHere(['perft', ...words, '--depth', '3', '--json'])).nodes;
  };
  expect(await beyond(['othello', '--position', `${'X'.repeat(63)}O X`])).toBe(1);
  expect(await beyond(['tic-tac-toe', '--position', 'XXX-OO--- O'])).toBe(0);
  expect(await beyond(['chess', '--moves', 'f2f3 e7e5 g2g4 d8h4'])).toBe(0);
});

describe('show', () => {
  test('marks and lists the legal moves', async () => {
    const { code, stdout } = await plyades(['show', 'othello', '--moves', 'f5 d6 c3']);
    expect(code).toBe(0);
    expect(stdout.match(/\*/g)).toHaveLength(4);
    expect(stdout).toContain('legal moves  d3 f3 f4 g5');
  });

  test('says when the moves are a choice', async () => {
    const words = ['show', 'connect6', '--moves', 'j10'];
    expect((await plyadesHere(words)).stdout).toMatch(/^best 48 moves {2}[a-s]/m);
    const few = [...words, '--branching', '7'];
    expect((await plyadesHere(few)).stdout).toMatch(
      /^best 7 moves {2}[a-s][^ ]*( [a-s][^ ]*){6}$/m,
    );
    const { branching, legalMoves, position } = lastJson(await plyadesHere([...few, '--json']));
    expect([branching, (legalMoves as string[]).length]).toEqual([7, 7]);
    expect(position).toMatch(/ o 2 w=7$/);
    const shogi = await plyadesHere(['show', 'shogi', '--branching', '5']);
    expect(shogi.stdout).toMatch(/^best 5 moves {2}/m);
  });

  test('says when the game is over', async () => {
    const words = ['show', 'tic-tac-toe', '--position', 'XXX-OO--- O'];
    expect((await plyadesHere(words)).stdout).toContain(
      'The game is over: the first side has won, three in a row.',
    );
    expect(lastJson(await plyadesHere([...words, '--json']))).toEqual({
      game: 'tic-tac-toe',
      position: 'XXX-OO--- O',
      turn: 1,
      over: true,
      branching: 0,
      legalMoves: [],
      ending: { winner: 0, reason: 'three in a row' },
    });
  });
});

test('games lists every game with examples that parse', async () => {
  const { stdout } = await plyades(['games']);
  const { games } = lastJson(await plyadesHere(['games', '--json'])) as {
    games: { id: string; positionExamples: { text: string }[] }[];
  };
  expect(games.map((game) => game.id)).toEqual(
    expect.arrayContaining(['othello', 'tic-tac-toe', 'synthetic']),
  );
  for (const { id, positionExamples } of games) {
    const { text } = positionExamples.at(-1)!;
    expect(stdout).toContain(text);
    expect((await plyadesHere(['show', id, '--position', text])).code).toBe(0);
  }
  const { stdout: one } = await plyadesHere(['games', 'tic-tac-toe']);
  expect(one).toContain('XXX-OO--- O');
  expect(one).not.toContain('othello');
});

describe('doctor', () => {
  test('finds what the kernels need, and says how to get what is missing', async () => {
    const ended = await plyades(['doctor', '--json'], { env: { PATH: '' } });
    expect(ended.code).toBe(0);
    const { parts } = lastJson(ended) as {
      parts: { name: string; found: string | null; install: string; enables: string }[];
    };
    const part = (name: string) => parts.find((known) => known.name === name)!;
    for (const name of ['node', 'cores', 'WebAssembly SIMD', 'WebAssembly threads']) {
      expect(part(name).found).not.toBeNull();
    }
    expect(part('worker threads').found).toBe('yes');
    for (const name of ['WebGPU adapter', 'nats-server', 'browser', 'stockfish', 'gpsusi']) {
      expect(part(name).found ?? part(name).install).not.toBe('');
    }
    for (const { enables } of parts) expect(enables).not.toBe('');
  });

  test('finds programs in PATH', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plyades-'));
    try {
      const file = join(folder, 'nats-server');
      await writeFile(file, '#!/bin/sh\n');
      await chmod(file, 0o755);
      const { stdout } = await plyades(['doctor'], { env: { PATH: folder } });
      expect(stdout).toContain(`nats-server: ${file}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('bench', () => {
  test('has a signature that is the total of nodes', { tags: 'long' }, async () => {
    const table = lastJson(await plyades(['bench', '--json']));
    const searches = table.searches as { game: string; nodes: number }[];
    expect(new Set(searches.map(({ game }) => game)).size).toBeGreaterThan(3);
    const total = searches.reduce((sum, { nodes }) => sum + nodes, 0);
    expect(table).toMatchObject({ nodes: total, signature: total });
    // Not by chance another one: CONTRIBUTING.md says when and how to change the file.
    expect(dataLines('signature.txt')).toEqual([String(total)]);
  });

  test('prints its signature alone, the same each time', { tags: 'long' }, async () => {
    const { stdout } = await plyades(['bench', '--signature']);
    expect(stdout.split('\n')).toEqual([...dataLines('signature.txt'), '']);
  });
});

test.each([[['cluster']], [['help', 'cluster']]])(
  '%j prints the help of its commands',
  async (words) => {
    const { code, stdout, stderr } = await plyadesHere(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: plyades cluster/);
    expect(stdout).toMatch(/^ +revoke/m);
  },
);
