// What tuning amounts to: the gain of every value that was tried, and the verdict of the test positions.
import type { ExperimentSummary, TableOfFigures } from '../experiment.js';
import { estimate, geometricMean, groupBy, makeEstimate } from '../statistics.js';
import { chosen, type TuningResult, type TuningRow, trainingRows } from './choice.js';
import { usualConstants } from './constants.js';

export function summarize(rows: readonly TuningRow[], profile: string): ExperimentSummary {
  const scale = rows[0]?.settings.scale ?? 'smoke';
  const trained = trainingRows(rows, scale);
  const { constants } = chosen(rows, scale);
  const usual = usualConstants();
  const base = trained.find(({ settings }) => settings.step === 0)?.result.score ?? Number.NaN;
  const tried = trained.flatMap(({ settings: { name, value, step }, result: { score } }) =>
    name === undefined || value === undefined ? [] : [{ name, value, step, gain: score / base }],
  );
  const steps = [...groupBy(tried, ({ step }) => String(step)).values()];
  const choice: TableOfFigures = {
    title: `Constants by training (simulated, ${profile}): speedup over that of the usual ones, for each value`,
    head: ['option', 'usual', 'chosen', 'tried'],
    rows: steps.map((same) => {
      const { name } = same[0]!;
      const gains = same.map(({ value, gain }) => `${value}: ${gain.toFixed(3)}`);
      return [name, String(usual[name]), String(constants[name]), gains.join(', ')];
    }),
  };
  const compared = rows.flatMap(({ result }) => (result.kind === 'test' ? [result] : []));
  const byGame = groupBy(compared, ({ game, processors }) => `${game}, ${processors} processors`);
  const verdicts = [...byGame, ...(byGame.size > 1 ? [['all', compared] as const] : [])].map(
    ([of, group]) => verdictOf(of, group),
  );
  const test: TableOfFigures = {
    title: `The chosen constants on test positions (simulated, ${profile}), speedups as geometric means`,
    head: ['searches', 'usual', 'chosen', 'chosen over usual', 'positions', 'verdict'],
    rows: verdicts.map(({ of, usual, tuned, gain, verdict }) => [
      ...[of, usual.toFixed(2), tuned.toFixed(2), makeEstimate(gain), String(gain.count), verdict],
    ]),
  };
  return {
    tables: [choice, test],
    figures: [{ usual, chosen: constants }, ...tried, ...verdicts],
    plot: {
      title: `Constants of APHID on training positions (simulated, ${profile})`,
      x: { title: 'value', scale: 'names' },
      y: { title: 'speedup over that of the usual constants', scale: 'linear' },
      points: tried.map(({ name, value, gain }) => ({
        ...{ x: String(value), y: gain, series: 'simulated', facet: name },
      })),
      ownAxes: true,
    },
  };
}

function verdictOf(of: string, group: readonly (TuningResult & { kind: 'test' })[]) {
  const gain = estimate(
    group.map(({ usual, tuned }) => tuned / usual),
    geometricMean,
  );
  const verdict = gain.low > 1 ? 'better' : gain.high < 1 ? 'worse' : 'no difference shown';
  const mean = (pick: 'usual' | 'tuned') => geometricMean(group.map((each) => each[pick]));
  return { of, usual: mean('usual'), tuned: mean('tuned'), gain, verdict };
}
