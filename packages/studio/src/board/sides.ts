// What the two sides of a game are called. Side 0 begins.
type SideNames = readonly [string, string];

const blackFirst: SideNames = ['Black', 'White'];

const names: Readonly<Record<string, SideNames>> = {
  chess: ['White', 'Black'],
  othello: blackFirst,
  checkers: blackFirst,
  shogi: blackFirst,
  loa: blackFirst,
  connect6: blackFirst,
  'tic-tac-toe': ['X', 'O'],
};

/** Games in plain TypeScript do not name their sides. */
const others: SideNames = ['First', 'Second'];

export const sideNames = (game: string): SideNames => names[game] ?? others;

export const sideName = (game: string, side: 0 | 1): string => sideNames(game)[side];
