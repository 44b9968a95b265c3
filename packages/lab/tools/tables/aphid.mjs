// The tables of APHID beside the thesis, from the rows that the laboratory wrote: results/aphid/*.jsonl has a line for
// each simulated search of aphid/table-6.1 to 6.8 and aphid/held-out, and for each search of aphid/sequential. Means are
// over positions, with bootstrap intervals. A line without rows is left out, and the last column says how many positions
// the others have.
import { heldOutPositions } from '#dist/aphid/held-out.js';
import * as thesis from '#dist/aphid/thesis.js';
import { checkersPositions, chessPositions, othelloFinal } from '#dist/positions.js';
import { average, estimate, estimateRatio, groupBy } from '#dist/statistics.js';
import { growth } from './aphid-growth.mjs';
import { options, rules } from './aphid-rules.mjs';
import { number, table } from './format.mjs';
import { originLine, readFolder } from './rows.mjs';

const namesOf = (places) => new Set(places.map(({ name }) => name));
const tableNames = namesOf([...othelloFinal, ...checkersPositions, ...chessPositions]);
const heldOutNames = namesOf(heldOutPositions());

const GAMES = { othello: 'Othello', checkers: 'checkers', chess: 'chess' };
const RULES = { ours: 'ours', thesis: "the thesis's" };
const HASH = 256;

let read;
const recorded = () => {
  read ??= readFolder('aphid');
  return read;
};

const percent = (share) => `${Math.round(100 * share)} %`;
const interval = ({ low, high, count }) =>
  count > 1 ? `${low.toFixed(2)} to ${high.toFixed(2)}` : '';
const millions = (nodes) => number(nodes / 1e6);

/** Rows of the sequential search's methods have no overheads. */
const isMethod = ({ settings }) => settings.method !== undefined;
const isSearch = ({ settings, result }) =>
  result.overheads !== undefined &&
  settings.algorithm !== 'sequential' &&
  settings.granularity === undefined &&
  settings.settings === undefined &&
  (settings.seed ?? 1) === 1 &&
  settings.hash === HASH;

const gameOf = ({ settings: { place, mode } }) =>
  `${place.game}${mode === 'play' ? ' in play mode' : ''}`;
const baseDepth = ({ settings: { depth, place } }) => depth - (place.extra ?? 0);
const rulesOf = ({ settings: { preset = 'ours' } }) => preset;

/** Searches of a game's positions, those of the tables unless `heldOut`. */
function searches(
  all,
  { game, algorithm = 'aphid', table = 'shared', profile = 'paper', heldOut },
) {
  const names = heldOut ? heldOutNames : tableNames;
  return all.filter(
    (row) =>
      isSearch(row) &&
      gameOf(row) === game &&
      row.settings.algorithm === algorithm &&
      row.settings.table === table &&
      row.settings.profile === profile &&
      names.has(row.settings.place.name),
  );
}

/** The rows of each depth, number of processors and set of rules, in this order. */
function linesOf(rows) {
  const groups = groupBy(rows, (row) =>
    JSON.stringify([baseDepth(row), row.settings.processors, rulesOf(row)]),
  );
  return [...groups]
    .map(([key, group]) => {
      const [depth, processors, rules] = JSON.parse(key);
      const depths = group.map(({ settings }) => settings.depth);
      const [least, most] = [Math.min(...depths), Math.max(...depths)];
      const plies = least === most ? String(least) : `${least} to ${most}`;
      return { depth, processors, rules, plies, rows: group };
    })
    .toSorted(
      (a, b) =>
        a.depth - b.depth ||
        a.processors - b.processors ||
        Object.keys(RULES).indexOf(a.rules) - Object.keys(RULES).indexOf(b.rules),
    );
}

const speedupOf = ({ rows }) => estimate(rows.map(({ result }) => result.speedup));
const mean = ({ rows }, pick) => average(rows.map(({ result }) => pick(result)));
const totalSearch = ({ overheads: { search, speculative } }) => search + speculative;
const idle = ({ overheads: { startIdle, otherIdle } }) => startIdle + otherIdle;
const alone = ({ sequential }) => sequential.nodes;

/** Lines of the greatest depth that has rows. */
const deepest = (lines) => {
  const depth = Math.max(...lines.map((line) => line.depth));
  return lines.filter((line) => line.depth === depth);
};

/** Nodes of the method that searches the fewest over those of NegaScout, which the speedups are over. */
export function bestSequential(all, game) {
  const rows = all.filter((row) => isMethod(row) && row.settings.place.game === game);
  const methods = [...groupBy(rows, ({ settings }) => settings.method)].map(([method, group]) => ({
    method,
    nodes: average(group.map(({ result }) => result.nodes)),
  }));
  const base = methods.find(({ method }) => method === 'negascout');
  if (base === undefined) return undefined;
  const best = methods.toSorted((a, b) => a.nodes - b.nodes)[0];
  return { method: best.method, ratio: best.nodes / base.nodes };
}

