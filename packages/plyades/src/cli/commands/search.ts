// `plyades search`: the best move and the value of a position. Without limits it thinks for three
// seconds as it would in a game; with a depth alone it searches that fixed tree exactly, so that the
// same command gives the same value everywhere.
import { Command } from 'commander';
import { playable } from '../../api/games.js';
import {
  AUTO,
  algorithms,
  chooseAlgorithm,
  DEFAULT_HASH_MB,
  descriptions,
  MAX_DEPTH,
  MAX_HASH_MB,
  MAX_WORKERS,
  type PlayerClock,
  type Position,
  type SearchAlgorithm,
  type SearchMode,
  type SearchQuery,
  searchModes,
  stopReasons,
  type TableKind,
  tableKinds,
} from '../../api/index.js';
import { mcts } from '../../mcts/description.js';
import { type ClusterFlags, credsOption, tlsCaOption } from '../cluster-flags.js';
import {
  addPositionOptions,
  choiceOption,
  clockOption,
  gameArgument,
  integerOption,
  MAX_TIME,
  type PositionFlags,
  setUp,
  workersOption,
} from '../options.js';
import { runSearch } from '../search-run.js';
import { addSettingsOptions, type SettingsFlags, settingsOf } from '../settings.js';

const DEFAULT_GAME = 'othello';
const DEFAULT_MS = 3000;
const marking = algorithms.filter((name) => descriptions[name].needsTable);
const players = algorithms.filter((name) => descriptions[name].modes.includes('play'));
/** Where an algorithm plays some games only, they are named. */
const playing = players.map((name) => {
  const { plays } = descriptions[name];
  return plays === undefined ? name : `${name} (${plays.join(', ')})`;
});

/** What searches when no algorithm is named. */
const USUAL = [
  `${chooseAlgorithm({})} on one thread`,
  `with --workers the fastest for game and mode, such as ${chooseAlgorithm({ workers: AUTO, mode: 'exact' })} or ${chooseAlgorithm({ workers: AUTO })}`,
  `on a cluster ${chooseAlgorithm({ onCluster: true })}`,
].join(', ');
const ALGORITHMS = algorithms.map((name) => `  ${name.padEnd(16)}${descriptions[name].help}`);

const EXAMPLES = `
Limits may be combined; the first one that is reached ends the search. Without any, it thinks for
${DEFAULT_MS / 1000} seconds. The mode is exact when --depth is the only limit (the minimax value of the tree of
that depth, the same with every method and table), otherwise play (as strong as it can be) with
${playing.join(', ')};
the other algorithms are always exact.

Algorithms:
${ALGORITHMS.join('\n')}

With --json the last line of stdout is one object:
  game, position, algorithm, mode, status (what ended it: ${stopReasons.join(', ')}), depth,
  value, bound, move, line, nodes, leaves (not on most GPU searches), seconds, workers, solved (true: the
  value is that of the game itself), for Othello when solved margin (discs), and with --stats processes:
  of each thread the seconds opening (its game and the table), busy, startIdle and otherIdle, and its
  counters, with ${marking.join(', ')} putOff and decidedMeanwhile (what marks of other threads did)
Values are from the side to move: in Othello 1/100 disc, with ${mcts.name} from -1000, no random game won, to
1000, all won; beyond 490000 a win is proven, in a tree of bounded width only if solved is true.
Ctrl-C or SIGTERM prints the best answer so far; a second one ends at once.

Examples:
  $ plyades search                                         Othello from the start
  $ plyades search tic-tac-toe --depth 9                   solves it: a draw
  $ plyades search othello --moves "f5 d6 c3" --time 5000
  $ plyades search chess --clock 60+0.6                    as a player with a minute left would
  $ plyades search othello --depth 10 --method mtdf --hash 128 --json
  $ plyades search chess --workers auto --time 5000
  $ plyades search othello --workers auto --depth 14 --stats
  $ plyades search othello --algorithm aphid --workers 2 --depth 12 --trace run.pftrace     for Perfetto
  $ plyades search othello --algorithm aphid --workers 2 --clock 300
  $ plyades search othello --algorithm minimal-tree --workers 2 --depth 12 --horizon 4
  $ plyades search othello --algorithm young-brothers --workers 8 --depth 12 --deterministic
  $ plyades search connect6 --moves j10 --depth 4 --algorithm gpu --lmax 7424 --no-pruning
  $ plyades search chess --depth 5 --algorithm gpu --subtrees 2 --fallback cpu
  $ plyades search synthetic --position "b=5,seed=1" --depth 8
  $ plyades search othello --depth 16 --algorithm aphid --cluster nats://192.168.1.10:4222`;

