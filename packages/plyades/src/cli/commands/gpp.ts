// `plyades gpp`: many engines as one, itself an engine for programs with a board.
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { type LoadedGame, loadGame, PlyadesError } from '../../api/index.js';
import { type EngineGame, engineGames } from '../../engines/engine.js';
import { OWN_ENGINE } from '../../engines/find.js';
import type { ServedEngine } from '../../engines/served-engine.js';
import { type GrowthName, growthNames, type RankTable, stockfishRanks } from '../../gpp/index.js';
import { addressOf, type ClusterFlags, credsOption, tlsCaOption } from '../cluster-flags.js';
import { choiceOption, integerOption } from '../options.js';
import { ranksOption } from '../ranks.js';
import { packageVersion } from '../version.js';

const MOST_WORKERS = 512;
const DEFAULT_WORKERS = 4;
/** An engine of another machine is started there, by a program that is started here. */
const FAR_HANDSHAKE_MS = 60_000;

const EXAMPLES = `
A program with a board starts it like any engine (UCI for chess, USI with --game shogi) and gets what all workers
think together: a tree of positions from the current one, a worker on each, values by minimax. Workers on
positions that are still in the tree go on when a move is played. With several --engine they take turns; the first
one is the strongest: it gets the root, and of several with its name the one that is much faster than the others.

Growth of the tree:
  council by the lines that engines report; half of the workers, at most 8, search the whole position beside the
          tree, and all vote: any engine
  pv      by the lines that engines report, without a vote: any engine
  hash    by the positions that a worker's table has searched deepest: engines with our extension, such as plyades
  random  the best move and then any: for comparisons

Options of the engine: Hash (MiB of every worker), MultiPV, Ponder, Move Overhead. An engine that falls is started
again; one that stays down leaves the team, and an 'info string' says so.

Examples:
  $ plyades gpp --engine stockfish --workers 8
  $ plyades gpp --engine stockfish --engine glaurung --workers 4
  $ plyades gpp --engine plyades --growth hash --workers 4
  $ plyades gpp --game shogi --engine fairy-stockfish --workers 4
  $ plyades gpp --cluster nats://hub:4222     with the engines of other machines, see 'plyades engine-host'
  $ plyades install-engine ./plyades-gpp gpp --engine stockfish --workers 8`;

interface Flags extends ClusterFlags {
  readonly game: EngineGame;
  readonly engine?: readonly string[];
  readonly cluster?: string;
  readonly workers?: number;
  readonly growth?: GrowthName;
  readonly ranks?: RankTable;
  readonly hash?: number;
  readonly seed: number;
}

export function gppCommand(): Command {
  return new Command('gpp')
    .description('Be one engine made of many: UCI, or USI for shogi.')
    .addOption(choiceOption('--game <game>', 'the game', engineGames).default('chess'))
    .option(
      '--engine <name>',
      "a program, or 'plyades', our own engine; may be given again (default: plyades)",
      (name: string, before: readonly string[] = []) => [...before, name],
    )
    .addOption(
      integerOption(
        '--workers <number>',
        `engines in all (default: ${DEFAULT_WORKERS}, on a cluster all there are)`,
        1,
        MOST_WORKERS,
      ),
    )
    .option('--cluster <address>', "engines of 'plyades engine-host' elsewhere: nats://HOST:PORT")
    .addOption(credsOption())
    .addOption(tlsCaOption())
    .addOption(
      choiceOption(
        '--growth <way>',
        'council if not given, hash with plyades, pv with several',
        growthNames,
      ),
    )
    .addOption(ranksOption())
    .addOption(integerOption('--hash <MiB>', 'table of every engine', 1, 65_536))
    .addOption(integerOption('--seed <number>', 'for random growth', 0, 2 ** 32 - 1).default(1))
    .addHelpText('after', EXAMPLES)
    .action(gpp);
}

