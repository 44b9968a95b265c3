// Which sequential search the speedups are over: the three methods of the sequential search on positions of the tables,
// in nodes and in time on one core of this machine, for the same value.
import { search } from 'plyades/internal/api/search.js';
import type { SearchQuery } from 'plyades/internal/api/search-options.js';
import { closeAll } from 'plyades/internal/api/threads.js';
import { type SearchMethod, searchMethods } from 'plyades/internal/core/search-request.js';
import type { Experiment, ExperimentRun, Scale } from '../experiment.js';
import {
  checkersPositions,
  chessPositions,
  dimensionsOf,
  othelloFinal,
  positionOf,
  spread,
  type TestPosition,
} from '../positions.js';
import { average, groupBy } from '../statistics.js';

interface MethodSettings {
  readonly place: TestPosition;
  readonly method: SearchMethod;
  readonly depth: number;
  /** MiB. */
  readonly hash: number;
}

interface MethodResult {
  readonly value: number;
  readonly nodes: number;
  /** Wall time on one core. */
  readonly seconds: number;
}

const HASH = 256;

interface Size {
  readonly positions: number;
  readonly depths: Readonly<Record<TestPosition['game'], number>>;
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: { positions: 1, depths: { othello: 8, checkers: 8, chess: 4 } },
  short: { positions: 5, depths: { othello: 12, checkers: 16, chess: 7 } },
  full: { positions: 21, depths: { othello: 13, checkers: 18, chess: 8 } },
};

const sets = [othelloFinal, checkersPositions, chessPositions];

export const sequentialMethods: Experiment<MethodSettings, MethodResult> = {
  name: 'aphid/sequential',
  about: 'methods of the sequential search on positions of the tables: nodes and time',
  runs: (scale) => {
    const { positions, depths } = SIZES[scale];
    return sets.flatMap((places) =>
      spread(places, Math.min(positions, places.length)).flatMap((place) =>
        searchMethods.map((method): ExperimentRun<MethodSettings> => {
          const depth = depths[place.game] + (place.extra ?? 0);
          const id = `${place.game}, ${place.name}, ${method}, depth ${depth}, ${HASH} MiB`;
          return { id, settings: { place, method, depth, hash: HASH } };
        }),
      ),
    );
  },
  dimensions: dimensionsOf,
  async perform({ place, method, depth, hash }, { signal }) {
    const position = await positionOf(place);
    const query = {
      ...{ position, depth, hash, settings: { method }, signal },
      ...{ mode: 'exact', algorithm: 'sequential' },
    };
    const { value, nodes, seconds, status } = await search(query as SearchQuery).result;
    await closeAll();
    if (status === 'aborted') throw new DOMException('the search was aborted', 'AbortError');
    return { value, nodes, seconds };
  },
  summarize(rows) {
    const figures = [...groupBy(rows, ({ settings }) => settings.place.game)].flatMap(
      ([game, same]) =>
        [...groupBy(same, ({ settings }) => settings.method)].map(([method, group]) => ({
          ...{ game, method, positions: group.length },
          nodes: average(group.map(({ result }) => result.nodes)),
          seconds: average(group.map(({ result }) => result.seconds)),
        })),
    );
    return {
      tables: [
        {
          title: 'The sequential search by method, one core, the same value',
          head: ['game', 'method', 'M nodes', 'seconds', 'positions'],
          rows: figures.map(({ game, method, nodes, seconds, positions }) => [
            ...[game, method, (nodes / 1e6).toFixed(2), seconds.toFixed(2), String(positions)],
          ]),
        },
      ],
      figures,
      plot: {
        title: 'The sequential search by method',
        x: { title: 'method', scale: 'names' },
        y: { title: 'seconds', scale: 'linear' },
        points: figures.map(({ game, method, seconds }) => ({
          ...{ x: method, y: seconds, series: 'one core', facet: game },
        })),
      },
    };
  },
};
