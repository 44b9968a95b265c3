// `plyades gpp`: many engines as one, itself an engine for programs with a board.
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { loadGame, PlyadesError } from '../../api/index.js';
import { type EngineGame, engineGames } from '../../engines/engine.js';
import { OWN_ENGINE } from '../../engines/find.js';
import { type GrowthName, growthNames, type RankTable, renamedGrowths } from '../../gpp/index.js';
import { packageVersion } from '../../hosts/package-version.js';
import { protocolOf } from '../../protocols/index.js';
import { TOKEN_VARIABLE } from '../cluster/join.js';
import { addressOf, type ClusterFlags, credsOption, tlsCaOption } from '../cluster-flags.js';
import { choiceOption, integerOption } from '../options.js';
import { ranksOption } from '../ranks.js';
import { openTraceFile } from '../trace-file.js';
import { TraceKeeper } from '../traced-engine.js';

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
  consultation  by the lines that engines report; half of the workers, at most 8, search the whole position
                beside the tree, and all vote: any engine
  pv            by the lines that engines report, without a vote: any engine
  hash          by the positions that a worker's table has searched deepest: engines with our extension, such as
                plyades
  random        the best move and then any: for comparisons

Options of the engine: Hash (MiB of every worker), MultiPV, Ponder, Move Overhead. An engine that fails is started
again; one that stays down leaves the team, and an 'info string' says so.

With --trace each search that has answered replaces the file: the tree, and what every worker did. After a ponderhit the
trace begins again, at the position on the board. 'plyades studio' opens .plytrace files.

Examples:
  $ plyades gpp --engine stockfish --workers 8
  $ plyades gpp --engine stockfish --engine glaurung --workers 4
  $ plyades gpp --engine plyades --growth hash --workers 4
  $ plyades gpp --engine stockfish --workers 4 --trace last.plytrace
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
  readonly trace?: string;
}

export function gppCommand(): Command {
  return new Command('gpp')
    .description('combine several engines into one: UCI, or USI for shogi')
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
    .option(
      '--cluster <address>',
      "engines of 'plyades engine-host' elsewhere: nats://HOST:PORT, or a token",
    )
    .addOption(credsOption())
    .addOption(tlsCaOption())
    .addOption(
      choiceOption(
        '--growth <way>',
        'consultation if not given, hash with plyades, pv with several',
        growthNames,
        renamedGrowths,
      ),
    )
    .addOption(ranksOption())
    .addOption(integerOption('--hash <MiB>', 'table of every engine', 1, 65_536))
    .addOption(integerOption('--seed <number>', 'for random growth', 0, 2 ** 32 - 1).default(1))
    .option('--trace <file>', 'write what each search did: .plytrace, .pftrace or .json')
    .addHelpText('after', EXAMPLES)
    .action(gpp);
}

async function gpp(flags: Flags): Promise<void> {
  const { serve } = await import('../../engines/index.js');
  const { deferEngineTeam, usualGrowth } = await import('../../gpp/engines/index.js');
  const { game: id, ranks, hash, seed } = flags;
  const { names, workers, kinds } = await whoPlays(flags);
  const isRemote = flags.cluster !== undefined;
  const { growth = isRemote ? 'pv' : usualGrowth(names) } = flags;
  const file = await openTraceFile(flags.trace, workers + 1);
  const game = await loadGame(id);
  const write = (line: string) => process.stdout.write(`${line}\n`);
  // The program that started this one says when to end, by `quit` or by closing our input.
  process.on('SIGINT', () => {});
  const note = (text: string) => write(`info string ${text}`);
  const traces = flags.trace === undefined ? undefined : new TraceKeeper(file, note);
  const { engine: team, started } = deferEngineTeam(game, {
    game: id,
    engines: names,
    workers,
    growth,
    seed,
    name: `Plyades ${packageVersion()}: ${workers} of ${kinds}, growth by ${growth}`,
    onNote: note,
    ...(traces && { trace: traces.trace }),
    ...(ranks && { ranks }),
    ...(hash !== undefined && { hash }),
    ...(isRemote && { measure: true, handshakeMs: FAR_HANDSHAKE_MS }),
  });
  const engine = traces?.keep(team) ?? team;
  // A team that cannot be started ends the program at once.
  const failure = started.then(() => new Promise<never>(() => {}));
  try {
    const protocol = protocolOf(id);
    await Promise.race([failure, serve({ protocol, game, engine, input: process.stdin, write })]);
    await started;
    await traces?.written;
  } finally {
    process.stdin.destroy();
  }
}

/** Engines of this machine, or one link for each slot that engine hosts of a cluster have. */
async function whoPlays(
  flags: Flags,
): Promise<{ names: readonly string[]; workers: number; kinds: string }> {
  const { cluster: server, game, engine, creds, tlsCa } = flags;
  const kinds = [...new Set(engine ?? [OWN_ENGINE])].join(' and ');
  if (server === undefined) {
    return { names: engine ?? [OWN_ENGINE], workers: flags.workers ?? DEFAULT_WORKERS, kinds };
  }
  const { countEngines } = await import('../../cluster/engine-link.js');
  const there = await countEngines(await addressOf(server, flags), game);
  if (there === 0) {
    const advice = "start some with 'plyades engine-host --engine NAME'";
    throw new PlyadesError('ERR_CLUSTER', `no engine host offers ${game}: ${advice}`);
  }
  const program = fileURLToPath(new URL('../main.js', import.meta.url));
  const words = [process.execPath, program, 'engine-link', '--game', game];
  const { looksLikeToken } = await import('../../hosts/nats/token.js');
  if (looksLikeToken(server)) process.env[TOKEN_VARIABLE] = server;
  else words.push('--server', server);
  if (creds !== undefined) words.push('--creds', creds);
  if (tlsCa !== undefined) words.push('--tls-ca', tlsCa);
  const named = (engine ?? ['']).map((name) =>
    [...words, ...(name === '' ? [] : ['--engine', name])].map((word) => `"${word}"`).join(' '),
  );
  const workers = Math.min(flags.workers ?? there, there, MOST_WORKERS);
  return { names: named, workers, kinds: engine === undefined ? 'the cluster' : kinds };
}
