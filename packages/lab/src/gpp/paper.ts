// What Yokoyama, Kaneko and Tanaka report of P-GPP: Stockfish DD, 1,000 ms a move (P-GPP 950), 1,000 games a
// point. Of figures 4a and 4b only the values are quoted that its text states.

/** Win rates in per cent against one worker. */
export const paperWinRates = [
  { series: 'P-GPP', workers: 1, percent: 48.1 },
  { series: 'P-GPP', workers: 32, percent: 62.5 },
  { series: 'P-GPP', workers: 60, percent: 64.6 },
  { series: 'table emptied', workers: 1, percent: 39.2 },
] as const;

/** Plies of table 2's games; ours has three more, of the same games. */
export const PAPER_PLIES = 1091;
export const PAPER_DEPTH = 15;
