// How good are a team's moves? Players are led through the same games, think and ponder as if they played them, and
// every move that they would have made is judged by one engine with a hundred times the nodes. A game tells one bit
// of who is better; here each of its positions does, and all players meet the same ones, so that a few games say
// more than hundreds that are played out. What a move loses is counted in points of a game.
import { loadGame, type Position } from 'plyades/internal/api/index.js';
import { PlyadesError } from 'plyades/internal/core/errors.js';
import { unwrap } from 'plyades/internal/core/result.js';
import { type Engine, findEngine, startEngine } from 'plyades/internal/engines/index.js';
import type { Opening, Player, PlayerFigures } from 'plyades/internal/match/index.js';
import { scoreValue } from 'plyades/internal/protocols/index.js';
import type {
  EngineChoices,
  Experiment,
  ExperimentRow,
  ExperimentRun,
  ExperimentSummary,
  Scale,
} from '../experiment.js';
import { average, bootstrap, groupBy } from '../statistics.js';
import { type Condition, conditionsOf, nameOf } from './conditions.js';
import { closePlayers, openingOf, playersOf, waysOf } from './games.js';

export interface MovesSettings extends Condition {
  /** From 0: the opening of this number. */
  readonly opening: number;
  /** How far the game goes. */
  readonly plies: number;
}

/** What the judge says of a position. */
interface MovesJudgement {
  readonly best: string;
  readonly value: number;
  /** Values of moves that it was asked about, from the side that makes them. */
  readonly moves: Readonly<Record<string, number>>;
}

