// Table 2: how often the move of a strong player has which rank among an engine's moves. Moves are scored by one
// search of eleven lines, and sorted: the table has ten ranks and a class of all others, so it does not matter by how
// much the rest is worse.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inputError, PlyadesError } from 'plyades/internal/core/errors.js';
import { type Engine, findEngine, startEngine } from 'plyades/internal/engines/index.js';
import { type PgnGame, parsePgn } from 'plyades/internal/games/chess/index.js';
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { frequenciesOf, paperRanks } from 'plyades/internal/gpp/index.js';
import { Kernel, Rules } from 'plyades/internal/kernel/index.js';
import { scoreValue } from 'plyades/internal/protocols/index.js';
import type {
  EngineChoices,
  Experiment,
  ExperimentRow,
  ExperimentRun,
  ExperimentSummary,
  Scale,
} from '../experiment.js';
import { groupBy } from '../statistics.js';
import { PAPER_DEPTH, PAPER_PLIES } from './paper.js';

export interface RankSettings {
  readonly engine: string;
  readonly file: string;
  /** From 1, in the file. */
  readonly game: number;
  readonly depth: number;
}

export interface RankFigures {
  /** Rank of every move of the game, from 1; 0 where there was but one. */
  readonly ranks: readonly number[];
  /** Legal moves of the same positions. */
  readonly legal: readonly number[];
}

type RankRow = ExperimentRow<RankSettings, RankFigures>;

const OWN_GAMES = new URL('../../data/deep-blue-kasparov.pgn', import.meta.url);
const DEPTHS: Readonly<Record<Scale, number>> = { smoke: 3, short: 7, full: PAPER_DEPTH };
const CLASSES = paperRanks.length;
const HASH_MIB = 64;
const DEFAULT_ENGINE = 'stockfish';

export const table2: Experiment<RankSettings, RankFigures> = {
  name: 'gpp/table-2',
  about: "P-GPP: ranks of strong players' moves among an engine's",
  choices: ['engine', 'games'],
  runs: runsOf,
  dimensions: ({ game, depth }) => ({ game: 'chess', position: `game ${game}`, depth }),
  perform,
  close,
  summarize,
};