/** Speedups by depth, number of processors and rules, beside the thesis's. */
export function speedupTable(all, parts) {
  const lines = parts.flatMap(({ thesisOf, head = {}, ...selection }) =>
    linesOf(searches(all, selection)).map((line) => {
      const best = bestSequential(all, selection.game);
      const speedup = speedupOf(line);
      const busy = line.rows.flatMap(({ result }) => result.masterBusy ?? []);
      const cells = {
        ...head,
        plies: line.plies,
        processors: String(line.processors),
        rules: RULES[line.rules] ?? line.rules,
        'speedup (simulated)': speedup.mean.toFixed(2),
        '95 %': interval(speedup),
        'over best sequential': best === undefined ? '' : (best.ratio * speedup.mean).toFixed(2),
        thesis: thesisOf(line),
        'search overhead': percent(mean(line, totalSearch)),
        idle: percent(mean(line, idle)),
        'master busy': busy.length === 0 ? '' : percent(average(busy)),
        'M nodes alone': millions(mean(line, alone)),
        positions: String(line.rows.length),
      };
      return { cells, rows: line.rows };
    }),
  );
  return cellTable(lines);
}

/** A table whose columns are those of its lines; empty columns are left out. */
function cellTable(lines) {
  if (lines.length === 0) return undefined;
  const columns = [...new Set(lines.flatMap(({ cells }) => Object.keys(cells)))].filter((column) =>
    lines.some(({ cells }) => (cells[column] ?? '') !== ''),
  );
  const body = lines.map(({ cells }) => columns.map((column) => cells[column] ?? ''));
  const rows = lines.flatMap((line) => line.rows);
  return `${table(columns, body)}\n\n${originLine(rows, (build) => rulesMadeBy(build, lines))}`;
}

/** The rules that all lines of a build have, and no line of another one. */
function rulesMadeBy(build, lines) {
  const has = ({ rows }) => rows.some((row) => row.build === build);
  const own = new Set(lines.filter(has).map(({ cells }) => cells.rules));
  const [rules] = own;
  const isAlone = own.size === 1 && lines.every((line) => line.cells.rules !== rules || has(line));
  const isWhole = lines.filter(has).every(({ rows }) => rows.every((row) => row.build === build));
  return isAlone && isWhole ? rules : undefined;
}

/** Overheads of the thesis's definitions, of the greatest depth. */
export function overheadTable(all) {
  const lines = deepest(linesOf(searches(all, { game: 'othello' })));
  return cellTable(
    lines.map((line) => {
      const printed = thesis.keyanoByDepth[line.depth]?.byProcessors[line.processors] ?? {};
      const shown = (share) => (share === undefined ? '' : percent(share));
      const of = (name) => percent(mean(line, ({ overheads }) => overheads[name]));
      return {
        rows: line.rows,
        cells: {
          plies: line.plies,
          processors: String(line.processors),
          rules: RULES[line.rules] ?? line.rules,
          'total (simulated)': of('total'),
          'thesis, total': shown(printed.total),
          search: percent(mean(line, totalSearch)),
          'thesis, search': shown(printed.totalSearch),
          parallelization: of('parallelization'),
          'thesis, parallelization': shown(printed.parallelization),
          idle: percent(mean(line, idle)),
          positions: String(line.rows.length),
        },
      };
    }),
  );
}

const NODE_COLUMNS = {
  againForWindow: 'again, window',
  againForOwner: 'again, owner',
  againForTable: 'again, table',
  catchUpNodes: 'catch up',
  abandonedNodes: 'unfinished',
  helpNodes: 'helped',
  aheadNodes: 'ahead',
  usedAheadNodes: 'of it used',
};

/** Where nodes went, as shares of the sequential search's, and messages, of the greatest depth of each game. */
export function nodeTable(all) {
  const lines = ['othello', 'checkers', 'chess', 'othello in play mode'].flatMap((game) => {
    const rows = searches(all, { game }).filter(({ result }) => result.counters !== undefined);
    return deepest(linesOf(rows)).map((line) => ({
      rows: line.rows,
      cells: {
        game: nameOf(game),
        plies: line.plies,
        processors: String(line.processors),
        rules: RULES[line.rules] ?? line.rules,
        ...Object.fromEntries(
          Object.entries(NODE_COLUMNS).map(([name, column]) => [
            column,
            percent(mean(line, (result) => result.counters[name] / alone(result))),
          ]),
        ),
        messages: number(mean(line, ({ counters }) => counters.messages)),
        'MB sent': number(mean(line, ({ counters }) => counters.bytes / 1e6)),
        positions: String(line.rows.length),
      },
    }));
  });
  return cellTable(lines);
}