async function gpp(flags: Flags): Promise<void> {
  const { serve } = await import('../../engines/index.js');
  const { createDeferredEngine, TEAM_AUTHOR, teamOptions } = await import(
    '../../gpp/engines/index.js'
  );
  const { game: id } = flags;
  const { names, workers, kinds } = await whoPlays(flags);
  // Engines of different strength should not outvote the strongest.
  const usual = names.length > 1 || flags.cluster !== undefined ? 'pv' : 'council';
  const { growth = kinds === OWN_ENGINE ? 'hash' : usual } = flags;
  const game = await loadGame(id);
  const write = (line: string) => process.stdout.write(`${line}\n`);
  const note = (text: string) => write(`info string ${text}`);
  const name = `Plyades ${packageVersion()}: ${workers} of ${kinds}, growth by ${growth}`;
  // The program that started this one says when to end, by `quit` or by closing our input.
  process.on('SIGINT', () => {});
  const leaving = new AbortController();
  const settings = { ...flags, engine: names, workers, growth };
  const team = startThinker(game, settings, name, note, leaving.signal);
  // A team that cannot be started ends the program, whatever the client says next.
  const failure = team.then(() => new Promise<never>(() => {}));
  try {
    const options = teamOptions(id);
    await Promise.race([
      failure,
      serve({
        protocol: id === 'shogi' ? 'usi' : 'uci',
        game,
        engine: createDeferredEngine({ name, author: TEAM_AUTHOR, options }, team, () =>
          leaving.abort(),
        ),
        input: process.stdin,
        write,
      }),
    ]);
    await team;
  } catch (error) {
    if (!leaving.signal.aborted || error !== leaving.signal.reason) throw error;
  } finally {
    process.stdin.destroy();
  }
}

/** Leaves no engine behind when it rejects: a running child would keep the program alive. */
async function startThinker(
  game: LoadedGame,
  flags: Flags & Required<Pick<Flags, 'engine' | 'growth' | 'workers'>>,
  name: string,
  onNote: (text: string) => void,
  signal: AbortSignal,
): Promise<ServedEngine> {
  const { checkGrowth, createTeamEngine, measureSpeeds, createMoveOrdering, startEngines } =
    await import('../../gpp/engines/index.js');
  const { game: id, engine: names, growth, workers, hash, seed, ranks = stockfishRanks } = flags;
  const engines = await startEngines({
    game: id,
    names,
    workers,
    ...(hash !== undefined && { hash }),
    ...(flags.cluster !== undefined && { handshakeMs: FAR_HANDSHAKE_MS }),
    onNote,
  });
  try {
    checkGrowth(growth, engines);
    const unequal = names.length > 1 || flags.cluster !== undefined;
    const speeds = unequal ? await measureSpeeds(engines, signal) : undefined;
    return createTeamEngine({
      game,
      engines,
      growth,
      ranks,
      seed,
      clock: performance,
      ordering: await createMoveOrdering(id),
      name,
      onNote,
      ...(speeds && { speeds }),
    });
  } catch (error) {
    await Promise.all(engines.map((each) => each.close()));
    throw error;
  }
}

/** Engines of this machine, or one link for each place that engine hosts of a cluster have. */
async function whoPlays(
  flags: Flags,
): Promise<{ names: readonly string[]; workers: number; kinds: string }> {
  const { cluster: server, game, engine, creds, tlsCa } = flags;
  const kinds = [...new Set(engine ?? [OWN_ENGINE])].join(' and ');
  if (server === undefined) {
    return { names: engine ?? [OWN_ENGINE], workers: flags.workers ?? DEFAULT_WORKERS, kinds };
  }
  const { connectAs } = await import('../../hosts/nats/index.js');
  const { countEngines } = await import('../cluster/engine-link.js');
  const cluster = await connectAs('master', await addressOf(server, flags), 'plyades gpp');
  const there = await countEngines(cluster, game).finally(() => cluster.connection.close());
  if (there === 0) {
    const advice = "start some with 'plyades engine-host --engine NAME'";
    throw new PlyadesError('ERR_CLUSTER', `no engine host offers ${game}: ${advice}`);
  }
  const program = fileURLToPath(new URL('../main.js', import.meta.url));
  const words = [process.execPath, program, 'engine-link', '--game', game, '--server', server];
  if (creds !== undefined) words.push('--creds', creds);
  if (tlsCa !== undefined) words.push('--tls-ca', tlsCa);
  const named = (engine ?? ['']).map((name) =>
    [...words, ...(name === '' ? [] : ['--engine', name])].map((word) => `"${word}"`).join(' '),
  );
  const workers = Math.min(flags.workers ?? there, there, MOST_WORKERS);
  return { names: named, workers, kinds: engine === undefined ? 'the cluster' : kinds };
}
