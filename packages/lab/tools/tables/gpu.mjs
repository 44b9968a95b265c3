// The tables of the GPU, which compare medians of many rows: results/gpu/h200-searches.jsonl has a row for each search of
// bench/gpu/shared-tree.mjs, search.mjs and occupancy.mjs, results/gpu/h200-figures.jsonl one for each run of the
// experiments gpu/figure-5 to gpu/table-3.
import { count, least, median, ms, number, table, times } from './format.mjs';
import { readRows } from './rows.mjs';

const rows = readRows('gpu/h200-searches');
const batches = readRows('gpu/h200-figures');

const names = { connect6: 'Connect6', chess: 'chess' };
const depths = { connect6: [5, 6, 7], chess: [6, 7, 8, 9, 10] };
const paper = { connect6: { 5: '10.58 x' }, chess: { 6: '7.26 x' } };
const OWN = ['alphabeta', 'negascout', 'negascout and table'];

const searchersOf = (all) => (all === 1 ? 'one searcher' : `${count(all)} searchers`);
const select = (wanted) =>
  rows.filter((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
const secondsOf = (wanted) => select(wanted).map(({ seconds }) => seconds);

/** The device, the project's own search on one core, the paper's, and all cores. */
function compared(game, depth) {
  const part = { part: 'shared-tree', game, depth };
  const device = select({ ...part, who: 'device' });
  const own = OWN.map((who) => select({ ...part, who })).filter((list) => list.length > 0);
  const bySpeed = own.toSorted(
    (a, b) => median(a.map((row) => row.seconds)) - median(b.map((row) => row.seconds)),
  );
  const earlier = secondsOf({ part: 'earlier', game, depth, who: 'own search' });
  const all = ['young-brothers', 'lazy-smp']
    .map((who) => secondsOf({ ...part, who: `all cores, ${who}` }))
    .filter((list) => list.length > 0)
    .map(median);
  return {
    device: median(device.map((row) => row.seconds)),
    deviceNodes: median(device.map((row) => row.nodes)),
    core: median(bySpeed[0].map((row) => row.seconds)),
    coreNodes: bySpeed[0][0].nodes,
    fastest: least([...own.flat().map((row) => row.seconds), ...earlier]),
    plain: secondsOf({ ...part, who: 'algorithm 1' }),
    cores: least(all),
    repeats: device.length,
  };
}

/** Tables by the name that a document's mark has after `gpu/`. */
export const tables = {
  pruned: () =>
    table(
      [
        '',
        'device, ms',
        'one core: fastest, median, ms',
        '**over the fastest**',
        'over the median',
        'algorithm 1, ms',
        '',
        '16 cores, ms',
        '',
        'paper',
      ],
      Object.keys(depths).flatMap((game) =>
        depths[game].map((depth) => {
          const { device, fastest, core, plain, cores } = compared(game, depth);
          return [
            `${names[game]}, depth ${depth}`,
            ms(device),
            `${ms(fastest)}, ${ms(core)}`,
            `**${times(fastest / device)}**`,
            times(core / device),
            plain.length === 0 ? '' : ms(median(plain)),
            plain.length === 0 ? '' : times(median(plain) / device),
            ms(cores),
            times(cores / device),
            paper[game][depth] ?? '',
          ];
        }),
      ),
    ),
  nodes: () =>
    table(
      ['', 'device', 'one core', '', 'algorithm 1', ''],
      Object.keys(depths).flatMap((game) =>
        depths[game].map((depth) => {
          const { deviceNodes, coreNodes } = compared(game, depth);
          const [plain] = select({ part: 'shared-tree', game, depth, who: 'algorithm 1' });
          return [
            `${names[game]}, depth ${depth}`,
            count(deviceNodes),
            count(coreNodes),
            times(deviceNodes / coreNodes),
            plain === undefined ? '' : count(plain.nodes),
            plain === undefined ? '' : times(deviceNodes / plain.nodes),
          ];
        }),
      ),
    ),
  sweep: () => {
    const columns = [
      ['connect6', 5],
      ['connect6', 6],
      ['connect6', 7],
      ['chess', 6],
      ['chess', 8],
      ['chess', 9],
    ];
    const said = {
      '{}': 'default',
      '{"growth":99}': 'any number of moves begun at once where one should be enough',
      '{"looked":1048576}': 'no look at the line',
      '{"sharedFrom":3}': 'moves shared out from 3 plies above the horizon on, not 2',
      '{"step":1}': 'depths in steps of 1 (chess: 2)',
      '{"step":2}': 'depths in steps of 2 (Connect6: the last alone)',
      '{"step":99}': 'the last depth alone (chess)',
    };
    const swept = select({ part: 'sweep' });
    const asked = [...new Set(swept.map((row) => JSON.stringify(row.asked)))];
    const order = (text) => JSON.parse(text).searchers ?? (text === '{}' ? 0 : 10_000);
    return table(
      ['', ...columns.map(([game, depth]) => `${names[game]}, ${depth}`)],
      asked
        .toSorted((a, b) => order(a) - order(b))
        .map((text) => [
          said[text] ?? searchersOf(JSON.parse(text).searchers),
          ...columns.map(([game, depth]) => {
            const list = swept.filter(
              (row) =>
                row.game === game && row.depth === depth && JSON.stringify(row.asked) === text,
            );
            return list.length === 0 ? '' : ms(median(list.map((row) => row.seconds)));
          }),
        ]),
    );
  },
  whole: () => {
    const lines = [];
    for (const [game, list] of [
      ['connect6', [4, 5, 6]],
      ['chess', [5, 6, 7]],
    ]) {
      // Where one core was not timed: as long for a node as at the greatest depth where it was.
      let perNode = 0;
      for (const depth of list) {
        const part = { part: 'whole', game, depth };
        const device = select({ ...part, who: 'device' }).filter((row) => row.error === undefined);
        if (device.length === 0) continue;
        const plies = [...new Set(device.map((row) => row.plies))]
          .map((each) => {
            const these = device.filter((row) => row.plies === each);
            return {
              each,
              seconds: median(these.map((row) => row.seconds)),
              nodes: these[0].nodes,
            };
          })
          .toSorted((a, b) => a.seconds - b.seconds)[0];
        const core = select({ ...part, who: 'one core' });
        const measured = core.length > 0;
        if (measured) perNode = median(core.map((row) => row.seconds / row.nodes));
        const nodes = measured ? core[0].nodes : plies.nodes;
        const seconds = measured ? median(core.map((row) => row.seconds)) : perNode * nodes;
        lines.push([
          `${names[game]}, depth ${depth}`,
          count(nodes),
          `${plies.seconds.toFixed(plies.seconds < 1 ? 4 : 2)} (${plies.each === 1 ? '1 ply' : `${plies.each} plies`})`,
          measured ? number(seconds) : `(${number(seconds)})`,
          measured
            ? `**${times(seconds / plies.seconds)}**`
            : `(${times(seconds / plies.seconds)})`,
        ]);
      }
    }
    return table(['', 'nodes', 'device, s', 'one core, s', ''], lines);
  },
  orders: () => {
    const list = select({ part: 'orders' });
    const keys = [
      ...new Set(
        list.map(({ game, depth, pruning, size }) =>
          JSON.stringify({ game, depth, pruning, size }),
        ),
      ),
    ];
    const cell = (wanted) => {
      const these = list.filter((row) =>
        Object.entries(wanted).every(([name, value]) => row[name] === value),
      );
      return these.length === 0 ? '' : ms(median(these.map((row) => row.seconds)));
    };
    const nodesOf = (wanted) => {
      const [row] = list.filter((each) =>
        Object.entries(wanted).every(([name, value]) => each[name] === value),
      );
      return row === undefined ? '' : count(row.nodes);
    };
    return table(
      [
        'Lmax = Bmax',
        'depth-first, ms',
        'nodes',
        'overlapped, ms',
        'nodes',
        'by level, ms',
        'nodes',
      ],
      keys.map((text) => {
        const key = JSON.parse(text);
        const { game, depth, pruning, size } = key;
        const of = (order, overlap) => ({ ...key, order, overlap });
        return [
          `${names[game]}, depth ${depth}, ${pruning ? 'pruning' : 'full'}, ${count(size)}`,
          cell(of('depth-first', false)),
          nodesOf(of('depth-first', false)),
          cell(of('depth-first', true)),
          nodesOf(of('depth-first', true)),
          cell(of('by-level', false)),
          nodesOf(of('by-level', false)),
        ];
      }),
    );
  },
  model: () => {
    // Equation 6 without t_O: batches of leaves and of branches, at the time of one batch of figures 5 and 6.
    const batch = (game, what) =>
      batches.find(({ id }) => id === `${game}, 7680 ${what}`).result.seconds;
    const lines = [];
    for (const [game, depth, pruning, size] of [
      ['connect6', 4, false, 7680],
      ['connect6', 5, true, 7424],
      ['chess', 5, false, 7680],
      ['chess', 6, true, 7680],
    ]) {
      const wanted = { part: 'orders', game, depth, pruning, size, order: 'depth-first' };
      const [row] = select({ ...wanted, overlap: false });
      if (row === undefined) continue;
      const { nodes, leaves } = row;
      const w = leaves / (nodes - leaves);
      const predicted =
        (nodes / ((1 + 1 / w) * 7680)) * batch(game, 'leaves') +
        (nodes / ((1 + w) * 7680)) * batch(game, 'branches');
      lines.push([
        `${names[game]}, depth ${depth}, ${pruning ? 'pruning' : 'full'}`,
        count(nodes),
        w.toFixed(1),
        number(1000 * predicted),
        ms(row.leafSeconds + row.branchSeconds),
        ms(row.seconds),
      ]);
    }
    return table(['', 'nodes', 'w', 'predicted, ms', 'host waits, ms', 'whole, ms'], lines);
  },
};

/** The device against the fastest core, in one line: with pruning first. */
function summary() {
  const ratio = (game, depth) => {
    const { device, fastest } = compared(game, depth);
    return `${names[game]} depth ${depth}: ${(fastest / device).toFixed(1)}`;
  };
  const full = (game, depth) => {
    const part = { part: 'whole', game, depth };
    const device = select({ ...part, who: 'device' });
    const best = least(
      [...new Set(device.map((row) => row.plies))].map((plies) =>
        median(device.filter((row) => row.plies === plies).map((row) => row.seconds)),
      ),
    );
    const core = least(secondsOf({ ...part, who: 'one core' }));
    return `${names[game]} depth ${depth}: ${(core / best).toFixed(0)}`;
  };
  const pruned = [ratio('connect6', 5), ratio('connect6', 6), ratio('chess', 6), ratio('chess', 8)];
  const whole = [full('connect6', 4), full('chess', 5), full('chess', 6)];
  return `with pruning ${pruned.join(', ')}; full trees ${whole.join(', ')}`;
}

/** Figures in a line of text, by the name that a document's mark has after `gpu/`. */
export const figures = { summary };