interface OwnFlags extends PositionFlags, ClusterFlags {
  readonly cluster?: string;
  readonly checkpoint?: string;
  readonly depth?: number;
  readonly nodes?: number;
  readonly time?: number;
  readonly clock?: PlayerClock;
  readonly mode?: SearchMode;
  readonly selective: boolean;
  readonly algorithm?: SearchAlgorithm | typeof AUTO;
  readonly workers?: number | 'auto';
  readonly table?: TableKind;
  readonly seed?: number;
  readonly deterministic?: boolean;
  readonly hash?: number;
  readonly trace?: string;
  readonly stats?: boolean;
  readonly json?: boolean;
}

type Flags = OwnFlags & SettingsFlags;

export function searchCommand(): Command {
  const command = new Command('search')
    .description('search a position for its best move and value')
    .addArgument(gameArgument(DEFAULT_GAME));
  return addSettingsOptions(addPositionOptions(command))
    .addOption(integerOption('-d, --depth <plies>', 'search at most this deep', 1, MAX_DEPTH))
    .addOption(
      integerOption(
        '-n, --nodes <number>',
        'search about this many nodes',
        1,
        Number.MAX_SAFE_INTEGER,
      ),
    )
    .addOption(integerOption('-t, --time <ms>', 'search this many milliseconds', 1, MAX_TIME))
    .addOption(clockOption('search as for a move with this much on the clock'))
    .addOption(choiceOption('--mode <name>', 'kind of search', searchModes))
    .option('--no-selective', 'play mode: leave nothing out (no ProbCut, null move, reductions)')
    .addOption(
      choiceOption('--algorithm <name>', `what searches; ${AUTO}, the default, is ${USUAL}`, [
        AUTO,
        ...algorithms,
      ]),
    )
    .addOption(workersOption(MAX_WORKERS))
    .addOption(
      choiceOption('--table <kind>', 'one for all, one each with a ring, or one each', tableKinds),
    )
    .addOption(integerOption('--seed <number>', 'seed of random choices', 0, 2 ** 32 - 1))
    .option('--deterministic', 'the same nodes every time, for a number of --workers and a --depth')
    .addOption(
      integerOption(
        '--hash <mib>',
        `size of the table in MiB, 0 for none (default: ${DEFAULT_HASH_MB})`,
        0,
        MAX_HASH_MB,
      ),
    )
    .option(
      '--cluster <address>',
      'search with the workers of a cluster: nats://HOST:PORT, or a token',
    )
    .addOption(credsOption())
    .addOption(tlsCaOption())
    .option('--checkpoint <file>', "keep what is known in a file, for 'plyades resume --file'")
    .option('--trace <file>', 'write what every process did: .plytrace, .pftrace or .json')
    .option('--stats', 'where the time went, by process, with several threads')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action((id: string, flags: Flags) => searchFor(id, flags));
}

/** Searches, and prints what was found. */
async function searchFor(id: string, flags: Flags): Promise<void> {
  const { mode } = modeOf(flags);
  const { algorithm: named = AUTO, cluster, workers, hash, deterministic } = flags;
  const game = await playable(id);
  const { usesTable } = game;
  const onCluster = cluster !== undefined;
  const use = { game: id, onCluster, mode, workers, hash, usesTable, deterministic };
  const chosen = named === AUTO ? chooseAlgorithm(use) : named;
  const settings = settingsOf(flags, descriptions[chosen]);
  const { played } = setUp(game, flags);
  // `search` checks settings before it opens the game, and then takes it to have a table.
  const algorithm = usesTable || workers === 1 ? named : chosen;
  await runSearch(game, played, queryFrom(played, { ...flags, algorithm }, settings), flags);
}

function queryFrom(played: readonly Position[], flags: Flags, settings: object): SearchQuery {
  const { algorithm, selective, workers, table, seed, hash, deterministic } = flags;
  return {
    position: played.at(-1)!,
    before: played.slice(0, -1),
    ...limitsOf(flags),
    ...modeOf(flags),
    algorithm,
    settings,
    ...(!selective && { selective }),
    ...(workers !== undefined && { workers }),
    ...(table !== undefined && { table }),
    ...(seed !== undefined && { seed }),
    ...(hash !== undefined && { hash }),
    ...(deterministic && { deterministic }),
    // A user can write any combination of flags: resolveRequest checks it, and report.ts names the flag.
  } as unknown as SearchQuery;
}

function limitsOf(flags: Flags) {
  const { depth, nodes, time, clock } = flags;
  const limits = [depth, nodes, time, clock, flags.deterministic];
  const unlimited = limits.every((limit) => limit === undefined);
  const ms = unlimited ? DEFAULT_MS : time;
  return {
    ...(depth !== undefined && { depth }),
    ...(nodes !== undefined && { nodes }),
    ...(ms !== undefined && { ms }),
    ...(clock !== undefined && { clock }),
  };
}

/** Exact when a depth is the only limit; otherwise what the algorithm does by itself. */
function modeOf({ mode, depth, nodes, time, clock }: Flags): { mode?: SearchMode } {
  if (mode !== undefined) return { mode };
  const others = [nodes, time, clock];
  const exact = depth !== undefined && others.every((limit) => limit === undefined);
  return exact ? { mode: 'exact' } : {};
}