const nameOf = (game) => {
  const [name, ...rest] = game.split(' ');
  return [GAMES[name] ?? name, ...rest].join(' ').replace('in play mode', 'with ProbCut');
};

/** Young Brothers Wait beside APHID. */
export function youngBrothersTable(all) {
  const young = linesOf(searches(all, { game: 'othello', algorithm: 'young-brothers' }));
  const lines = linesOf(searches(all, { game: 'othello' })).filter(({ depth, processors }) =>
    young.some((line) => line.depth === depth && line.processors === processors),
  );
  const named = [
    ...young.map((line) => ({ ...line, search: 'Young Brothers Wait' })),
    ...lines.map((line) => ({
      ...line,
      search: line.rules === 'ours' ? 'APHID' : `APHID, ${RULES[line.rules]} rules`,
    })),
  ].toSorted((a, b) => a.depth - b.depth || a.processors - b.processors);
  const best = bestSequential(all, 'othello');
  return cellTable(
    named.map((line) => {
      const speedup = speedupOf(line);
      const isYoung = line.search === 'Young Brothers Wait';
      const printed = (isYoung ? thesis.keyanoYoungBrothers : thesis.keyano).byProcessors;
      return {
        rows: line.rows,
        cells: {
          plies: line.plies,
          processors: String(line.processors),
          search: line.search,
          'speedup (simulated)': speedup.mean.toFixed(2),
          '95 %': interval(speedup),
          'over best sequential': best === undefined ? '' : (best.ratio * speedup.mean).toFixed(2),
          'thesis, 15 plies': printed[line.processors]?.speedup.toFixed(2) ?? '',
          'search overhead': percent(mean(line, totalSearch)),
          idle: percent(mean(line, idle)),
          'M nodes alone': millions(mean(line, alone)),
          positions: String(line.rows.length),
        },
      };
    }),
  );
}

const KINDS = ['local', 'ring', 'shared'];

/** Kinds of tables on 16 processors, of the greatest depth that all kinds have. */
export function kindTable(all) {
  const parts = [
    ['othello', thesis.byTable.othello],
    ['othello in play mode', thesis.byTable.variableOthello],
    ['checkers', thesis.byTable.checkers],
    ['chess', thesis.byTable.chess],
  ];
  const lines = parts.flatMap(([game, printed]) => {
    const byKind = KINDS.map((kind) =>
      linesOf(searches(all, { game, table: kind })).filter(({ processors }) => processors === 16),
    );
    const [local] = byKind;
    const common = local.filter((line) =>
      byKind.every((list) =>
        list.some(({ depth, rules }) => depth === line.depth && rules === line.rules),
      ),
    );
    if (common.length === 0) return [];
    const ours = deepest(common).map((line) => {
      const kinds = byKind.map((list) =>
        list.find(({ depth, rules }) => depth === line.depth && rules === line.rules),
      );
      const cell = (each) => {
        const { mean: speedup, ...rest } = speedupOf(each);
        const range = rest.count > 1 ? `, ${interval(rest)}` : '';
        return `${speedup.toFixed(2)}${range} (${percent(mean(each, totalSearch))})`;
      };
      return {
        rows: kinds.flatMap(({ rows }) => rows),
        cells: {
          game: `${nameOf(game)}, ${line.plies} plies`,
          rules: RULES[line.rules] ?? line.rules,
          ...Object.fromEntries(KINDS.map((kind, i) => [`${kind} (simulated)`, cell(kinds[i])])),
          positions: String(Math.min(...kinds.map(({ rows }) => rows.length))),
        },
      };
    });
    const quoted = printed.local.map(({ program, plies }, i) => ({
      rows: [],
      cells: {
        game: `${nameOf(game)}, ${plies} plies`,
        rules: `thesis, ${program} (measured)`,
        ...Object.fromEntries(
          KINDS.map((kind) => {
            const { speedup, totalSearch: search } = printed[kind][i].byProcessors[16];
            return [`${kind} (simulated)`, `${speedup.toFixed(2)} (${percent(search)})`];
          }),
        ),
      },
    }));
    return [...quoted, ...ours];
  });
  return cellTable(lines);
}

