// Table 1 of Saito, Winands and van den Herik, "Randomized Parallel Proof-Number Search": 143 endgames of
// Lines of Action, sums over all of them. Times are those of a server with eight cores of 2.66 GHz.

/** A column of the table: seconds, million nodes evaluated, million nodes in memory. */
export interface PaperFigures {
  readonly algorithm: 'rp-pns' | 'rp-pn2';
  readonly threads: number;
  readonly seconds: number;
  readonly evaluated: number;
  readonly memory: number;
}

/** Columns with one thread are PNS and PN2. */
export const paperTable: readonly PaperFigures[] = [
  { algorithm: 'rp-pns', threads: 1, seconds: 1679, evaluated: 612, memory: 367 },
  { algorithm: 'rp-pns', threads: 2, seconds: 1072, evaluated: 673, memory: 423 },
  { algorithm: 'rp-pns', threads: 4, seconds: 682, evaluated: 745, memory: 494 },
  { algorithm: 'rp-pns', threads: 8, seconds: 478, evaluated: 815, memory: 550 },
  { algorithm: 'rp-pn2', threads: 1, seconds: 6735, evaluated: 2271, memory: 68 },
  { algorithm: 'rp-pn2', threads: 2, seconds: 3275, evaluated: 2426, memory: 68 },
  { algorithm: 'rp-pn2', threads: 4, seconds: 1966, evaluated: 2534, memory: 70 },
  { algorithm: 'rp-pn2', threads: 8, seconds: 1419, evaluated: 2883, memory: 73 },
];
