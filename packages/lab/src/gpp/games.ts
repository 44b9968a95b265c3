// The games of figures 4a and 4b: a run is a pair of games with one opening, so that an experiment of days can be
// stopped at any time. The engines of a condition are kept from one pair to the next.
import { readFileSync } from 'node:fs';
import { loadGame } from 'plyades/internal/api/index.js';
import { inputError, PlyadesError, quote } from 'plyades/internal/core/errors.js';
import { unwrap } from 'plyades/internal/core/result.js';
import { stockfishRanks } from 'plyades/internal/gpp/index.js';
import {
  createPlayer,
  type Opening,
  type PairPoints,
  type Player,
  type PlayerFigures,
  parseEntry,
  playGame,
  readOpenings,
  usualRules,
} from 'plyades/internal/match/index.js';
import type { EngineChoices, ExperimentRun, Scale } from '../experiment.js';
import {
  type Condition,
  conditionsOf,
  entryOf,
  nameOf,
  PAIRS,
  type TeamVariant,
  ways,
} from './conditions.js';

export interface PairSettings extends Condition {
  /** From 0: the opening of this number. */
  readonly pair: number;
}

export interface PairFigures {
  /** Of the player of the condition, first with the first move. */
  readonly points: PairPoints;
  readonly plies: readonly [number, number];
  /** What the player counted in the two games. */
  readonly figures: readonly [PlayerFigures, PlayerFigures];
  readonly seconds: number;
}

const DEFAULT_ENGINE = 'stockfish';
const WITHHELD = 0.05;
const HASH_MIB = 16;
/** Pairs of one condition before the next one has its turn, so that a part of all is there early. */
const BLOCK = 20;

export function pairRuns(scale: Scale, choices: EngineChoices = {}): ExperimentRun<PairSettings>[] {
  const { engine = DEFAULT_ENGINE } = choices;
  const chosen = waysOf(choices.way);
  const conditions = conditionsOf(scale, engine).filter(({ way }) => chosen.includes(way));
  // Games of more nodes take the longest: they come last.
  const budgets = [...new Set(conditions.map(({ nodes }) => nodes))];
  return budgets.flatMap((budget) =>
    inBlocks(
      conditions.filter(({ nodes }) => nodes === budget),
      PAIRS[scale],
    ),
  );
}

function inBlocks(conditions: readonly Condition[], pairs: number): ExperimentRun<PairSettings>[] {
  const runs: ExperimentRun<PairSettings>[] = [];
  for (let from = 0; from < pairs; from += BLOCK) {
    for (const condition of conditions) {
      for (let pair = from; pair < Math.min(from + BLOCK, pairs); pair++) {
        const { engine, workers, nodes } = condition;
        const what = `${engine}, ${nameOf(condition)}, ${workers}, ${nodes} nodes`;
        runs.push({ id: `${what}, pair ${pair}`, settings: { ...condition, pair } });
      }
    }
  }
  return runs;
}

/** ERR_VALUE for a name that is none. */
export function waysOf(list: string | undefined): readonly TeamVariant[] {
  if (list === undefined) return ways;
  return list.split(',').map((name) => {
    const way = ways.find((each) => each === name.trim());
    if (way !== undefined) return way;
    const message = `${quote(name)} is no way to use workers: expected some of ${ways.join(', ')}`;
    throw PlyadesError.refusing(inputError('ERR_VALUE', message, list));
  });
}

let openings: readonly Opening[] | undefined;

export async function openingOf(pair: number): Promise<Opening> {
  if (openings === undefined) {
    const text = readFileSync(new URL('../../data/openings.epd', import.meta.url), 'utf8');
    openings = readOpenings(await loadGame('chess'), text).openings;
  }
  return openings[pair % openings.length]!;
}

/** The players of the last run, for the next one. */
let kept: { readonly key: string; readonly players: readonly [Player, Player] } | undefined;

export async function playersOf(condition: Condition): Promise<readonly [Player, Player]> {
  const key = JSON.stringify([entryOf(condition), condition.nodes, condition.accumulation]);
  if (kept?.key === key) return kept.players;
  await closePlayers();
  const { engine, nodes, accumulation } = condition;
  const options = {
    game: await loadGame('chess'),
    nodes,
    ponder: true,
    withheld: WITHHELD,
    hash: HASH_MIB,
    ranks: stockfishRanks,
    accumulation,
  };
  const alone = await createPlayer(unwrap(parseEntry(engine)), options);
  try {
    const player = await createPlayer(unwrap(parseEntry(entryOf(condition))), options);
    kept = { key, players: [player, alone] };
    return kept.players;
  } catch (error) {
    await alone.close();
    throw error;
  }
}

export async function closePlayers(): Promise<void> {
  await Promise.all(kept?.players.map((player) => player.close()) ?? []);
  kept = undefined;
}

/** Plays a pair; rejects when the signal is aborted or an engine fails. */
export async function playPair(
  { pair, ...condition }: PairSettings,
  signal: AbortSignal,
): Promise<PairFigures> {
  const game = await loadGame('chess');
  const opening = await openingOf(pair);
  const [player, alone] = await playersOf(condition);
  const startedAt = performance.now();
  try {
    const common = { game, opening, rules: usualRules, signal };
    const first = await playGame({ ...common, players: [player, alone] });
    const second = await playGame({ ...common, players: [alone, player] });
    const side = game.turn(opening.positions.at(-1)!);
    const pointsOf = (winner: 0 | 1 | undefined, own: number) =>
      winner === undefined ? 0.5 : winner === own ? 1 : 0;
    return {
      points: [pointsOf(first.winner, side), pointsOf(second.winner, 1 - side)],
      plies: [first.moves.length, second.moves.length],
      figures: [first.figures[0], second.figures[1]],
      seconds: Math.round(performance.now() - startedAt) / 1000,
    };
  } catch (error) {
    // Engines in the middle of a game are no good for the next one.
    await closePlayers();
    throw error;
  }
}
