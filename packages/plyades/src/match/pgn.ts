// The games of a match in PGN, made of its records, with the players' values after their moves.
import { type LoadedGame, loadGame } from '../api/index.js';
import { unwrap } from '../core/result.js';
import { makePgn, type PgnResult } from '../games/chess/index.js';
import { MATE_PLIES, MATE_VALUE } from '../gpp/values.js';
import type { GameRecord, PairRecord } from './records.js';
import { chessRules } from './rules.js';

export interface PgnNames {
  readonly event: string;
  /** The first player of the match and the second. */
  readonly players: readonly [string, string];
}

/** Chess only. */
export async function matchPgn(pairs: readonly PairRecord[], names: PgnNames): Promise<string> {
  const game = await loadGame('chess');
  const ordered = pairs.toSorted((a, b) => a.pair - b.pair);
  const texts = ordered.flatMap(({ pair, start, games }) =>
    games.map((record, i) => gamePgn(game, { pair, start, record, exchanged: i === 1 }, names)),
  );
  return texts.join('\n');
}

function gamePgn(
  game: LoadedGame,
  played: { pair: number; start: string; record: GameRecord; exchanged: boolean },
  { event, players }: PgnNames,
): string {
  const { pair, start, record, exchanged } = played;
  const position = unwrap(game.notation.parsePosition(start));
  const first = exchanged ? players[1] : players[0];
  const second = exchanged ? players[0] : players[1];
  const whiteMoves = game.turn(position) === 0;
  const [white, black] = whiteMoves ? [first, second] : [second, first];
  const moves = record.moves === '' ? [] : record.moves.split(' ');
  const tags = new Map([
    ['Event', event],
    ['Round', `${pair + 1}.${exchanged ? 2 : 1}`],
    ['White', white],
    ['Black', black],
    ['Termination', record.reason],
  ]);
  const comments = new Map<number, string>();
  for (const [i, value] of record.values.entries()) {
    if (value !== null) comments.set(i, makeScoreText(value));
  }
  return makePgn(
    chessRules(game),
    {
      tags,
      start: position.record,
      moves: moves.map((text) => unwrap(game.notation.parseMove(text))),
      result: resultOf(record.points, white === players[0]),
    },
    { comments },
  );
}

function resultOf(points: number, firstIsWhite: boolean): PgnResult {
  if (points === 0.5) return '1/2-1/2';
  return (points === 1) === firstIsWhite ? '1-0' : '0-1';
}

/** Pawns with a sign, or `M` and moves to the mate, from the side that moves. */
export function makeScoreText(value: number): string {
  const plies = MATE_VALUE - Math.abs(value);
  const sign = value < 0 ? '-' : '+';
  if (plies < MATE_PLIES) return `${sign}M${Math.ceil(plies / 2)}`;
  return `${sign}${(Math.abs(value) / 100).toFixed(2)}`;
}
