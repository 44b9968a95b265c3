// bot(): an opponent for any game. It keeps threads of its own and what it has learnt in its table or tree
// from move to move; its searches never run on the caller's thread.
import { refuseOption } from '../core/errors.js';
import { checkNames, choice, either, integer, requireValue } from '../core/schema.js';
import { choiceFields, MAX_WORKERS } from '../core/search-request.js';
import { refuseInServedThread } from '../hosts/threads/port.js';
import { autoWorkers, canShareMemory } from '../hosts/threads/thread-group.js';
import { FULL_STRENGTH, levelNumber } from '../levels/index.js';
import { mcts } from '../mcts/description.js';
import { AUTO, chooseAlgorithm } from './auto.js';
import {
  type Bot,
  type BotAlgorithm,
  type BotFor,
  type BotOptions,
  botAlgorithms,
  botOptionNames,
  levelSchema,
} from './bot-contract.js';
import { type BotGame, type BotSubject, subjectOf } from './bot-subject.js';
import { resolveDraft } from './search.js';
import type { GivenGame, SearchOptions } from './search-options.js';
import { ThreadBot } from './thread-bot.js';

/**
 * An opponent for a game: a game made by `defineGame`, or the name or notation of one that comes with
 * the library, whose states are Positions and whose moves are codes.
 */
export async function bot<G extends BotGame>(
  game: GivenGame<G>,
  options: BotOptions = {},
): Promise<BotFor<G>> {
  refuseInServedThread();
  checkNames('', options, botOptionNames);
  const level = options.level ?? 'hard';
  requireValue(levelSchema, level, 'level');
  const number = levelNumber(level);
  if (number < FULL_STRENGTH && options.method !== undefined) {
    refuseOption(
      'method',
      options.method,
      'it is for level 10: leave it out, or leave out `level`',
    );
  }
  const { seed } = options;
  if (seed !== undefined) requireValue(choiceFields.seed, seed, 'seed');
  const { algorithm: named = AUTO } = options;
  requireValue(choice([AUTO, ...botAlgorithms]), named, 'algorithm');
  const { workers: asked = 'auto' } = options;
  requireValue(either([choice(['auto']), integer(1, MAX_WORKERS)]), asked, 'workers');
  const subject = await subjectOf(game, options.worker);
  const { worker = options.worker, isLocal = false } = subject;
  if (isLocal && asked !== 'auto' && asked > 1) {
    refuseOption('workers', asked, 'this page searches on its own thread: give the bot a `worker`');
  }
  const algorithm = named === AUTO ? usualAlgorithm(subject, options) : named;
  const strength = number < FULL_STRENGTH ? { level: number, seed: seed ?? drawSeed() } : undefined;
  const isAlone = strength !== undefined || isLocal;
  const draft = await draftOf(subject, { ...options, algorithm }, isAlone);
  const request = { ...draft, game: subject.id, position: '', before: [] };
  const made: Bot<unknown, unknown> = new ThreadBot(subject, request, strength, worker);
  return made as BotFor<G>;
}

/** What all searches of a bot have in common. One that is alone has one thread, unless `workers` says how many. */
async function draftOf(
  subject: BotSubject<unknown, unknown>,
  { hash, selective, method, seed, algorithm, workers: asked = 'auto' }: BotOptions,
  isAlone: boolean,
): Promise<ReturnType<typeof resolveDraft>['draft']> {
  const common = { mode: 'play', hash, selective, seed } as const;
  const settings = method === undefined ? {} : { method };
  const { draft: alone } = resolveDraft({ ...common, settings } as SearchOptions, {
    game: subject.id,
  });
  const automatic = () => {
    if (isAlone) return 1;
    return algorithm === mcts.name ? autoWorkers() : countWorkers(subject, alone.hash);
  };
  const workers = asked === 'auto' ? await automatic() : asked;
  if (workers === 1 && algorithm !== mcts.name) return alone;
  const given = algorithm === mcts.name ? { ...common, method } : common;
  return resolveDraft({ ...given, algorithm, workers } as SearchOptions, { game: subject.id })
    .draft;
}

/** A seed that differs from bot to bot, so that people do not meet the same game twice. */
const drawSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** By random games where nothing else evaluates a position, unless an option of the other searches is given. */
function usualAlgorithm(
  { id: game, evaluates, usesTable }: BotSubject<unknown, unknown>,
  { method, selective, hash }: BotOptions,
): BotAlgorithm {
  if (!evaluates && method === undefined && selective === undefined) return mcts.name;
  return chooseAlgorithm({ game, mode: 'play', workers: 'auto', hash, usesTable }) as BotAlgorithm;
}

/** Without a table, threads have nothing to share. */
async function countWorkers(
  { usesTable }: BotSubject<unknown, unknown>,
  hash: number,
): Promise<number> {
  const isWorthwhile = usesTable && hash > 0 && canShareMemory();
  return isWorthwhile ? autoWorkers() : 1;
}
