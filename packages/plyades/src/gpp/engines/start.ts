// The engines of a team: all of them started or none, and, where they differ, how fast each one is. As many start
// at a time as the machine has cores: engines that load much at the start would miss their deadlines otherwise.
import { availableParallelism } from 'node:os';
import { PlyadesError, quote, refuse } from '../../core/errors.js';
import {
  type Engine,
  type EngineGame,
  findEngine,
  goForTime,
  startEngine,
} from '../../engines/index.js';
import { hashOptionOf, protocolOf } from '../../protocols/index.js';
import { type GrowthName, growthNames, renamedGrowths } from '../index.js';

export interface StartEnginesOptions {
  readonly game: EngineGame;
  /** Programs, as `findEngine` takes them; they take turns. */
  readonly names: readonly string[];
  readonly workers: number;
  /** MiB of table for each. */
  readonly hash?: number;
  /** As in EngineSettings: for engines that take long to start. */
  readonly handshakeMs?: number;
  /** Gets a sentence about each later fault. */
  readonly onNote?: (text: string) => void;
}

/** Rejects when one of them cannot be started, and leaves none behind. */
export async function startEngines(options: StartEnginesOptions): Promise<Engine[]> {
  const { game, names, workers, hash, handshakeMs, onNote } = options;
  const option = hashOptionOf(protocolOf(game));
  const start = async (i: number, before: Promise<Engine> | undefined) => {
    // Where one could not be started the next ones are not tried.
    await before;
    return startEngine({
      ...findEngine(names[i % names.length]!, game),
      game,
      seed: i + 1,
      ...(hash !== undefined && { options: { [option]: hash } }),
      ...(handshakeMs !== undefined && { handshakeMs }),
      onEvent(event) {
        if (event.type !== 'fault') return;
        onNote?.(`worker ${i + 1}: ${event.code}: ${event.message}`);
      },
    });
  };
  const starts: Promise<Engine>[] = [];
  for (let i = 0; i < workers; i++) starts.push(start(i, starts[i - availableParallelism()]));
  const results = await Promise.allSettled(starts);
  const engines = results.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const failed = results.find((each) => each.status === 'rejected');
  try {
    if (failed !== undefined) throw failed.reason;
    for (const engine of new Map(engines.map((each) => [each.name, each])).values()) {
      await checkSearchMoves(engine);
    }
    return engines;
  } catch (error) {
    await Promise.all(engines.map((engine) => engine.close()));
    throw error;
  }
}

/** Moves that no engine would choose, where games begin. */
const ODD_MOVES: Readonly<Record<EngineGame, string>> = { chess: 'f2f3', shogi: '5i4h' };
const CHECK_MS = 50;

/** A worker must search only its `searchmoves`; ERR_ENGINE_MOVE for one that does not. */
async function checkSearchMoves(engine: Engine): Promise<void> {
  const searchMoves = [ODD_MOVES[engine.game]];
  try {
    await engine.search({
      setup: { moves: [] },
      go: { ...goForTime(engine.game, CHECK_MS), searchMoves },
    });
  } catch (error) {
    // Some engines play another move, some end when they receive `searchmoves`.
    const code = error instanceof PlyadesError ? error.code : undefined;
    const why =
      code === 'ERR_ENGINE_MOVE'
        ? `${engine.name} does not keep to the moves that \`searchmoves\` names`
        : code === 'ERR_ENGINE_EXIT'
          ? `${(error as Error).message}, in a search of the moves that \`searchmoves\` names`
          : undefined;
    if (code === undefined || why === undefined) throw error;
    const message = `${why}, so it cannot be a worker of a team: choose another engine`;
    throw new PlyadesError(code, message);
  }
  await engine.newGame();
}

/** ERR_OPTION for an unknown growth, and for growth by hash with engines that do not list their tables. */
export function checkGrowth(growth: GrowthName, engines: readonly Engine[]): void {
  if (!growthNames.includes(growth)) {
    const name = String(growth);
    const hint = Object.hasOwn(renamedGrowths, name)
      ? `; ${name} is called ${renamedGrowths[name]} now`
      : '';
    const message = `growth by ${quote(name)} is refused: expected ${growthNames.join(', ')}${hint}`;
    refuse('ERR_OPTION', message, name);
  }
  const unable = engines.find(({ extensions }) => !extensions.includes('hash'));
  if (growth !== 'hash' || unable === undefined) return;
  const message = `growth by hash needs engines that list their tables, and ${unable.name} does not; take pv`;
  refuse('ERR_OPTION', message, growth);
}

const MEASURE_MS = 200;

/** Another kind of engine counts as no more than this part of the slowest of the first kind. */
const OTHER_KIND = 0.25;

/** Nodes per second of an engine that does not count them, or that failed. */
const SLOWEST = 1;

/**
 * How fast each engine is, measured one after the other: nodes per second, 1 for those that do not count nodes.
 * Nodes of different programs cannot be compared: engines of another name than the first one come after all
 * that have its name, in the order that the user gave. An engine that fails here counts as the slowest: its
 * supervisor starts it again, and it leaves the team if it stays down. Rejects with the first fault when all
 * fail, and with the signal's reason when that is aborted.
 */
export async function measureSpeeds(
  engines: readonly Engine[],
  signal?: AbortSignal,
): Promise<number[]> {
  const measured: number[] = [];
  const faults: PlyadesError[] = [];
  for (const engine of engines) {
    signal?.throwIfAborted();
    try {
      measured.push(await measureSpeed(engine));
    } catch (error) {
      if (!(error instanceof PlyadesError)) throw error;
      faults.push(error);
      measured.push(SLOWEST);
    }
  }
  if (faults.length === engines.length && faults[0] !== undefined) throw faults[0];
  const isFirst = (i: number) => engines[i]!.name === engines[0]!.name;
  const slowest = Math.min(...measured.filter((_, i) => isFirst(i)));
  return measured.map((speed, i) => (isFirst(i) ? speed : Math.min(speed, OTHER_KIND * slowest)));
}

async function measureSpeed(engine: Engine): Promise<number> {
  const go = goForTime(engine.game, MEASURE_MS);
  const { nodes, ms } = await engine.search({ setup: { moves: [] }, go });
  await engine.newGame();
  return Math.max(SLOWEST, (1000 * nodes) / Math.max(1, ms));
}
