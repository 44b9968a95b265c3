// Players by name, as a command line has them: an engine, or one with something in front of it.
//
//   stockfish                 a program, or `plyades`, our own engine
//   gpp:8:stockfish           eight of them as one (P-GPP); growth by name: gpp:8:random:stockfish
//   linear:8:stockfish        one with eight times the allowance: what a perfect eightfold speedup would be
//   forget:stockfish          one that empties its table every time it has found a move
import type { LoadedGame } from '../api/index.js';
import { type InputError, inputError, quote } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
import {
  type Engine,
  type EngineEvent,
  type EngineGame,
  findEngine,
  OWN_ENGINE,
  startEngine,
} from '../engines/index.js';
import {
  type Accumulation,
  BudgetTeam,
  type BudgetWorker,
  checkGrowth,
  createMoveOrdering,
  createOwnWorkers,
  EngineWorker,
} from '../gpp/engines/index.js';
import { type GrowthName, growthNames, type RankTable, renamedGrowths } from '../gpp/index.js';
import { findOption, hashOptionOf, protocolOf } from '../protocols/index.js';
import { EnginePlayer, type MoveBudget, type Player, TeamPlayer } from './player.js';

export interface PlayerEntry {
  /** As it was written. */
  readonly name: string;
  readonly engine: string;
  readonly kind: 'single' | 'linear' | 'forget' | 'gpp';
  /** Workers of a team, or how many times the allowance; 1 for others. */
  readonly size: number;
  /** Of a team. */
  readonly growth: GrowthName;
}

/** More engines would not fit any machine of today. */
export const MAX_TEAM = 512;

/** MiB of table of our own workers, if not given. */
const OWN_HASH_MIB = 4;

/** Reads the name of a player. */
export function parseEntry(text: string): Result<PlayerEntry, InputError> {
  const single = { name: text, engine: text, kind: 'single', size: 1, growth: 'pv' } as const;
  const [, kind, rest = ''] = /^(gpp|linear|forget):(.*)$/s.exec(text) ?? [];
  if (kind === undefined) return ok(single);
  if (kind === 'forget') {
    if (rest === '') return refuse(text, text.length, 'names no engine');
    return ok({ ...single, engine: rest, kind });
  }
  const [, number = '', after = ''] = /^([^:]*):?(.*)$/s.exec(rest)!;
  const size = /^\d{1,4}$/.test(number) ? Number(number) : 0;
  if (size < 1 || size > MAX_TEAM) {
    return refuse(text, kind.length + 1, `needs a number from 1 to ${MAX_TEAM} behind ${kind}`);
  }
  const [, word, last] = /^(\w+):(.*)$/s.exec(after) ?? [];
  const growth = growthNames.find((name) => name === word);
  if (kind === 'gpp' && word !== undefined && Object.hasOwn(renamedGrowths, word)) {
    const at = text.length - after.length;
    return refuse(
      text,
      at,
      `names the growth ${word}, which is called ${renamedGrowths[word]} now`,
    );
  }
  const engine = kind === 'gpp' && growth !== undefined ? last! : after;
  if (engine === '') return refuse(text, text.length, 'names no engine');
  if (kind === 'linear') return ok({ ...single, engine, kind, size });
  // As in `plyades gpp`: our own engine lists its table; other engines vote.
  const usual = engine === OWN_ENGINE ? 'hash' : 'consultation';
  return ok({ ...single, engine, kind: 'gpp', size, growth: growth ?? usual });
}

function refuse(text: string, at: number, what: string): Result<never, InputError> {
  const expected =
    'expected ENGINE, gpp:N:ENGINE, gpp:N:GROWTH:ENGINE, linear:N:ENGINE or forget:ENGINE';
  return err(inputError('ERR_VALUE', `${quote(text)} ${what}: ${expected}`, text, at));
}