/** Held-out positions over those of the tables, at the same depth and number of processors. */
export function heldOutTable(all) {
  const shown = linesOf(searches(all, { game: 'othello' }));
  const lines = linesOf(searches(all, { game: 'othello', heldOut: true })).flatMap((line) => {
    const other = shown.find(
      ({ depth, processors, rules }) =>
        depth === line.depth && processors === line.processors && rules === line.rules,
    );
    if (other === undefined) return [];
    const speedups = ({ rows }) => rows.map(({ result }) => result.speedup);
    const ratio = estimateRatio(speedups(line), speedups(other));
    return {
      rows: [...line.rows, ...other.rows],
      cells: {
        plies: line.plies,
        processors: String(line.processors),
        rules: RULES[line.rules] ?? line.rules,
        'held-out speedup (simulated)': speedupOf(line).mean.toFixed(2),
        '95 %': interval(speedupOf(line)),
        'positions of the tables': speedupOf(other).mean.toFixed(2),
        ratio: ratio.mean.toFixed(2),
        '95 % of the ratio': interval(ratio),
        'M nodes alone': millions(mean(line, alone)),
        positions: `${line.rows.length}, ${other.rows.length}`,
      },
    };
  });
  return cellTable(lines);
}

const METHODS = { negascout: 'NegaScout', alphabeta: 'alpha-beta', mtdf: 'MTD(f)' };

/** The sequential search by method. */
export function sequentialTable(all) {
  const lines = Object.keys(GAMES).flatMap((game) => {
    const rows = all.filter((row) => isMethod(row) && row.settings.place.game === game);
    const groups = [...groupBy(rows, ({ settings }) => settings.method)];
    const nodesOf = (group) => average(group.map(({ result }) => result.nodes));
    const base = groups.find(([method]) => method === 'negascout')?.[1];
    return groups.map(([method, group]) => {
      const depths = group.map(({ settings }) => settings.depth);
      const [least, most] = [Math.min(...depths), Math.max(...depths)];
      return {
        rows: group,
        cells: {
          game: GAMES[game],
          plies: least === most ? String(least) : `${least} to ${most}`,
          method: METHODS[method] ?? method,
          'M nodes': millions(nodesOf(group)),
          "over NegaScout's": base === undefined ? '' : (nodesOf(group) / nodesOf(base)).toFixed(2),
          seconds: number(average(group.map(({ result }) => result.seconds))),
          positions: String(group.length),
        },
      };
    });
  });
  return cellTable(lines);
}

const printed = (figures, processors) => figures?.byProcessors[processors]?.speedup.toFixed(2);

const OTHELLO = {
  game: 'othello',
  thesisOf: ({ depth, processors }) => printed(thesis.keyanoByDepth[depth], processors) ?? '',
};
const PROBCUT = {
  game: 'othello in play mode',
  thesisOf: ({ processors }) => printed(thesis.keyanoVariable, processors) ?? '',
};
const CHECKERS = {
  game: 'checkers',
  head: { game: 'checkers' },
  thesisOf: ({ processors }) => printed(thesis.chinook, processors) ?? '',
};
const CHESS = {
  game: 'chess',
  head: { game: 'chess' },
  thesisOf: ({ processors }) =>
    [thesis.crafty, thesis.theTurk]
      .flatMap((figures) => {
        const speedup = printed(figures, processors);
        return speedup === undefined ? [] : `${speedup} (${figures.program})`;
      })
      .join(', '),
};

/** Until there are rows. */
const orNone = (made, experiment, profile = 'paper') =>
  made ??
  `No rows yet: \`npx plyades experiment aphid/${experiment} --scale full --profile ${profile}\` makes them.`;

/** Tables by the name that a document's mark has after `aphid/`. */
export const tables = {
  options,
  rules: () => orNone(rules(), 'rules'),
  'table-6.3': () => orNone(speedupTable(recorded(), [OTHELLO]), 'table-6.3'),
  overheads: () => orNone(overheadTable(recorded()), 'table-6.1'),
  nodes: () => orNone(nodeTable(recorded()), 'table-6.1'),
  growth: () => orNone(growth(), 'growth'),
  'table-6.4': () => orNone(youngBrothersTable(recorded()), 'table-6.4'),
  'tables-6.5-6.7': () => orNone(speedupTable(recorded(), [CHECKERS, CHESS]), 'table-6.5'),
  'table-6.2': () => orNone(speedupTable(recorded(), [PROBCUT]), 'table-6.2'),
  'table-6.8': () => orNone(kindTable(recorded()), 'table-6.8'),
  'held-out': () => orNone(heldOutTable(recorded()), 'held-out'),
  sequential: () => orNone(sequentialTable(recorded()), 'sequential'),
  'measured-profile': () =>
    orNone(
      speedupTable(recorded(), [{ ...OTHELLO, profile: 'measured' }]),
      'table-6.3',
      'measured',
    ),
};

export const figures = {};
