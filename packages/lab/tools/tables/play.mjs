// The tables of play mode on several threads: results/play.jsonl has the rows of bench/parallel/play.mjs as they were
// written. Of two rows for the same game and number of threads the later one counts.
import { count, table } from './format.mjs';
import { hasRows, readRows } from './rows.mjs';

const GAMES = { chess: 'chess', othello: 'Othello' };

const measured = () => (hasRows('play') ? readRows('play') : []);

/** The rows of a part, one for each game and number of threads. */
function rowsOf(all, part) {
  const chosen = all.filter((row) => row.part === part);
  return [...new Map(chosen.map((row) => [`${row.game} ${row.threads}`, row])).values()];
}

/** Elo points with their sign; a match without a loss or without a win has no bound on one side. */
const elo = (points) =>
  points === null ? 'no bound' : `${points < 0 ? '-' : '+'}${Math.abs(Math.round(points))}`;

/** Mean depths in a fixed time; empty without rows. */
export function depthTable(all) {
  const rows = rowsOf(all, 'depth');
  if (rows.length === 0) return '';
  return table(
    ['play mode', 'threads', 'ms', 'positions', 'mean depth', 'nodes'],
    rows.map(({ game, threads, ms, positions, depth, nodes }) => [
      ...[GAMES[game] ?? game, String(threads), count(ms), String(positions)],
      ...[depth.toFixed(1), count(nodes)],
    ]),
  );
}

/** Games against one thread at equal time; empty without rows. */
export function gamesTable(all) {
  const rows = rowsOf(all, 'games');
  if (rows.length === 0) return '';
  return table(
    ['games', 'threads', 'ms a move', 'pairs', 'won, drawn, lost', 'score', 'Elo', 'mean depth'],
    rows.map((row) => [
      ...[GAMES[row.game] ?? row.game, `${row.threads} against ${row.against}`],
      ...[count(row.moveMs), String(row.pairs), `${row.wins}, ${row.draws}, ${row.losses}`],
      `${row.score.toFixed(2)} (${row.low.toFixed(2)} to ${row.high.toFixed(2)})`,
      `${elo(row.elo)} (${elo(row.eloLow)} to ${elo(row.eloHigh)})`,
      `${row.depth.toFixed(1)} against ${row.againstDepth.toFixed(1)}`,
    ]),
  );
}

/** Tables by the name that a document's mark has after `play/`. */
export const tables = {
  depth: () => depthTable(measured()),
  games: () => gamesTable(measured()),
};

export const figures = {};
