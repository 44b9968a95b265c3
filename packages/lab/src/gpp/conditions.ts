// What is compared in figures 4a and 4b: a way to use several workers, each with some nodes a move, against
// one. The conditions are the paper's: the one ponders the position of the game and keeps its table, a team
// does without 5 % of its nodes on its own moves, and a linear speedup does not ponder longer than others. Its
// seconds are numbers of nodes here, so that the result depends on nothing else; what a node costs in the
// paper's second is some 500 times as much.
import type { Accumulation } from 'plyades/internal/gpp/engines/index.js';
import type { Scale } from '../experiment.js';

export const ways = ['pv', 'consultation', 'hash', 'random', 'linear', 'forget'] as const;
/** How a team's tree grows; or one engine with `workers` times the nodes, or one that empties its table. */
export type TeamVariant = (typeof ways)[number];

export interface Condition {
  readonly engine: string;
  readonly way: TeamVariant;
  readonly workers: number;
  /** Per move and worker. */
  readonly nodes: number;
  readonly accumulation: Accumulation;
}

/** Per move of a worker. */
const NODES = 2000;
const MORE_NODES = 10_000;
const FEW_NODES = 200;

/** Workers and pairs of games of each. */
const TEAMS: Readonly<Record<Scale, readonly number[]>> = {
  smoke: [1, 4],
  short: [1, 4, 8],
  full: [8, 32, 1, 4, 16, 60],
};

/** Pairs of a condition. */
export const PAIRS: Readonly<Record<Scale, number>> = { smoke: 1, short: 4, full: 200 };

/** Conditions in the order in which they are looked at. */
export function conditionsOf(scale: Scale, engine: string): readonly Condition[] {
  const own = /^plyades\b/.test(engine);
  const base = {
    engine,
    nodes: scale === 'smoke' ? FEW_NODES : NODES,
    accumulation: 'again',
  } as const;
  // Growth by hash needs an engine that lists its table; growth by lines can be had with any.
  const growths: readonly TeamVariant[] = own ? ['hash', 'pv'] : ['consultation', 'pv'];
  const teams = TEAMS[scale].flatMap((workers) =>
    growths.map((way) => ({ ...base, way, workers })),
  );
  if (scale === 'smoke') return teams;
  const beside = scale === 'short' ? [8] : [8, 32];
  return [
    ...teams,
    ...beside.flatMap((workers) => [
      { ...base, way: 'random' as const, workers },
      { ...base, way: 'linear' as const, workers },
    ]),
    { ...base, way: 'forget', workers: 1 },
    // Linear speedups by small factors: by them an effective speedup is read off.
    { ...base, way: 'linear', workers: 2 },
    { ...base, way: 'linear', workers: 4 },
    ...(scale === 'full'
      ? [
          // Our own search goes on exactly; only programs begin again.
          ...(own
            ? []
            : growths.map((way) => ({
                ...base,
                way,
                workers: 8,
                accumulation: 'restart' as const,
              }))),
          ...growths.map((way) => ({ ...base, way, workers: 8, nodes: MORE_NODES })),
          { ...base, way: 'linear' as const, workers: 8, nodes: MORE_NODES },
        ]
      : []),
  ];
}

/** The player of a condition, as a roster reads it. */
export function entryOf({ engine, way, workers }: Condition): string {
  if (way === 'forget') return `forget:${engine}`;
  return way === 'linear' ? `linear:${workers}:${engine}` : `gpp:${workers}:${way}:${engine}`;
}

/** Such as `growth by pv`. */
export function nameOf({ way, accumulation, nodes }: Condition): string {
  const name = {
    pv: 'growth by pv',
    consultation: 'growth by pv, advisers',
    hash: 'growth by hash',
    random: 'random growth',
    linear: 'linear speedup',
    forget: 'table emptied',
  }[way];
  const more = nodes > NODES ? `, ${nodes} nodes` : '';
  return `${name}${accumulation === 'restart' ? ', started again each move' : ''}${more}`;
}
