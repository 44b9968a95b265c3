// The one request of a search. The library, the command line, messages of a cluster, checkpoints and worker
// threads all carry this record: it is checked and completed once, where it enters the program, and hosts wrap it
// with what only they know (channels, memory, addresses). It is plain JSON.
import type { GameId, Move } from './game.js';
import {
  boolean,
  choice,
  either,
  integer,
  list,
  number,
  object,
  type RecordSchema,
  record,
  type Schema,
  type SchemaNotes,
  text,
} from './schema.js';

/** The values of `mode`. */
export const searchModes = ['exact', 'play'] as const;
/** `exact`: the minimax value of the fixed-depth tree. `play`: as strong as possible. */
export type SearchMode = (typeof searchModes)[number];

/** The values of `method`. */
export const searchMethods = ['negascout', 'alphabeta', 'mtdf'] as const;
/** How the sequential search uses windows at the root. */
export type SearchMethod = (typeof searchMethods)[number];
/** The method when none is given. */
export const DEFAULT_METHOD: SearchMethod = 'negascout';

/** The values of `table`. */
export const tableKinds = ['shared', 'ring', 'local'] as const;
/** One table for all processes, one each with a ring on which they share entries, or one each. */
export type TableKind = (typeof tableKinds)[number];

/** No line of a search is longer; the kernel's depths end at 254. */
export const MAX_DEPTH = 128;
/** Longest time of a search in milliseconds: what timers of JavaScript can wait. */
export const MAX_MS = 2 ** 31 - 1;
/** More moves than any time control has in one period. */
const MAX_MOVES_TO_GO = 1000;
/** Tables and searchers of one kernel share the 4 GiB that it can address. */
export const MAX_HASH_MB = 4000;
/** MiB of the transposition table when nothing is given. */
export const DEFAULT_HASH_MB = 64;
/** More threads than any machine has use for. */
export const MAX_WORKERS = 256;
/** Characters of a position, and positions of the game before it. */
export const MAX_POSITION_TEXT = 100_000;
const MAX_BEFORE = 2000;
/** Moves of a position that a search may be restricted to. */
const MAX_ONLY = 4096;
/** Lines that a search can be asked for. */
export const MAX_LINES = 500;

/** The clock of the player to move, as a limit of the search for that move. */
export interface PlayerClock {
  /** Milliseconds left on the clock now, at least 1. */
  readonly remainingMs: number;
  /** Milliseconds added after every move; 0 if not given. */
  readonly incrementMs?: number;
  /** Moves until time is added, this one included; unknown if not given, as to the end of the game. */
  readonly movesToGo?: number;
}

/** What ends a search: the first limit that is reached. */
export interface SearchLimits {
  /** Plies, 1 to MAX_DEPTH. */
  readonly depth?: number;
  /** Positions searched, at least 1; a search may go over by some thousands. */
  readonly nodes?: number;
  /** Wall time in milliseconds, at least 1; a fraction is taken. */
  readonly ms?: number;
  /**
   * The clock of the player to move: the search takes a sensible part of it, more when the best move is
   * in doubt and hardly any when there is only one, and never all.
   */
  readonly clock?: PlayerClock;
}

/** Settings of an algorithm, checked by its own schema. */
export type AlgorithmSettings = Readonly<Record<string, unknown>>;

/**
 * A search that can be made, with every default filled in, those of the algorithm for the host among them. Hosts pass it
 * on unchanged.
 */