function runsOf(
  scale: Scale,
  _profiles?: unknown,
  choices: EngineChoices = {},
): ExperimentRun<RankSettings>[] {
  const { engine = DEFAULT_ENGINE } = choices;
  const file = choices.games ?? OWN_GAMES.href;
  const count = (textOf(file).match(/^\[Event /gm) ?? []).length;
  const games = scale === 'smoke' ? Math.min(1, count) : count;
  return Array.from({ length: games }, (_, i) => {
    const settings = { engine, file, game: i + 1, depth: DEPTHS[scale] };
    const name = basename(file);
    return { id: `${engine}, ${name}, game ${i + 1}, depth ${settings.depth}`, settings };
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file.startsWith('file:') ? new URL(file) : file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `the games cannot be read: ${reason}`;
    throw PlyadesError.refusing(inputError('ERR_VALUE', message, file));
  }
}

/** The engine of the last run, for the next one. */
let kept: { readonly name: string; readonly engine: Engine } | undefined;

async function engineOf(name: string): Promise<Engine> {
  if (kept?.name === name) return kept.engine;
  await close();
  const command = findEngine(name, 'chess');
  const engine = await startEngine({ ...command, game: 'chess', options: { Hash: HASH_MIB } });
  kept = { name, engine };
  return engine;
}

async function close(): Promise<void> {
  await kept?.engine.close();
  kept = undefined;
}

async function perform(
  { engine: name, file, game, depth }: RankSettings,
  { signal }: { readonly signal: AbortSignal },
): Promise<RankFigures> {
  const { module } = await loadKernel('chess');
  const rules = new Rules(new Kernel(module, { capacity: 1 << 20 }));
  const read = parsePgn(rules, textOf(file))[game - 1];
  // A game that cannot be read has no moves to rank; its run says why, and the others go on.
  if (read === undefined || !read.ok) {
    process.stderr.write(
      `${read === undefined ? `game ${game}: not there` : read.error.message}\n`,
    );
    return { ranks: [], legal: [] };
  }
  const engine = await engineOf(name);
  await engine.newGame();
  return rankMoves(engine, rules, read.value, depth, signal);
}

async function rankMoves(
  engine: Engine,
  rules: Rules,
  { start, moves }: PgnGame,
  depth: number,
  signal: AbortSignal,
): Promise<RankFigures> {
  const chess = notationOf('chess');
  const begin = chess.makePosition({ game: 'chess', record: start });
  const ranks: number[] = [];
  const legal: number[] = [];
  const played: string[] = [];
  let record = start;
  for (const move of moves) {
    signal.throwIfAborted();
    const text = chess.makeMove(move);
    const count = rules.moves(record).length;
    legal.push(count);
    if (count === 1) ranks.push(0);
    else {
      const answer = await engine.search({
        setup: { start: begin, moves: [...played] },
        go: { depth },
        multiPv: Math.min(count, CLASSES),
      });
      const scored = answer.lines.flatMap(({ pv, score }) =>
        pv?.[0] === undefined || score === undefined
          ? []
          : { move: pv[0], value: scoreValue(score) },
      );
      ranks.push(rankOf(scored, text));
    }
    record = rules.play(record, move);
    played.push(text);
  }
  return { ranks, legal };
}

/** From 1. Of equal moves the one that the engine lists first is better; one that it left out is the last. */
function rankOf(
  scored: readonly { readonly move: string; readonly value: number }[],
  move: string,
): number {
  const order = scored
    .map((each, i) => ({ ...each, i }))
    .sort((a, b) => b.value - a.value || a.i - b.i);
  const at = order.findIndex((each) => each.move === move);
  return at < 0 ? order.length + 1 : at + 1;
}

/** Moves in each class of the table, those without a choice left out. */
function countRanks(ranks: readonly number[]): number[] {
  const counts = new Array<number>(CLASSES).fill(0);
  for (const rank of ranks) if (rank > 0) counts[Math.min(rank, CLASSES) - 1]!++;
  return counts;
}

function summarize(rows: readonly RankRow[]): ExperimentSummary {
  const lines = [
    ...groupBy(rows, ({ settings: { engine, depth } }) => `${engine}, depth ${depth}`),
  ].map(([series, group]) => {
    const counts = countRanks(group.flatMap(({ result }) => result.ranks));
    const plies = counts.reduce((sum, count) => sum + count, 0);
    return {
      series,
      games: group.length,
      plies,
      counts,
      frequencies: plies > 0 ? frequenciesOf(counts) : [],
    };
  });
  const paper = {
    series: `paper, depth ${PAPER_DEPTH}`,
    games: 12,
    plies: PAPER_PLIES,
    frequencies: paperRanks,
  };
  const all = [paper, ...lines.filter(({ plies }) => plies > 0)];
  const names = Array.from(
    { length: CLASSES },
    (_, i) => `${i + 1}${i === CLASSES - 1 ? '+' : ''}`,
  );
  return {
    tables: [
      {
        title: 'Table 2. Frequency of the moves played, by their rank in the engine',
        head: ['figures of', 'games', 'plies', ...names],
        rows: all.map(({ series, games, plies, frequencies }) => [
          series,
          String(games),
          String(plies),
          ...frequencies.map((each) => each.toFixed(4)),
        ]),
      },
      {
        title: "The same as 'plyades gpp' and 'plyades match' take it",
        head: ['figures of', '--ranks'],
        rows: lines.map(({ series, counts }) => [series, counts.join(',')]),
      },
    ],
    figures: all,
    plot: {
      title: 'Table 2: frequency by rank',
      x: { title: 'rank', scale: 'names' },
      y: { title: 'frequency', scale: 'linear' },
      points: all.flatMap(({ series, frequencies }) =>
        frequencies.map((y, i) => ({ x: names[i]!, y, series, quoted: series === paper.series })),
      ),
    },
  };
}