export interface MovesFigures {
  /** The game that the player was led through, from the opening on. */
  readonly line: readonly string[];
  /** What it would have played on its turns, by plies of the line from 0. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly judged: Readonly<Record<string, MovesJudgement>>;
  readonly figures: PlayerFigures;
}

type MovesRow = ExperimentRow<MovesSettings, MovesFigures>;

const DEFAULT_ENGINE = 'stockfish';
const OPENINGS: Readonly<Record<Scale, number>> = { smoke: 1, short: 8, full: 100 };
const PLIES: Readonly<Record<Scale, number>> = { smoke: 4, short: 60, full: 60 };
/** Of the judge, over those of a worker. */
const JUDGE_FACTOR = 100;
const JUDGE_HASH_MIB = 64;
/** A game that is decided by this many centipawns is left. */
const DECIDED = 1000;

export const moves: Experiment<MovesSettings, MovesFigures> = {
  name: 'gpp/moves',
  about: 'P-GPP: what the moves of teams lose, by the judgement of a hundredfold search',
  choices: ['engine', 'way'],
  runs: runsOf,
  dimensions: ({ workers, opening }) => ({
    game: 'chess',
    position: `opening ${opening}`,
    processors: workers,
  }),
  perform,
  close,
  summarize,
};

function runsOf(
  scale: Scale,
  _profiles?: unknown,
  { engine = DEFAULT_ENGINE, way }: EngineChoices = {},
): ExperimentRun<MovesSettings>[] {
  const chosen = waysOf(way);
  const all = conditionsOf(scale, engine);
  // One engine is what teams are compared with: a speedup of 1.
  const alone = { ...all[0]!, way: 'linear', workers: 1 } as const;
  // The judge of a larger budget would take as much longer.
  const conditions = [alone, ...all].filter(
    (each) => chosen.includes(each.way) && each.nodes === alone.nodes,
  );
  return Array.from({ length: OPENINGS[scale] }, (_, opening) =>
    conditions.map((condition) => {
      const { workers, nodes } = condition;
      const what = `${engine}, ${nameOf(condition)}, ${workers}, ${nodes} nodes`;
      const plies = scale === 'smoke' ? `, ${PLIES[scale]} plies` : '';
      return {
        id: `${what}, opening ${opening}${plies}`,
        settings: { ...condition, opening, plies: PLIES[scale] },
      };
    }),
  ).flat();
}

/** The judge of the last run, for the next one. */
let kept: { readonly name: string; readonly engine: Engine } | undefined;

async function judgeOf(name: string): Promise<Engine> {
  if (kept?.name === name) return kept.engine;
  await kept?.engine.close();
  const command = findEngine(name, 'chess');
  const options = { Hash: JUDGE_HASH_MIB };
  kept = { name, engine: await startEngine({ ...command, game: 'chess', options }) };
  return kept.engine;
}

async function close(): Promise<void> {
  await closePlayers();
  await kept?.engine.close();
  kept = undefined;
}

async function perform(
  { opening: number, plies, ...condition }: MovesSettings,
  { signal, rows }: { readonly signal: AbortSignal; readonly rows: readonly MovesRow[] },
): Promise<MovesFigures> {
  const { engine, nodes } = condition;
  const opening = await openingOf(number);
  const judge = await judgeOf(engine);
  // What other players have been led through, and what was said of their moves, holds for this one as well.
  const before = rows.filter(
    ({ settings }) =>
      settings.engine === engine &&
      settings.nodes === nodes &&
      settings.opening === number &&
      settings.plies === plies,
  );
  const line = before[0]?.result.line ?? (await makeLine(judge, opening, 2 * nodes, plies));
  const [player] = await playersOf(condition);
  const { chosen, figures } = await lead(player, opening, line, signal);
  const judged: Record<string, MovesJudgement> = {};
  for (const [ply, move] of Object.entries(chosen)) {
    signal.throwIfAborted();
    const setup = {
      ...opening.setup,
      moves: [...opening.setup.moves, ...line.slice(0, Number(ply))],
    };
    const known = before.flatMap(({ result }) => result.judged[ply] ?? []);
    const ask = async (searchMoves?: readonly string[]) => {
      // An empty table, so that what is said does not depend on what was asked before.
      await judge.newGame();
      const go = { nodes: JUDGE_FACTOR * nodes, ...(searchMoves && { searchMoves }) };
      const { move: best, lines } = await judge.search({ setup, go });
      const score = lines[0]?.score;
      if (best === undefined || score === undefined) {
        throw new PlyadesError('ERR_ENGINE_PROTOCOL', `${judge.name} says nothing of a position`);
      }
      return { best, value: scoreValue(score) };
    };
    const { best, value } = known[0] ?? (await ask());
    const of = known.map((each) => each.moves[move]).find((each) => each !== undefined);
    const own = move === best ? value : (of ?? (await ask([move])).value);
    judged[ply] = { best, value, moves: { [move]: own } };
  }
  return { line, chosen, judged, figures };
}

/** A game of an engine against itself, until it is decided or over. */
async function makeLine(
  engine: Engine,
  opening: Opening,
  nodes: number,
  plies: number,
): Promise<string[]> {
  const game = await loadGame('chess');
  const positions: Position[] = [...opening.positions];
  const line: string[] = [];
  await engine.newGame();
  while (line.length < plies && game.ending(positions) === undefined) {
    const setup = { ...opening.setup, moves: [...opening.setup.moves, ...line] };
    const { move, lines } = await engine.search({ setup, go: { nodes } });
    const score = lines[0]?.score;
    if (move === undefined || (score && Math.abs(scoreValue(score)) >= DECIDED)) break;
    const code = unwrap(game.notation.parseMove(move));
    positions.push(unwrap(game.play(positions.at(-1)!, code)));
    line.push(move);
  }
  return line;
}

/** Lets a player think on every other turn, from the first on, and ponder on the rest. */
async function lead(
  player: Player,
  { positions, setup }: Opening,
  line: readonly string[],
  signal: AbortSignal,
): Promise<Pick<MovesFigures, 'chosen' | 'figures'>> {
  const chosen: Record<string, string> = {};
  try {
    await player.begin(await loadGame('chess'), positions, setup);
    for (const [ply, move] of line.entries()) {
      signal.throwIfAborted();
      if (ply % 2 === 1) await player.ponder();
      else {
        const thought = await player.think();
        if (thought.move !== undefined) chosen[ply] = thought.move;
      }
      await player.played(move);
    }
    return { chosen, figures: player.end?.(line) ?? {} };
  } catch (error) {
    // Engines in the middle of a game are no good for the next one.
    await closePlayers();
    throw error;
  }
}

/** What a side expects of a game in which it is `value` centipawns ahead: 1 for a win. */
const expected = (value: number): number => 1 / (1 + 10 ** (-value / 400));

/** What the moves of a run lose by plies, in points of a game. */
function lossesOf({ result: { chosen, judged } }: MovesRow): Map<string, number> {
  return new Map(
    Object.entries(chosen).map(([ply, move]) => {
      const { value, moves } = judged[ply]!;
      return [ply, expected(value) - expected(moves[move]!)];
    }),
  );
}

interface Line extends Omit<Condition, 'engine'> {
  readonly engine: string;
  readonly openings: number;
  readonly positions: number;
  /** Share of the moves that the judge would have made. */
  readonly agreed: number;
  /** Points lost per move, and how many fewer than one engine alone loses in the same positions. */
  readonly loss: number;
  readonly gain?: { readonly mean: number; readonly low: number; readonly high: number };
  readonly speedup?: number;
}

function summarize(rows: readonly MovesRow[]): ExperimentSummary {
  const groups = [...groupBy(rows, keyOf).values()];
  const alone = new Map(rows.filter(isAlone).map((row) => [placeOf(row), lossesOf(row)] as const));
  const bare = groups.map((group) => lineOf(group, alone));
  const lines = bare.map((line): Line => {
    const speedup = speedupOf(line, bare);
    return { ...line, ...(speedup !== undefined && { speedup }) };
  });
  const points = (share: number) => (100 * share).toFixed(2);
  return {
    tables: [
      {
        title: `Moves of teams in the same positions, judged by one engine with ${JUDGE_FACTOR} times the nodes; points of a hundred games`,
        head: [
          ...['engine', 'way', 'workers', 'nodes', 'positions', 'agreed', 'lost a move'],
          ...['fewer than one', '95 %', 'speedup'],
        ],
        rows: lines.map((line) => [
          ...[line.engine, nameOf(line), String(line.workers), String(line.nodes)],
          ...[String(line.positions), `${(100 * line.agreed).toFixed(1)} %`, points(line.loss)],
          line.gain ? points(line.gain.mean) : '-',
          line.gain ? `${points(line.gain.low)} to ${points(line.gain.high)}` : '-',
          line.speedup === undefined ? '-' : line.speedup.toFixed(2),
        ]),
      },
    ],
    figures: lines,
    plot: {
      title: 'Points lost per move',
      x: { title: 'workers', scale: 'log' },
      y: { title: 'points of a hundred games', scale: 'linear' },
      points: lines.map((line) => ({
        x: line.workers,
        y: 100 * line.loss,
        series: `${line.engine}, ${nameOf(line)}`,
      })),
    },
  };
}

const keyOf = ({ settings: { engine, way, workers, nodes, accumulation } }: MovesRow): string =>
  [engine, way, workers, nodes, accumulation].join(' ');

/** What runs have in common that can be compared position by position. */
const placeOf = ({ settings: { engine, nodes, opening, plies } }: MovesRow): string =>
  [engine, nodes, opening, plies].join(' ');

const isAlone = ({ settings: { way, workers } }: MovesRow): boolean =>
  way === 'linear' && workers === 1;

function lineOf(group: readonly MovesRow[], alone: ReadonlyMap<string, Map<string, number>>): Line {
  const { opening: _, plies: __, ...condition } = group[0]!.settings;
  const all = group.map(lossesOf);
  const losses = all.flatMap((each) => [...each.values()]);
  const agreed = group.flatMap(({ result: { chosen, judged } }) =>
    Object.entries(chosen).map(([ply, move]) => judged[ply]!.best === move),
  );
  // Positions of one game have much in common: what is drawn again and again is games.
  const gains = group.flatMap((row, i) => {
    const single = alone.get(placeOf(row));
    if (single === undefined || isAlone(row)) return [];
    return [[...all[i]!].map(([ply, loss]) => single.get(ply)! - loss)];
  });
  return {
    ...condition,
    openings: group.length,
    positions: losses.length,
    agreed: agreed.filter(Boolean).length / agreed.length,
    loss: average(losses),
    ...(gains.length > 0 && { gain: bootstrap(gains, (games) => average(games.flat())) }),
  };
}

/** The factor of one engine's nodes with which its moves lose as little, between the factors that were tried. */
function speedupOf(line: Line, all: readonly Line[]): number | undefined {
  const { engine, way, nodes, loss, openings } = line;
  if (way === 'linear') return undefined;
  const scale = all
    .filter((each) => each.way === 'linear' && each.engine === engine && each.nodes === nodes)
    .filter((each) => each.openings === openings)
    .sort((a, b) => a.workers - b.workers);
  const below = scale.findIndex((each) => each.loss <= loss);
  if (below <= 0) return undefined;
  const [a, b] = [scale[below - 1]!, scale[below]!];
  const part = (a.loss - loss) / (a.loss - b.loss);
  return a.workers * (b.workers / a.workers) ** part;
}