export interface SearchRequest extends SearchLimits {
  /** A name such as `othello`, or the address of the module of a game in plain TypeScript. */
  readonly game: GameId;
  /** In the notation of the game. Empty where a program searches a state of its own, which has no text. */
  readonly position: string;
  /** Positions of the game before this one, the first one first. */
  readonly before: readonly string[];
  /** MAX_DEPTH when nothing else was asked for. */
  readonly depth: number;
  readonly mode: SearchMode;
  /** False: play mode leaves nothing out. */
  readonly selective: boolean;
  /** Name of the algorithm. */
  readonly algorithm: string;
  /** Of this algorithm: what the user gave, and what differs on the host. The rest is the algorithm's own choice. */
  readonly settings: AlgorithmSettings;
  /** Threads or slots of a cluster that search; `auto`: one for each core, or all slots. */
  readonly workers: number | 'auto';
  readonly table: TableKind;
  /** MiB of all transposition tables together, 0 for none. */
  readonly hash: number;
  /** For random choices of an algorithm. */
  readonly seed: number;
  /** True: virtual workers take turns in a fixed order, and every run finds the same. */
  readonly deterministic: boolean;
  /** Moves of the root to search, at least one; all if not given. */
  readonly only?: readonly Move[];
  /** Best lines to find; 1 if not given. */
  readonly lines?: number;
}

/** Bytes of all tables together. */
export const hashBytes = ({ hash }: Pick<SearchRequest, 'hash'>): number =>
  Math.floor(hash * 2 ** 20);

/** The limits among the fields of a request. */
export function limitsOf({ depth, nodes, ms, clock }: SearchLimits): SearchLimits {
  return {
    ...(depth !== undefined && { depth }),
    ...(nodes !== undefined && { nodes }),
    ...(ms !== undefined && { ms }),
    ...(clock !== undefined && { clock }),
  };
}

const limit: SchemaNotes = { code: 'ERR_LIMIT' };
const time: SchemaNotes = { ...limit, unit: 'milliseconds' };

export const clockSchema: RecordSchema<PlayerClock> = record(
  { remainingMs: number(1, MAX_MS, time) },
  {
    incrementMs: number(0, MAX_MS, time),
    movesToGo: integer(1, MAX_MOVES_TO_GO, limit),
  },
  { ...limit, help: 'the clock of the player to move' },
);

/** Descriptions of the limits, by their names. */
export const limitFields = {
  depth: integer(1, MAX_DEPTH, { ...limit, help: 'search at most this deep' }),
  nodes: integer(1, Number.MAX_SAFE_INTEGER, { ...limit, help: 'search about this many nodes' }),
  ms: number(1, MAX_MS, { ...time, help: 'search this many milliseconds' }),
  clock: clockSchema,
};

export const limitsSchema: RecordSchema<SearchLimits> = record({}, limitFields);

/** Descriptions of what is chosen about a search beside its position and limits. */
export const choiceFields = {
  mode: choice(searchModes, { help: 'kind of search' }),
  selective: boolean({ default: true, help: 'play mode: leave out what hardly matters' }),
  settings: object({ default: {}, help: 'settings of the algorithm' }),
  workers: either([choice(['auto']), integer(1, MAX_WORKERS)], {
    default: 'auto',
    help: 'threads or slots that search, or auto: one for each core, all slots of a cluster',
  }),
  table: choice(tableKinds, { help: 'one table for all, one each with a ring, or one each' }),
  hash: number(0, MAX_HASH_MB, {
    default: DEFAULT_HASH_MB,
    unit: 'MiB',
    help: 'size of all tables together in MiB, 0 for none',
  }),
  seed: integer(0, 2 ** 32 - 1, { default: 1, help: 'seed of random choices' }),
  deterministic: boolean({
    default: false,
    help: 'the same nodes every time, for a number of workers and a depth',
  }),
};

const positionText = text(MAX_POSITION_TEXT);

/** The request as JSON; `algorithms` are the names that it may have. Settings are left to the algorithm's schema. */
export const searchRequestSchema = (algorithms: readonly string[]): RecordSchema<SearchRequest> => {
  const { nodes, ms, clock } = limitFields;
  return record(
    {
      game: text(4096),
      position: positionText,
      before: list(positionText, MAX_BEFORE, { default: [] }),
      depth: integer(1, MAX_DEPTH, { ...limitFields.depth.notes, default: MAX_DEPTH }),
      algorithm: choice(algorithms) as Schema<string>,
      ...choiceFields,
    },
    {
      nodes,
      ms,
      clock,
      only: list(integer(0, 2 ** 32 - 1), MAX_ONLY),
      lines: integer(1, MAX_LINES),
    },
  );
};
