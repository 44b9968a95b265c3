// Nothing that a peer says is believed because it can be read. A process that sends impossible messages of every
// kind, well-formed and among honest ones, never makes another one fail, and the value is the sequential one.
import { describe, expect, test } from 'vitest';
import type { Random } from '#dist/core/random.js';
import { FULL_DEPTH, INFINITE } from '#dist/core/score.js';
import { Searcher, Table } from '#dist/kernel/index.js';
import type { Actor, Outlet } from '#dist/parallel/actor.js';
import type { Algorithm } from '#dist/parallel/algorithm.js';
import { aphid } from '#dist/parallel/aphid/index.js';
import { type AphidMessage, messages as aphidMessages } from '#dist/parallel/aphid/messages.js';
import { siteMessages } from '#dist/parallel/hierarchy/messages.js';
import { lazySmp } from '#dist/parallel/lazy-smp/index.js';
import { minimalTree } from '#dist/parallel/minimal-tree/index.js';
import {
  type MinimalTreeMessage,
  messages as minimalTreeMessages,
} from '#dist/parallel/minimal-tree/messages.js';
import {
  type RootSearchMessage as LazyMessage,
  messages as lazyMessages,
} from '#dist/parallel/root-search/messages.js';
import { rootSplit } from '#dist/parallel/root-split/index.js';
import {
  type RootSplitMessage as RootMessage,
  messages as rootMessages,
} from '#dist/parallel/root-split/messages.js';
import type { Field } from '#dist/parallel/wire.js';
import type { WorkSharingMessage } from '#dist/parallel/work-sharing/messages.js';
import { youngBrothersWith } from '#dist/parallel/young-brothers/index.js';
import {
  type YoungBrothersMessage,
  messages as youngBrothersMessages,
} from '#dist/parallel/young-brothers/messages.js';
import { recordBoard } from '#dist/search/board.js';
import { createRandom, openBench, randomPosition } from '../support/kernels.js';
import { Bench, TEST_LINK_TIMES } from '../support/parallel.js';
import { rogue } from '../support/rogue.js';

const MAX_PLY = 48;
/** Numbers that no process has, no search has given away, no move of a game is, no total can hold. */
const NO_PROCESS = 65_535;
const NEVER = 2 ** 50;
const NO_MOVE = 2 ** 32 - 1;
const TOO_MANY = Number.MAX_SAFE_INTEGER;

const whole = { alpha: -INFINITE, beta: INFINITE };
const anyPart = { depth: 2, ...whole, same: false, nodeType: 1, scout: false };
const anyResult = { value: 0, bound: 0, complete: true, pv: [] };
const unsaid = { lower: -INFINITE, upper: INFINITE };
const crossed = { lower: 7, upper: -7 };

/** What a part's result is not, made of one that is: bounds that answer nothing, lines that cannot be played. */
const wrongResults = <R extends { readonly lease: number; readonly pv: readonly number[] }>(
  result: R,
): R[] => [
  { ...result, value: -INFINITE + 1, bound: 1 },
  { ...result, value: INFINITE - 1, bound: 2 },
  { ...result, value: INFINITE, bound: 0 },
  { ...result, value: -INFINITE, bound: 0 },
  { ...result, bound: 0, pv: [NO_MOVE] },
  { ...result, lease: NEVER },
];

const helpers: WorkSharingMessage[] = [
  { type: 'help', helper: NO_PROCESS },
  { type: 'help', helper: 0 },
  { type: 'gone', process: 1 },
  { type: 'gone', process: NO_PROCESS },
  { type: 'known', entries: new Uint8Array(7) },
  { type: 'part', lease: NEVER, path: [NO_MOVE], ...anyPart },
  { type: 'part', lease: NEVER, path: [], ...anyPart, depth: 200 },
  { type: 'part', lease: NEVER, path: [], ...anyPart, alpha: 5, beta: -5 },
  { type: 'part', lease: NEVER, path: [], ...anyPart, nodeType: 0 },
  { type: 'part', lease: NEVER, path: [], ...anyPart, depth: 0 },
  { type: 'result', lease: NEVER, ...anyResult, size: 1 },
  { type: 'result', lease: NEVER, ...anyResult, size: TOO_MANY },
  { type: 'decline', lease: NEVER },
];

/** The messages of an algorithm, some nonsense, and nonsense made of an honest message. */
interface Language<M> {
  readonly messages: Field<M>;
  readonly nonsense: readonly M[];
  spoil(message: M): readonly M[];
}

