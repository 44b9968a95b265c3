import { expect, test } from 'vitest';
import { synthetic } from '#dist/games/synthetic/index.js';
import { conforms } from '../support/conformance.js';
import { openBench } from '../support/kernels.js';

const starts = [
  'b=8,seed=1,spread=100,order=0,dist=uniform',
  'b=8,seed=1,spread=101,order=0,dist=uniform',
  'b=8,seed=1,spread=100,order=1,dist=uniform',
  'b=8,seed=1,spread=100,order=0,dist=normal',
  'b=2,seed=4294967295,spread=10000,order=1000,dist=normal',
  'b=64,seed=0,spread=1,order=500,dist=uniform',
  'b=5,seed=7,spread=100,order=500,dist=normal path=00c0ffee00c0ffee ply=3 score=-12',
  'b=5,seed=7,spread=100,order=500,dist=normal path=00c0ffee00c0ffee ply=3 score=13',
  'b=3,seed=9,spread=10000,order=0,dist=uniform path=0000000000000001 ply=90 score=489990',
];

const PLY = 16;

conforms({
  id: 'synthetic',
  starts,
  // A tree of branching b has b^d nodes at depth d.
  perft: [
    ...[1, 2, 3, 4, 5, 6].map((depth) => ({ depth, leaves: 8 ** depth })),
    { position: 'b=2,seed=3', depth: 20, leaves: 2 ** 20 },
    { position: 'b=64,seed=3', depth: 3, leaves: 64 ** 3 },
    { position: 'b=17,seed=3', depth: 4, leaves: 17 ** 4 },
  ],
  finishedLeaves: 0,
  games: 12,
  plies: 60,
  ends: false,
  alternates: true,
  transposes: false,
  // Who moves first makes no difference to what the moves are worth, so the key leaves the ply out.
  essence: (record) => record.map((byte, i) => (i >= PLY && i < PLY + 4 ? 0 : byte)),
  twin: (record) => record.map((byte, i) => (i === PLY + 3 ? byte ^ 0x80 : byte)),
  searchDepth: 3,
});

test('the tree of a seed is the same for ever: recorded experiments depend on it', async () => {
  const { rules } = await openBench('synthetic');
  const children = (text: string) => {
    const position = synthetic.parsePosition(text);
    if (!position.ok) throw new Error(position.error.message);
    const { record } = position.value;
    return rules.moves(record).map((move) => rules.evaluate(rules.play(record, move)));
  };
  expect(children('b=8,seed=1')).toEqual([31, 23, -63, -86, -24, 23, 99, -31]);
  expect(children('b=6,seed=2,dist=normal,spread=1000')).toEqual([701, 152, 68, 350, 107, -27]);
  expect(children('b=6,seed=3,order=1000')).toEqual([-24, -15, 37, -28, -15, 76]);
});
