// Games that end by repetition on the command line: what `--moves` passed through counts.
import { describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';
import { lastJson, plyades } from './plyades.js';

const times = (line: string, count: number) => Array(count).fill(line).join(' ');

const chess = {
  position: '7k/8/8/8/8/8/R7/K2Q4 w - - 0 1',
  cycle: 'a2a3 h8h7 a3a2 h7h8',
};
const chase = {
  position: '4k4/9/9/9/5R3/9/9/9/K8 b r2b4g 1',
  cycle: '4e5e 5a4a 5e4e 4a5a',
};

const draws = [
  { game: 'chess', ...chess, times: 3, ordinal: '3rd' },
  {
    game: 'checkers',
    position: 'W:WK14,K15,K18,K19:BK1',
    cycle: '18-22 1-5 22-18 5-1',
    times: 3,
    ordinal: '3rd',
  },
  {
    game: 'shogi',
    position: '4k4/9/9/9/9/9/9/9/K7R b R2B4G 1',
    cycle: '1i2i 5a4a 2i1i 4a5a',
    times: 4,
    ordinal: '4th',
  },
  {
    game: 'loa',
    position: '-----X---------XO--------X-------O---O---O----------O--XX------- O',
    cycle: 'a3b3 f1g1 b3a3 g1f1',
    times: 3,
    ordinal: '3rd',
  },
];

/** Moves of a game in which one more brings the position for the last time, and that one. */
function nearly(cycle: string, count: number) {
  const moves = times(cycle, count - 1).split(' ');
  return { moves: moves.slice(0, -1).join(' '), last: moves.at(-1)! };
}

describe('play', () => {
  const endsInADraw = async (draw: (typeof draws)[number]) => {
    const { moves, last } = nearly(draw.cycle, draw.times);
    const side = ['checkers', 'loa'].includes(draw.game) ? 'first' : 'second';
    const words = [
      'play',
      draw.game,
      '--position',
      draw.position,
      '--moves',
      moves,
      '--side',
      side,
    ];
    const ended = await plyades(words, { input: `${last}\n` });
    expect(ended.stderr).toBe('');
    expect(ended.stdout).toContain(
      `The game is a draw: the same position for the ${draw.ordinal} time.`,
    );
    expect(ended.code).toBe(0);
  };
  const name = '$game ends with the position for the $ordinal time';
  test.each(draws.slice(0, 1))(name, endsInADraw);
  test.each(draws.slice(1))(name, { tags: 'long' }, endsInADraw);

  test('shogi is lost with nothing but checks', async () => {
    // The other side of the chase: the checks come for the fourth time with a move of the rook.
    const position = '5k3/9/9/9/4R4/9/9/9/K8 b r2b4g 1';
    const moves = `5e4e 4a5a ${times(chase.cycle, 2)} 4e5e 5a4a`;
    const words = ['play', 'shogi', '--position', position, '--moves', moves];
    const ended = await plyades(words, { input: '5e4e\n' });
    expect(ended.stdout).toContain(
      'The engine wins: the same position for the 4th time with nothing but checks.',
    );
  });

  test('the checked side wins', { tags: 'long' }, async () => {
    const { moves, last } = nearly(chase.cycle, 4);
    const words = ['play', 'shogi', '--position', chase.position, '--moves', moves];
    const ended = await plyades([...words, '--side', 'second'], { input: `${last}\n` });
    expect(ended.stdout).toContain(
      'You win: the same position for the 4th time with nothing but checks.',
    );
  });

  test('a move taken back is no occurrence', async () => {
    const { moves, last } = nearly(chess.cycle, 2);
    const words = ['play', 'chess', '--position', chess.position, '--moves', moves];
    const input = `${last}\nundo\n${last}\nundo\nquit\n`;
    const ended = await plyades([...words, '--side', 'second', '--level', 'easy'], { input });
    expect(ended.stdout).not.toContain('draw');
    expect(ended.stdout).toContain(`--moves "${moves}"`);
  });
});

describe('show and search', () => {
  test('say when the game has ended', async () => {
    const { position, cycle } = chess;
    const words = ['chess', '--position', position, '--moves', times(cycle, 2)];
    const shown = await plyadesHere(['show', ...words]);
    expect(shown.stdout).toContain('The game is over: a draw, the same position for the 3rd time.');
    const json = lastJson(await plyadesHere(['show', ...words, '--json']));
    expect(json).toMatchObject({ over: true, legalMoves: [], repetition: { result: 'draw' } });
    const searched = await plyadesHere(['search', ...words, '--depth', '2', '--json']);
    expect(searched.stderr).toContain('a draw, the same position for the 3rd time');
    expect(searched.code).toBe(0);
  });

  test('say who has won', async () => {
    const moves = times(chase.cycle, 3);
    const words = ['show', 'shogi', '--position', chase.position, '--moves', moves];
    const ended = await plyadesHere(words);
    expect(ended.stdout).toContain(
      'the second side has won, the same position for the 4th time with nothing but checks',
    );
  });

  test('search counts what was passed', async () => {
    const { moves, last } = nearly(chess.cycle, 3);
    const words = ['search', 'chess', '--position', chess.position, '--moves', moves];
    const found = lastJson(
      await plyadesHere([...words, '--depth', '3', '--mode', 'play', '--json']),
    );
    expect(found).toMatchObject({ value: 0, move: last });
  });

  test('in a tree of bounded width too', async () => {
    const { moves, last } = nearly('1i2i 5a4a 2i1i 4a5a', 4);
    const words = ['search', 'shogi', '--position', '4k4/9/9/9/9/9/9/9/K7R b R2B4G 1'];
    const more = ['--moves', moves, '--branching', '9', '--depth', '2', '--mode', 'play', '--json'];
    const found = lastJson(await plyadesHere([...words, ...more]));
    expect(found).toMatchObject({ value: 0, move: last });
  });
});