const ofAphid: Language<AphidMessage> = {
  messages: aphidMessages,
  nonsense: [
    ...helpers,
    { type: 'stop' },
    { type: 'iteration', iteration: FULL_DEPTH, iterations: [1, 2], values: [] },
    { type: 'estimate', hypothetical: INFINITE, unsure: 256 },
    { type: 'bounds', alpha: 5, beta: 5 },
    { type: 'work', lease: 1, path: [NO_MOVE], priority: 5, leansRight: true, done: 0, earlier: 0 },
    { type: 'place', lease: 1, priority: 0, leansRight: false },
    { type: 'again', lease: 1, iteration: 1, alpha: 5, beta: -5 },
    { type: 'drop', lease: 1 },
    {
      type: 'score',
      lease: NEVER,
      iteration: 4,
      lower: 0,
      upper: 0,
      complete: true,
      pv: [],
      size: 1,
    },
  ],
  spoil(message) {
    if (message.type === 'result') return wrongResults(message);
    if (message.type !== 'score') return [];
    return [
      { ...message, ...crossed },
      { ...message, ...unsaid },
      { ...message, iteration: 0 },
      { ...message, iteration: 200 },
      { ...message, lower: INFINITE, upper: INFINITE },
      { ...message, lower: 0, upper: 0, pv: [NO_MOVE] },
      { ...message, size: TOO_MANY },
    ];
  },
};

/** Nodes that are no tree, and trees with moves that cannot be played. */
const wrongExpansions = (
  message: Extract<MinimalTreeMessage, { type: 'expanded' }>,
): MinimalTreeMessage[] => [
  { ...message, request: NEVER },
  { ...message, request: message.request + 1 },
  { ...message, widths: [], guesses: [] },
  { ...message, guesses: [] },
  { ...message, values: message.values.map(() => INFINITE) },
  { ...message, keys: [...message.keys, 1] },
  { ...message, kinds: message.kinds.map(() => 6) },
  { ...message, moves: message.moves.map((_, at) => NO_MOVE - at) },
  { ...message, moves: message.moves.map((move, at) => (at === 0 ? NO_MOVE : move)) },
];

const ofMinimalTree: Language<MinimalTreeMessage> = {
  messages: minimalTreeMessages,
  nonsense: [
    ...helpers,
    { type: 'stop' },
    { type: 'pass' },
    { type: 'position', leaf: 0, path: [NO_MOVE] },
    {
      type: 'tasks',
      depth: 3,
      leaves: [0, 1],
      alphas: [5],
      betas: [],
      signatures: [],
      dropped: [0],
    },
    { type: 'score', leaf: NEVER, depth: 2, lower: 0, upper: 0, complete: true, pv: [] },
    {
      ...{ type: 'expanded', request: NEVER, widths: [1], guesses: [0], moves: [0], kinds: [0] },
      ...{ values: [0], keys: [] },
    },
    { type: 'illegal', path: [] },
    { type: 'illegal', path: [0] },
    { type: 'expand', request: 1, path: [NO_MOVE], depth: 3, plies: 2, ...whole },
    { type: 'expand', request: 1, path: [], depth: 3, plies: 0, ...whole },
  ],
  spoil(message) {
    if (message.type === 'result') return wrongResults(message);
    if (message.type === 'expanded') return wrongExpansions(message);
    if (message.type !== 'score') return [];
    return [
      { ...message, ...crossed },
      { ...message, ...unsaid },
      { ...message, depth: 0 },
      { ...message, depth: 200 },
      { ...message, leaf: message.leaf + 100_000 },
      { ...message, lower: INFINITE, upper: INFINITE },
      { ...message, lower: 0, upper: 0, pv: [NO_MOVE] },
    ];
  },
};

const ofYoungBrothers: Language<YoungBrothersMessage> = {
  messages: youngBrothersMessages,
  nonsense: [
    { type: 'none', hint: NO_PROCESS },
    { type: 'gone', process: 1 },
    { type: 'work', lease: NEVER, path: [NO_MOVE], ...anyPart, leastDepth: 1 },
    { type: 'work', lease: NEVER, path: [], ...anyPart, depth: 200, leastDepth: 1 },
    { type: 'work', lease: NEVER, path: [], ...anyPart, alpha: 5, beta: -5, leastDepth: 1 },
    { type: 'work', lease: NEVER, path: [], ...anyPart, nodeType: 0, leastDepth: 1 },
    { type: 'result', lease: NEVER, ...anyResult, nodes: 1 },
    { type: 'result', lease: NEVER, ...anyResult, nodes: TOO_MANY },
    { type: 'decline', lease: NEVER },
  ],
  spoil: (message) =>
    message.type === 'result'
      ? [...wrongResults(message), { ...message, nodes: TOO_MANY }]
      : message.type === 'window'
        ? [{ ...message, alpha: message.beta, beta: message.alpha }]
        : [],
};

