// The tables of the simulation's validation: results/lab/validate.jsonl has a row for each prediction and each measurement
// of lab/validate, as the laboratory wrote it. Of two rows for the same run the last one counts.
import { groupBy } from '#dist/statistics.js';
import { comparisons, isDisturbed } from '#dist/validate/compare.js';
import { errorOf, targetFigures } from '#dist/validate/errors.js';
import { profilePath } from '#dist/validate/settings.js';
import { NOTES, searchTable, signed, summaryTable, targetTable } from '#dist/validate/tables.js';
import { table } from './format.mjs';
import { hasRows, readRows } from './rows.mjs';

const FILE = 'lab/validate';

let read;
function recorded() {
  if (read === undefined) {
    const rows = hasRows(FILE) ? readRows(FILE) : [];
    read = comparisons([...new Map(rows.map((row) => [row.id, row])).values()]);
  }
  return read;
}

const unique = (list) => [...new Set(list)].sort();
const builds = (list) => `build${list.length > 1 ? 's' : ''} ${list.join(', ')}`;

/** A sentence for each round and machine: builds, profile with its digest, hardware. */
function originNote(compared) {
  const groups = groupBy(compared, ({ round, machine }) => JSON.stringify([round, machine]));
  const sentences = [...groups.values()].map((searches) => {
    const [{ round, machine }] = searches;
    const of = (field) => unique(searches.flatMap(({ origin }) => origin[field] ?? []));
    const profile = [`\`${profilePath(round, machine)}\``, ...of('profile')].join(' ');
    return (
      `Round ${round}, ${machine}: predicted by ${builds(of('predictedBy'))} with the profile ${profile}, ` +
      `measured by ${builds(of('measuredBy'))} on ${of('hardware').join('; ')}.`
    );
  });
  return sentences.join(' ');
}

/**
 * A table of searches with its notes; undefined before anything is measured.
 * @param {(compared: any) => import('#dist/experiment.js').TableOfFigures} make
 * @param {readonly (keyof typeof NOTES)[]} notes
 */
export function noted(make, compared, notes) {
  if (compared.length === 0) return undefined;
  const { head, rows } = make(compared);
  const text = notes.map((note) => NOTES[note]).join(' ');
  return `${table(head, rows)}\n\n${text} ${originNote(compared)}`;
}

/** On each host the undisturbed searches of the last round that has some there. */
export function latest(compared) {
  const steady = compared.filter((each) => !isDisturbed(each));
  return [...groupBy(steady, ({ host }) => host).values()].flatMap((searches) => {
    const last = Math.max(...searches.map(({ round }) => round));
    return searches.filter(({ round }) => round === last);
  });
}

/** A line for each host. */
export function hostTable(compared) {
  const groups = [...groupBy(compared, ({ host }) => host).values()];
  return {
    title: 'Predictions (simulated) of real hosts',
    head: [
      ...['host', 'round', 'searches', 'mean absolute error of speedup (predicted)'],
      ...['errors of single searches', 'faster of two algorithms predicted'],
    ],
    rows: groups.map((searches) => {
      const errors = searches.map((each) => errorOf(each, 'speedup'));
      const { speedup, pairs, rightPairs } = targetFigures(searches);
      return [
        ...[searches[0].host, unique(searches.map(({ round }) => round)).join(', ')],
        ...[String(searches.length), `${(100 * speedup).toFixed(1)} %`],
        `${signed(Math.min(...errors))} to ${signed(Math.max(...errors))}`,
        `${rightPairs} of ${pairs} pairs`,
      ];
    }),
  };
}

/** Tables by the name that a document's mark has after `validate/`. */
export const tables = {
  hosts: () => noted(hostTable, latest(recorded()), ['errors', 'pairs', 'steady']),
  targets: () => noted(targetTable, recorded(), ['errors', 'pairs', 'disturbed']),
  summary: () => noted(summaryTable, recorded(), ['errors', 'means', 'disturbed']),
  rows: () => noted(searchTable, recorded(), ['errors', 'disturbed']),
};

export const figures = {};
