// What each rule of our APHID is worth: the defaults, the defaults with one option set to the thesis's choice, and all
// of them, on positions by which no constant was chosen. A ratio below 1 is what the search loses without our rule.
import type { AlgorithmSettings } from 'plyades/internal/core/search-request.js';
import { THESIS } from 'plyades/internal/parallel/aphid/options.js';
import { profileNames } from 'plyades/internal/sim/index.js';
import type { Experiment, Scale } from '../experiment.js';
import { spread, type TestPosition } from '../positions.js';
import {
  type SimulatedResult,
  type SimulatedRow,
  type SimulatedSettings,
  simulatedExperiment,
  simulatedRun,
} from '../simulated.js';
import { average, type Estimate, estimate, geometricMean, groupBy } from '../statistics.js';
import { rulesPositions } from './rules-positions.js';
import { HASH } from './table.js';

type Game = TestPosition['game'];

interface Size {
  /** Positions of each game. */
  readonly positions: Readonly<Record<Game, number>>;
  readonly depths: Readonly<Record<Game, number>>;
  readonly processors: readonly number[];
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: {
    positions: { othello: 1, checkers: 0, chess: 0 },
    depths: { othello: 7, checkers: 8, chess: 4 },
    processors: [4],
  },
  short: {
    positions: { othello: 2, checkers: 1, chess: 1 },
    depths: { othello: 10, checkers: 13, chess: 6 },
    processors: [16],
  },
  full: {
    positions: { othello: 8, checkers: 4, chess: 4 },
    depths: { othello: 13, checkers: 17, chess: 8 },
    processors: [16, 64],
  },
};

/** Options of the thesis that change nothing in exact simulations of many processors, which check no results. */
const WITHOUT_EFFECT: readonly string[] = ['playHorizon', 'interim', 'check', 'fewTrips'];

/** The exemption threshold of the thesis in checkers (section 6.3.2); chess has Othello's, as it names none. */
const CHECKERS_EXEMPTION = 34;

const thesisFor = (game: Game): AlgorithmSettings =>
  game === 'checkers' ? { ...THESIS, exemption: CHECKERS_EXEMPTION } : THESIS;

const DEFAULTS = 'defaults';
const ALL = 'THESIS';

/** The options of which the thesis chooses another value. */
export const ruleNames: readonly string[] = Object.keys(THESIS).filter(
  (name) => !WITHOUT_EFFECT.includes(name),
);

/** The settings of a variant: `defaults`, the name of an option, or `THESIS`. */
function settingsOf(variant: string, game: Game): AlgorithmSettings | undefined {
  if (variant === DEFAULTS) return undefined;
  const thesis = thesisFor(game);
  return variant === ALL ? thesis : { [variant]: thesis[variant]! };
}

const variants: readonly string[] = [DEFAULTS, ...ruleNames, ALL];

/** The variant that a row belongs to. */
function variantOf({ settings: { settings } }: SimulatedRow): string {
  const names = Object.keys(settings ?? {});
  return names.length === 0 ? DEFAULTS : names.length === 1 ? names[0]! : ALL;
}

export const aphidRules: Experiment<SimulatedSettings, SimulatedResult> = {
  name: 'aphid/rules',
  about: 'APHID with each of its rules as in the thesis, one by one and all together',
  profiled: true,
  runs: (scale, profiles = profileNames) => {
    const { positions, depths, processors } = SIZES[scale];
    const places = (Object.keys(depths) as Game[]).flatMap((game) =>
      spread(
        rulesPositions().filter((place) => place.game === game),
        positions[game],
      ),
    );
    return profiles.flatMap((profile) =>
      processors.flatMap((count) =>
        places.flatMap((place) =>
          variants.map((variant) => {
            const { game } = place;
            const settings = settingsOf(variant, game);
            return simulatedRun({
              ...{ place, algorithm: 'aphid', processors: count, depth: depths[game], profile },
              ...{ table: 'shared', hash: HASH[scale] },
              ...(settings === undefined ? {} : { settings }),
            });
          }),
        ),
      ),
    );
  },
  ...simulatedExperiment,
  summarize(rows) {
    const lines = linesOf(rows);
    return {
      tables: [...groupBy(lines, ({ profile }) => profile)].map(([profile, own]) => ({
        title: `APHID with options as in the thesis, profile ${profile}, shared table: speedup over the defaults (simulated)`,
        head: [
          ...['game', 'plies', 'processors', 'as in the thesis', 'speedup over the defaults'],
          ...['95 %', 'speedup', 'search overhead', 'speculative', 'idle', 'positions'],
        ],
        rows: own.map(textOf),
      })),
      figures: lines,
      plot: {
        title: 'APHID with options as in the thesis (simulated)',
        x: { title: 'option', scale: 'names' },
        y: { title: 'speedup over the defaults (simulated)', scale: 'linear' },
        points: lines.map(({ variant, ratio, game, processors, profile }) => ({
          x: variant,
          y: ratio.mean,
          low: ratio.low,
          high: ratio.high,
          series: game,
          facet: `${profile}, ${processors} processors`,
        })),
        marks: { othello: 'points', checkers: 'points', chess: 'points' },
      },
    };
  },
};

interface Line {
  readonly profile: string;
  readonly game: Game;
  readonly depth: number;
  readonly processors: number;
  readonly variant: string;
  /** Speedup over that of the defaults, position by position: the geometric mean. */
  readonly ratio: Estimate;
  readonly speedup: number;
  readonly search: number;
  readonly speculative: number;
  readonly idle: number;
}

/** By profile, game and processors; within them as the variants are listed. Positions without the defaults are left out. */
function linesOf(rows: readonly SimulatedRow[]): Line[] {
  const placeOf = ({ settings: { profile, processors, depth, place } }: SimulatedRow) =>
    [profile, processors, depth, place.game, place.name].join(' ');
  const defaults = new Map(
    rows.filter((row) => variantOf(row) === DEFAULTS).map((row) => [placeOf(row), row.result]),
  );
  // The searches on one processor, which others are compared with, compare no rules.
  const compared = rows.filter((row) => row.settings.processors > 1 && defaults.has(placeOf(row)));
  const groups = groupBy(compared, ({ settings: { profile, processors, depth, place } }) =>
    [profile, place.game, depth, processors].join(' '),
  );
  return [...groups.values()].flatMap((group) => {
    const { profile, processors, depth, place } = group[0]!.settings;
    return variants.flatMap((variant): Line[] => {
      const own = group.filter((row) => variantOf(row) === variant);
      if (own.length === 0) return [];
      const mean = (pick: (result: SimulatedResult) => number) =>
        average(own.map(({ result }) => pick(result)));
      const ratios = own.map((row) => row.result.speedup / defaults.get(placeOf(row))!.speedup);
      return [
        {
          ...{ profile, game: place.game, depth, processors, variant },
          ratio: estimate(ratios, geometricMean),
          speedup: mean(({ speedup }) => speedup),
          search: mean(({ overheads }) => overheads.search),
          speculative: mean(({ overheads }) => overheads.speculative),
          idle: mean(({ overheads: { startIdle, otherIdle } }) => startIdle + otherIdle),
        },
      ];
    });
  });
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

const textOf = ({ game, depth, processors, variant, ratio, ...line }: Line): string[] => [
  ...[game, String(depth), String(processors), variant, ratio.mean.toFixed(2)],
  ratio.count > 1 ? `${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)}` : '-',
  ...[line.speedup.toFixed(2), percent(line.search), percent(line.speculative), percent(line.idle)],
  String(ratio.count),
];