const ofLazySmp: Language<LazyMessage> = {
  messages: lazyMessages,
  nonsense: [
    { type: 'found', depth: FULL_DEPTH, value: 7, move: NO_MOVE, pv: [NO_MOVE], complete: true },
    { type: 'found', depth: 200, value: 7, move: NO_MOVE, pv: [NO_MOVE], complete: true },
  ],
  spoil: (message) => [
    { ...message, depth: 200 },
    { ...message, depth: FULL_DEPTH },
    { ...message, value: INFINITE },
    { ...message, move: undefined },
    { ...message, move: NO_MOVE },
    { ...message, move: NO_MOVE, pv: [NO_MOVE] },
    { ...message, pv: [...message.pv, NO_MOVE] },
  ],
};

const ofRootSplit: Language<RootMessage> = {
  messages: rootMessages,
  nonsense: [
    { type: 'search', lease: 1, move: NO_MOVE, depth: 3, ...whole },
    { type: 'search', lease: 1, move: 0, depth: 200, alpha: 5, beta: -5 },
    { type: 'result', lease: NEVER, lower: 0, upper: 0, pv: [], complete: true },
  ],
  spoil: (message) =>
    message.type === 'result'
      ? [
          { ...message, ...crossed },
          { ...message, ...unsaid },
          { ...message, lower: INFINITE, upper: INFINITE },
          { ...message, lower: 0, upper: 0, pv: [NO_MOVE] },
          { ...message, lease: NEVER },
        ]
      : [],
};

interface Case<M> {
  readonly name: string;
  readonly algorithm: Algorithm;
  readonly language: Language<M>;
  /** Of the algorithm. */
  readonly settings?: object;
}

const cases: readonly Case<never>[] = [
  {
    name: 'APHID',
    algorithm: aphid,
    language: ofAphid,
    settings: { horizon: 2, partTrips: 0 },
  },
  {
    ...{ name: 'APHID with checks', algorithm: aphid, language: ofAphid },
    settings: { horizon: 2, check: 0.3 },
  },
  {
    name: 'minimal trees',
    algorithm: minimalTree,
    language: ofMinimalTree,
    settings: { horizon: 2 },
  },
  {
    ...{ name: 'minimal trees that workers expand', algorithm: minimalTree },
    language: ofMinimalTree,
    settings: { horizon: 3, delegate: 0 },
  },
  {
    name: 'Young Brothers Wait',
    algorithm: youngBrothersWith({ searches: 4, grain: 8, patience: 20, rest: 5 }),
    language: ofYoungBrothers,
  },
  { name: 'lazy SMP', algorithm: lazySmp, language: ofLazySmp },
  { name: 'root splitting', algorithm: rootSplit, language: ofRootSplit },
] as const as unknown as readonly Case<never>[];

const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)]!;

function nonsenseOf<M>({ nonsense, spoil }: Language<M>) {
  return (random: Random, honest?: M): M => {
    const made = honest === undefined ? [] : spoil(honest);
    return made.length > 0 ? pick(random, made) : pick(random, nonsense);
  };
}

async function openGame(id: string, text?: string) {
  const bench = await openBench(id, text, 192 << 20);
  const { kernel, rules } = bench;
  const tables = Array.from({ length: 8 }, () => Table.create(kernel, 1 << 15));
  const stand = new Bench<Uint8Array>({
    ...{ kernel, board: recordBoard(rules), maxPly: MAX_PLY },
    table: (self) => tables[self],
  });
  const judge = new Searcher(kernel, MAX_PLY);
  const truth = (record: Uint8Array, maxDepth: number) => {
    judge.start(record, { maxDepth });
    judge.run(Number.POSITIVE_INFINITY);
    return judge.found!.value;
  };
  return { bench, stand, truth };
}

const games = [
  { id: 'synthetic', text: 'b=5,seed=3,spread=9', plies: 3, depth: 6 },
  { id: 'tic-tac-toe', text: undefined, plies: 2, depth: 7 },
  { id: 'othello', text: undefined, plies: 20, depth: 5 },
] as const;

