// A match: pairs of games, each with an opening and the colours exchanged, some pairs at a time. Every finished
// pair is kept, so a match can be stopped at any time and goes on where it was. An engine that fails loses the game.
import type { LoadedGame } from '../api/index.js';
import { refuse } from '../core/errors.js';
import type { AdjudicationRules } from './adjudication.js';
import { type PlayedGame, playGame } from './game.js';
import type { Opening } from './openings.js';
import type { Player } from './player.js';
import { type GameRecord, type MatchFile, type PairRecord, pointsOf } from './records.js';
import { type MatchScore, matchScoreOf, type Sprt, sprtOf } from './statistics.js';

export interface MatchOptions {
  readonly game: LoadedGame;
  /** Two games each; openings come again when there are fewer of them. */
  readonly pairs: number;
  readonly openings: readonly Opening[];
  /** Both players, made once for each lane of games that runs by itself. */
  readonly players: () => Promise<readonly [Player, Player]>;
  readonly rules: AdjudicationRules;
  readonly file: MatchFile;
  /** Lanes; 1 if not given. */
  readonly concurrency?: number;
  /** Ends the match when it has decided. */
  readonly sprt?: Sprt;
  readonly together?: boolean;
  readonly signal: AbortSignal;
  readonly onPair?: (record: PairRecord, score: MatchScore) => void;
}

/** Plays what is missing. When the signal is aborted the rest is left for another call. */
export async function playMatch(options: MatchOptions): Promise<MatchScore> {
  const { pairs, file, sprt, signal, concurrency = 1 } = options;
  checkOpenings(options);
  const finished = new Set(file.pairs.map(({ pair }) => pair));
  const missing = Array.from({ length: pairs }, (_, pair) => pair).filter((p) => !finished.has(p));
  const score = () => matchScoreOf(file.pairs.filter(({ pair }) => pair < pairs).map(pointsOf));
  const decided = () => sprt !== undefined && sprtOf(sprt, score()).decision !== undefined;
  // A lane that fails ends the others: games of a broken player say nothing.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const lane = async () => {
    if (missing.length === 0 || either.aborted || decided()) return;
    const players = await options.players();
    try {
      while (missing.length > 0 && !either.aborted && !decided()) {
        const record = await playPair(options, players, missing.shift()!, either);
        file.add(record);
        options.onPair?.(record, score());
      }
    } catch (error) {
      if (either.aborted) return;
      failed.abort();
      throw error;
    } finally {
      await Promise.all(players.map((player) => player.close()));
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, pairs) }, lane));
  return score();
}

/** Pairs on file must have begun with the same openings as now. */
function checkOpenings({ game, openings, file }: MatchOptions): void {
  for (const { pair, start } of file.pairs) {
    const opening = openings[pair % openings.length]!;
    const expected = startOf(game, opening);
    if (start === expected) continue;
    const message = `pair ${pair + 1} on file began with ${start}, and would begin with ${expected} now: the openings have changed, take another file`;
    refuse('ERR_OPTION', message, start);
  }
}

const startOf = (game: LoadedGame, { positions }: Opening): string =>
  game.notation.makePosition(positions.at(-1)!);

async function playPair(
  { game, openings, rules, together = false }: MatchOptions,
  [a, b]: readonly [Player, Player],
  pair: number,
  signal: AbortSignal,
): Promise<PairRecord> {
  const opening = openings[pair % openings.length]!;
  const startedAt = performance.now();
  const common = { game, opening, rules, signal, together, forfeits: true };
  const first = await playGame({ ...common, players: [a, b] });
  const second = await playGame({ ...common, players: [b, a] });
  // One that fails in both games is broken: what it loses says nothing.
  if (second.forfeit !== undefined && second.forfeit.by === first.forfeit?.by) {
    throw second.forfeit.error;
  }
  const side = game.turn(opening.positions.at(-1)!);
  return {
    pair,
    opening: opening.name,
    start: startOf(game, opening),
    games: [recordOf(first, side, false), recordOf(second, side === 0 ? 1 : 0, true)],
    seconds: Math.round(performance.now() - startedAt) / 1000,
  };
}

/** `side` is that of the match's first player; it was the second one of the game when `exchanged`. */
function recordOf(played: PlayedGame, side: 0 | 1, exchanged: boolean): GameRecord {
  const { winner, reason, moves, thoughts, figures } = played;
  return {
    points: winner === undefined ? 0.5 : winner === side ? 1 : 0,
    reason,
    moves: moves.join(' '),
    values: thoughts.map(({ value }) => value ?? null),
    figures: exchanged ? [figures[1], figures[0]] : figures,
  };
}
