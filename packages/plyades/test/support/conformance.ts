// The conformance kit: what is true of every game on the kernel contract, whatever its rules. A game
// passes when its counts are the known ones and when thousands of positions from random games obey the
// laws below; test/conformance has one file per game, with the game's own numbers and its own extras.
import { beforeAll, describe, expect, test } from 'vitest';
import { PROVEN, WIN } from '#dist/core/score.js';
import { notationOf } from '#dist/games/load.js';
import { Searcher, Table } from '#dist/kernel/index.js';
import { Inside, type View } from './inside.js';
import { type Bench, createRandom, isSmall, minimax, openBench } from './kernels.js';
import { historyFaults, sizeFaults } from './memory-laws.js';

/** What the kit has to know of a game. */
export interface Conformance {
  /** The game's name in the catalogue. */
  readonly id: string;
  /** Texts of positions where random games begin; the start of the game if not given. */
  readonly starts?: readonly string[];
  /** Known counts, from the start of the game unless a position is given. */
  readonly perft: readonly KnownCount[];
  /** What a finished game adds to the counts of greater depths. */
  readonly finishedLeaves: 0 | 1;
  /** Random games from each start, and the plies after which one is left off. */
  readonly games: number;
  readonly plies: number;
  /** More different positions than this must be met, 1000 if not given; a tiny game has fewer. */
  readonly positions?: number;
  /** True when every game ends within `plies`, false when none does; not given when some do. */
  readonly ends?: boolean;
  /** True when counts go on after a drawn game, as the published counts of chess do. */
  readonly countsDrawn?: boolean;
  /** True when the turn changes with every move. */
  readonly alternates: boolean;
  /** True when different orders of moves can lead to one position. */
  readonly transposes: boolean;
  /** The result of a finished game from the side to move, from its record and without the kernel. */
  result?(record: Uint8Array): number;
  /** The part of a record that values depend on; records that differ elsewhere may share a key. */
  essence?(record: Uint8Array): Uint8Array;
  /** A record of the same essence, when there can be another. */
  twin?(record: Uint8Array): Uint8Array;
  /** Plies of the searches that are compared with plain minimax. */
  readonly searchDepth: number;
}

/**
 * Of a game that looks the same from both sides, whose key leaves the side to move out: the byte at
 * `side` of the record, behind everything else.
 */
export function sameFromBothSides(side: number): Pick<Conformance, 'essence' | 'twin'> {
  return {
    essence: (record) => record.slice(0, side),
    twin: (record) => record.map((byte, i) => (i === side ? 1 - byte : byte)),
  };
}

interface KnownCount {
  readonly position?: string;
  readonly depth: number;
  readonly leaves: number;
}

/** Counts by playing move after move are made up to this many leaves. */
const SLOW_LEAVES = 60_000;

/** Table entries have 24 bits for a move, and the last number says that there is none. */
const NO_MOVE = 0xffffff;

/** A position of a random game, reached by playing and read from its record. */
interface Sample {
  readonly where: string;
  readonly played: View;
  readonly playedBytes: Uint8Array;
  /** Played into memory that was full of rubbish. */
  readonly onRubbish: View;
  readonly loaded: View;
  readonly loadedBytes: Uint8Array;
}

/** A step of a random game: two samples in a row. */
type Step = readonly [before: Sample, after: Sample];

