// An experiment whose runs need a shared one: squares of numbers, over a base that is computed once for each decade.
import { appendFileSync } from 'node:fs';

const base = (decade) => ({ id: `base ${decade}`, settings: { base: decade } });

/** `log` gets a line for each run that is made; `slow` and `broken` are numbers whose runs hang or fail. */
export const squares = (count, { log, slow, broken } = {}) => ({
  name: 'squares',
  about: 'numbers and their squares',
  runs: () =>
    Array.from({ length: count }, (_, number) => ({
      id: `${number}`,
      settings: { number, log, slow: number === slow, broken: number === broken },
    })),
  needs: ({ number, ...rest }) => {
    if (number === undefined) return undefined;
    const { id, settings } = base(Math.floor(number / 10));
    return { id, settings: { ...settings, log: rest.log } };
  },
  sizeOf: ({ number }) => number,
  async perform({ base: decade, number, log, slow, broken }, { rows, signal }) {
    if (log !== undefined) appendFileSync(log, `${number ?? `base ${decade}`}\n`);
    if (slow) await new Promise((resolve) => setTimeout(resolve, 600_000));
    if (broken) throw new Error('7 has no square today; to see it again: square 7');
    signal.throwIfAborted();
    if (number === undefined) return { base: 10 * decade };
    const known = rows.find(({ id }) => id === base(Math.floor(number / 10)).id);
    return { square: number * number, base: known.result.base };
  },
  summarize: (rows) => ({
    tables: [{ title: '', head: [], rows: rows.map(({ id, result }) => [id, `${result.square}`]) }],
    plot: {
      ...{ title: '', points: [] },
      x: { title: '', scale: 'linear' },
      y: { title: '', scale: 'linear' },
    },
  }),
});

/** For the processes: how many runs there are does not matter to one of them. */
export const experiments = [squares(0)];