export interface RosterOptions {
  readonly game: LoadedGame;
  /** The allowance of one engine per move: nodes, or milliseconds. */
  readonly nodes?: number;
  readonly ms?: number;
  /** With nodes: whether players go on while the other one thinks. */
  readonly ponder?: boolean;
  /** Share of its allowance that a team does without, for what messages would cost; 0 if not given. */
  readonly withheld?: number;
  /** MiB of table for each engine. */
  readonly hash?: number;
  /** Options of programs by their names, for those that have them. */
  readonly options?: Readonly<Record<string, string>>;
  readonly ranks: RankTable;
  readonly accumulation?: Accumulation;
  readonly seed?: number;
  readonly onEvent?: (player: string, event: EngineEvent) => void;
}

/** Starts the engines of a player. Throws when one is missing, or when a team is to play by the clock. */
export async function createPlayer(entry: PlayerEntry, options: RosterOptions): Promise<Player> {
  const { nodes, ms = 1000, ponder = false, withheld = 0 } = options;
  const { kind, size, name } = entry;
  if (nodes === undefined) {
    const allowance: MoveBudget = { kind: 'time', ms: kind === 'linear' ? size * ms : ms };
    return new EnginePlayer(name, await start(entry, options), allowance, kind === 'forget');
  }
  const rest = ponder ? nodes : 0;
  if (kind === 'gpp') {
    const team = await createTeam(entry, options);
    const think = Math.max(1, Math.round(nodes * (1 - withheld)));
    return new TeamPlayer(name, team, { think, ponder: rest });
  }
  // The time to ponder depends on the opponent's allowance, not on one's own.
  const budget = { think: kind === 'linear' ? size * nodes : nodes, ponder: rest };
  // Our own engine needs no program; alone it is a team of one, which is the same.
  if (isOwn(entry)) {
    const team = await createTeam({ ...entry, size: 1, growth: 'pv' }, options);
    return new TeamPlayer(name, team, budget, kind === 'forget');
  }
  const engine = await start(entry, options);
  return new EnginePlayer(name, engine, { kind: 'nodes', nodes: budget }, kind === 'forget');
}

const isOwn = ({ engine }: PlayerEntry): boolean => engine === OWN_ENGINE;

async function createTeam(entry: PlayerEntry, options: RosterOptions): Promise<BudgetTeam> {
  const { game, ranks, seed = 1 } = options;
  const workers = await (isOwn(entry) ? ownWorkers(entry, options) : programs(entry, options));
  const { growth } = entry;
  const ordering = growth === 'random' ? {} : { ordering: await createMoveOrdering(game.id) };
  return new BudgetTeam({ game, workers, growth, ranks, seed, ...ordering });
}

function ownWorkers({ size }: PlayerEntry, { game, hash }: RosterOptions) {
  return createOwnWorkers({ game, count: size, hash: hash ?? OWN_HASH_MIB });
}

async function programs(entry: PlayerEntry, options: RosterOptions): Promise<BudgetWorker[]> {
  const engines: Engine[] = [];
  try {
    for (let i = 0; i < entry.size; i++) {
      engines.push(await start(entry, options));
      checkGrowth(entry.growth, engines);
    }
    return engines.map((engine) => new EngineWorker(engine, options.accumulation));
  } catch (error) {
    await Promise.all(engines.map((engine) => engine.close()));
    throw error;
  }
}

async function start({ engine, name }: PlayerEntry, roster: RosterOptions): Promise<Engine> {
  const { game, hash, onEvent, options = {} } = roster;
  const id = game.id as EngineGame;
  const started = await startEngine({
    ...findEngine(engine, id),
    game: id,
    options: hash === undefined ? {} : { [hashOptionOf(protocolOf(id))]: hash },
    ...(onEvent && { onEvent: (event) => onEvent(name, event) }),
  });
  try {
    for (const [option, value] of Object.entries(options)) {
      if (findOption(started.options, option)) await started.setOption(option, value);
    }
    return started;
  } catch (error) {
    await started.close();
    throw error;
  }
}