describe.each(cases)('$name', ({ algorithm, language, settings }) => {
  test.each(games)(
    'on $id, among processes that send nonsense',
    async ({ id, text, plies, depth }) => {
      const { bench, stand, truth } = await openGame(id, text);
      let refused = 0;
      for (let seed = 1; seed <= 24; seed++) {
        const random = createRandom(seed);
        const root = randomPosition(bench, random.below(plies + 1), random);
        const size = 3 + random.below(2);
        const rogues = seed % 4 === 0 ? [1, 2] : [1 + random.below(size - 1)];
        const share = pick(random, [5, 20, 60]);
        const wrap = (self: number, outlet: Outlet, make: (outlet: Outlet) => Actor) => {
          if (!rogues.includes(self)) return make(outlet);
          const peers = Array.from({ length: size }, (_, peer) => peer).filter(
            (peer) => peer !== self,
          );
          const { messages } = language;
          const nonsense = nonsenseOf(language);
          return rogue({ self, peers, messages, random, share, nonsense }, outlet, make);
        };
        const plan = {
          algorithm,
          root,
          depth,
          size,
          seed,
          table: 'local',
          epochNs: 5_000,
        } as const;
        const run = await stand.run({
          ...plan,
          ...(settings && { settings }),
          ...{ linkTimes: TEST_LINK_TIMES, wrap },
        });
        const where = { seed, size, rogues, share };
        expect({ ...where, end: run.end, value: run.finding?.value }).toEqual({
          ...where,
          end: 'done',
          value: truth(root, depth),
        });
        expect(rogues).toEqual(expect.arrayContaining([...run.liars]));
        refused += run.counters.refused;
      }
      expect(refused).toBeGreaterThan(10);
    },
  );

  test('no honest message is refused', async () => {
    const { bench, stand, truth } = await openGame('synthetic', 'b=5,seed=3,spread=9');
    for (let seed = 1; seed <= 10; seed++) {
      const random = createRandom(seed);
      const root = randomPosition(bench, random.below(4), random);
      const plan = {
        algorithm,
        root,
        depth: 6,
        size: 4,
        seed,
        table: 'local',
        epochNs: 700,
      } as const;
      const run = await stand.run({ ...plan, ...(settings && { settings }) });
      expect(run.finding?.value).toBe(truth(root, 6));
      expect(run.counters.refused).toBe(0);
    }
  });
});

describe.each(cases.filter(({ algorithm }) => algorithm.stack !== undefined))(
  'a site of $name',
  ({ algorithm, language, settings }) => {
    test('with a worker that sends nonsense', async () => {
      const { bench, stand, truth } = await openGame('synthetic', 'b=5,seed=3,spread=9');
      const messages = siteMessages(language.messages as Field<{ readonly type: string }>);
      const inner = nonsenseOf(language as unknown as Language<{ readonly type: string }>);
      let refused = 0;
      for (let seed = 1; seed <= 16; seed++) {
        const random = createRandom(seed);
        const root = randomPosition(bench, random.below(4), random);
        const wrap = (self: number, outlet: Outlet, make: (outlet: Outlet) => Actor) => {
          if (self !== 2) return make(outlet);
          return rogue(
            {
              ...{ self: 1, peers: [1, 3], messages, random, share: 20 },
              tagBytes: (to: number) => (to === 1 ? 1 : 0),
              peerOf: (from: number) => [1, 2, 3][from]!,
              nonsense(random, honest) {
                if (honest?.type === 'say')
                  return { ...honest, message: inner(random, honest.message) };
                return pick(random, [
                  { type: 'open', searchId: NEVER, path: [NO_MOVE], depth: 3, rank: 0 },
                  { type: 'rank', searchId: 1, rank: 9 },
                  { type: 'close', searchId: 1 },
                  { type: 'say', searchId: NEVER, message: inner(random) },
                ]);
              },
            },
            outlet,
            make,
          );
        };
        const hierarchy = {
          parents: [-1, 0, 1, 1, 0, 4, 4],
          middle: { tasks: 3, policy: 'oldest', pieces: 4, grain: 1 },
        } as const;
        const plan = {
          algorithm,
          root,
          depth: 6,
          size: 7,
          seed,
          table: 'local',
          epochNs: 5_000,
        } as const;
        const run = await stand.run({
          ...plan,
          ...(settings && { settings }),
          ...{ plan: { hierarchy }, linkTimes: TEST_LINK_TIMES, wrap },
        });
        expect({ seed, end: run.end, value: run.finding?.value }).toEqual({
          ...{ seed, end: 'done', value: truth(root, 6) },
        });
        refused += run.counters.refused;
      }
      expect(refused).toBeGreaterThan(5);
    });
  },
);