export function conforms(game: Conformance): void {
  const notation = notationOf(game.id);
  const essence = (record: Uint8Array) => hex(game.essence?.(record) ?? record);
  const starts = game.starts ?? [notation.makePosition(notation.start())];
  const recordOf = (text: string) => {
    const position = notation.parsePosition(text);
    if (!position.ok) throw new Error(position.error.message);
    return position.value.record;
  };

  describe(`${notation.title} conforms`, () => {
    let bench: Bench;
    let inside: Inside;
    let places: readonly [number, number, number, number];
    const samples: Sample[] = [];
    const steps: Step[] = [];
    const lasts: Sample[] = [];

    beforeAll(async () => {
      bench = await openBench(game.id);
      inside = new Inside(bench.kernel);
      const [a, b, c, d] = inside.places(4);
      places = [a!, b!, c!, d!];
      for (const start of starts) {
        for (let seed = 0; seed < game.games; seed++) playRandomGame(start, seed);
      }
    });

    function playRandomGame(start: string, seed: number): void {
      const random = createRandom(seed);
      let [here, next, other] = places;
      inside.load(here, recordOf(start));
      let sample = look(`${start}, seed ${seed}, ply 0`, here, here);
      samples.push(sample);
      for (let ply = 1; ply <= game.plies && sample.played.moves.length > 0; ply++) {
        const { moves } = sample.played;
        const move = moves[random.below(moves.length)]!;
        inside.play(here, move, next);
        inside.play(here, move, other, 0xa5);
        const after = look(`${start}, seed ${seed}, ply ${ply}`, next, other);
        samples.push(after);
        steps.push([sample, after]);
        sample = after;
        [here, next] = [next, here];
      }
      lasts.push(sample);
    }

    function look(where: string, played: number, onRubbish: number): Sample {
      const view = inside.view(played);
      const loaded = inside.load(places[3], view.record);
      return {
        where,
        played: view,
        playedBytes: inside.bytes(played),
        onRubbish: inside.view(onRubbish),
        loaded: inside.view(loaded),
        loadedBytes: inside.bytes(loaded),
      };
    }

    test.each(game.perft)('$leaves leaves at depth $depth', ({ position, depth, leaves }) => {
      const record = position === undefined ? bench.start : recordOf(position);
      expect(bench.rules.perft(record, depth)).toBe(leaves);
    });

    test('leaves that are counted move by move are as many', () => {
      const count = (record: Uint8Array, depth: number): number => {
        const moves = bench.rules.moves(record);
        if (depth === 0) return 1;
        if (moves.length === 0) return game.finishedLeaves;
        return moves.reduce((n, move) => n + count(bench.rules.play(record, move), depth - 1), 0);
      };
      for (const { position, depth, leaves } of game.perft) {
        if (leaves > SLOW_LEAVES) continue;
        const record = position === undefined ? bench.start : recordOf(position);
        expect([depth, count(record, depth)]).toEqual([depth, leaves]);
      }
    });

    test('a count of depth 1 is the number of moves, and one of depth 0 is 1', () => {
      for (const { played } of samples) {
        expect(bench.rules.perft(played.record, 0)).toBe(1);
        if (game.countsDrawn && played.over && played.value === 0) continue;
        const leaves = played.over ? game.finishedLeaves : played.moves.length;
        expect(bench.rules.perft(played.record, 1)).toBe(leaves);
      }
    });

    if (game.ends !== undefined) {
      test(game.ends ? 'every game ends' : 'no game ends', () => {
        for (const { where, played } of lasts)
          expect([where, played.over]).toEqual([where, game.ends]);
      });
    }

    test('a game is over exactly when there is no move', () => {
      for (const { where, played } of samples) {
        expect([where, played.over]).toEqual([where, played.moves.length === 0]);
      }
    });

    test('moves are all different, fit a table entry, and are never more than announced', () => {
      const most = bench.kernel.exports.maxMoves();
      for (const { where, played } of samples) {
        expect([where, new Set(played.moves).size]).toEqual([where, played.moves.length]);
        expect(played.moves.length).toBeLessThanOrEqual(most);
        expect(Math.max(0, ...played.moves)).toBeLessThan(NO_MOVE);
      }
    });

    test('a position is a multiple of 16 bytes', () => {
      expect(sizeFaults(bench.kernel)).toEqual([]);
    });

    test('each move teaches a slot inside the history table', () => {
      for (const { where, played } of samples) {
        const place = inside.load(places[0], played.record);
        const faults = historyFaults(bench.kernel, inside, place, played.moves);
        expect([where, faults]).toEqual([where, []]);
      }
    });

    test('the moves that are listed are legal, and a code that is no move is not', () => {
      for (const { where, played } of samples.slice(0, 500)) {
        const legal = (move: number) => bench.rules.legal(played.record, move);
        expect([where, played.moves.every(legal)]).toEqual([where, true]);
        expect([where, legal(NO_MOVE)]).toEqual([where, false]);
      }
    });

    test('tactical moves are legal moves', () => {
      for (const { played } of samples) {
        for (const move of played.tactical) expect(played.moves).toContain(move);
        if (!bench.rules.quiesces) expect(played.tactical).toEqual([]);
      }
    });

    test(game.alternates ? 'the turn changes with every move' : 'the turn is 0 or 1', () => {
      for (const { played } of samples) expect([0, 1]).toContain(played.turn);
      for (const [before, after] of game.alternates ? steps : []) {
        expect([after.where, after.played.turn]).toEqual([after.where, 1 - before.played.turn]);
      }
    });

    test('a position that was played looks like the one read from its record', () => {
      for (const { where, played, loaded } of samples) {
        expect({ where, ...played }).toEqual({ where, ...loaded });
      }
    });

    test('a position that was played holds the same bytes as the one read from its record', () => {
      for (const { where, playedBytes, loadedBytes } of samples) {
        expect([where, hex(playedBytes)]).toEqual([where, hex(loadedBytes)]);
      }
    });

    test('a move leaves nothing of what was in memory before', () => {
      for (const { where, played, onRubbish } of samples) {
        expect({ where, ...onRubbish }).toEqual({ where, ...played });
      }
    });

    test('a null move leads to the position that its record says, the other side to move', () => {
      const [from, to, again] = places;
      for (const { where, played } of samples) {
        if (!bench.rules.standsPat(played.record)) continue;
        if (inside.pass(inside.load(from, played.record), to) === undefined) continue;
        const passed = inside.view(to);
        expect([where, passed.turn]).toEqual([where, 1 - played.turn]);
        inside.load(again, passed.record);
        expect({ where, ...passed }).toEqual({ where, ...inside.view(again) });
        expect([where, hex(inside.bytes(to))]).toEqual([where, hex(inside.bytes(again))]);
      }
    });

    test('a position is plain bytes: its copy behaves like it', () => {
      const size = bench.kernel.exports.positionBytes();
      const [from, to] = places;
      for (const { played } of samples.slice(0, 500)) {
        inside.load(from, played.record);
        bench.kernel.bytes.copyWithin(to, from, from + size);
        bench.kernel.bytes.fill(0x5a, from, from + size);
        expect(inside.view(to)).toEqual(played);
      }
    });

    test('positions and moves are written and read again', () => {
      for (const { where, played } of samples) {
        const text = notation.makePosition({ game: game.id, record: played.record });
        expect([where, hex(recordOf(text))]).toEqual([where, hex(played.record)]);
        const texts = played.moves.map(notation.makeMove);
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.map((each) => notation.parseMove(each))).toEqual(
          played.moves.map((value) => ({ ok: true, value })),
        );
      }
    });

    test('evaluations lie strictly between the proven values', () => {
      for (const { where, played } of samples) {
        if (played.over) continue;
        expect([where, Number.isInteger(played.value)]).toEqual([where, true]);
        expect(Math.abs(played.value)).toBeLessThan(PROVEN);
      }
    });

    test('a finished game is won, lost, drawn, or ends with a margin', () => {
      for (const { where, played } of samples) {
        if (!played.over) continue;
        if (Math.abs(played.value) !== WIN) expect(Math.abs(played.value)).toBeLessThan(PROVEN);
        if (game.result) expect([where, played.value]).toEqual([where, game.result(played.record)]);
      }
    });

    test('a depth that completes the game completes it at every greater depth too', () => {
      for (const { played } of samples.slice(0, 500)) {
        const complete = Array.from({ length: 255 }, (_, depth) =>
          bench.rules.completes(played.record, depth),
        );
        expect(complete).toEqual([...complete].sort((a, b) => Number(a) - Number(b)));
      }
    });

    test('keys are equal exactly for positions of the same essence', () => {
      const keys = new Map<string, string>();
      const owners = new Map<string, string>();
      const enter = (record: Uint8Array, hash: string) => {
        const what = essence(record);
        // An assertion takes 15 us, and there are up to 90,000 positions.
        const [before, owner] = [keys.get(what) ?? hash, owners.get(hash) ?? what];
        if (before !== hash) expect([what, before]).toEqual([what, hash]);
        if (owner !== what) expect([hash, owner]).toEqual([hash, what]);
        keys.set(what, hash);
        owners.set(hash, what);
      };
      const [from, to] = places;
      for (const { played } of samples) {
        enter(played.record, played.hash);
        inside.load(from, played.record);
        for (const move of played.moves) {
          inside.play(from, move, to);
          enter(inside.record(to), inside.hash(to));
        }
      }
      expect(keys.size).toBeGreaterThan(game.positions ?? 1000);
      // The table finds its bucket by the upper half of a key: it must not be the weaker one.
      for (const half of [(key: string) => key.slice(0, 8), (key: string) => key.slice(8)]) {
        const halves = new Set([...owners.keys()].map(half)).size;
        const expected = (owners.size * owners.size) / 2 ** 33;
        expect(owners.size - halves).toBeLessThanOrEqual(4 * expected + 6);
      }
    });

    const { twin: twinOf } = game;
    if (twinOf !== undefined) {
      test('positions of the same essence have one key, one value, one future', () => {
        for (const { where, played } of samples) {
          const twin = inside.view(inside.load(places[0], twinOf(played.record)));
          expect(hex(twin.record)).not.toBe(hex(played.record));
          const { hash, value, moves, over } = played;
          expect({ where, ...twin }).toMatchObject({ where, hash, value, moves, over });
        }
      });
    }

    test(`orders of moves ${game.transposes ? 'lead' : 'never lead'} to one position`, () => {
      const random = createRandom(7);
      let met = 0;
      for (let i = 0; i < 4000; i++) {
        const { played } = samples[random.below(samples.length)]!;
        const line = randomLine(played.record, 3, random);
        if (line === undefined) continue;
        const one = playLine(played.record, line);
        const two = playLine(played.record, line.toReversed());
        if (!one || !two || essence(one.record) !== essence(two.record)) continue;
        if (line[0] === line[2]) continue;
        met++;
        // Records may differ in what values do not depend on, such as a clock.
        expect({ ...two, record: one.record }).toEqual(one);
      }
      if (game.transposes) expect(met).toBeGreaterThan(20);
      else expect(met).toBe(0);
    });

    function randomLine(
      record: Uint8Array,
      plies: number,
      random: ReturnType<typeof createRandom>,
    ): number[] | undefined {
      let [here, next] = places;
      inside.load(here, record);
      const line: number[] = [];
      for (let ply = 0; ply < plies; ply++) {
        const moves = inside.moves(here);
        if (moves.length === 0) return undefined;
        line.push(moves[random.below(moves.length)]!);
        inside.play(here, line[ply]!, next);
        [here, next] = [next, here];
      }
      return line;
    }

    /** The position after a line without leaving the kernel, or undefined where it is illegal. */
    function playLine(record: Uint8Array, line: readonly number[]): View | undefined {
      let [here, next] = places;
      inside.load(here, record);
      for (const move of line) {
        if (!inside.legal(here, move)) return undefined;
        inside.play(here, move, next);
        [here, next] = [next, here];
      }
      return inside.view(here);
    }

    test('a search finds the minimax value, with and without a table', () => {
      const random = createRandom(1);
      const searcher = new Searcher(bench.kernel, 160);
      const tables = [undefined, Table.create(bench.kernel, 1 << 20)];
      let compared = 0;
      for (let i = 0; i < 40; i++) {
        const { where, played } = samples[random.below(samples.length)]!;
        const depth = 1 + random.below(game.searchDepth);
        if (
          bench.rules.completes(played.record, depth) &&
          !bench.rules.completes(played.record, 6)
        ) {
          continue;
        }
        if (!isSmall(bench.rules, played.record, depth)) continue;
        compared++;
        const expected = minimax(bench.rules, played.record, depth);
        for (const table of tables) {
          searcher.attach(table).start(played.record, { maxDepth: depth });
          while (searcher.run(1000) === 'running');
          const { value, bound } = searcher.found!;
          expect({ where, depth, value, bound }).toEqual({
            where,
            depth,
            value: expected,
            bound: 'exact',
          });
        }
      }
      expect(compared).toBeGreaterThan(10);
    });

    test('a search saved half way goes on in another instance as if nothing had happened', async () => {
      const away = await openBench(game.id);
      const [here, there] = [new Searcher(bench.kernel, 64), new Searcher(away.kernel, 64)];
      const random = createRandom(2);
      for (let i = 0; i < 20; i++) {
        const { played } = samples[random.below(samples.length)]!;
        here.attach(undefined).start(played.record, { maxDepth: game.searchDepth + 1 });
        here.run(1 + random.below(500));
        there.attach(undefined).restore(here.save());
        while (there.run(77) === 'running');
        here.run(1_000_000_000);
        expect(there.found).toEqual(here.found);
        expect([there.nodes, there.leaves]).toEqual([here.nodes, here.leaves]);
      }
    });
  });
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
