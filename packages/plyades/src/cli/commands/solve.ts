// `plyades solve`: is a position won, at least drawn, or mate? And, if wanted, the proof as a file.
import { Command, Option } from 'commander';
import {
  type ClusterNote,
  DEFAULT_MEMORY_MB,
  type Goal,
  goals,
  type InitialNumbers,
  initialNumbers,
  type LoadedGame,
  loadGame,
  MAX_MEMORY_MB,
  MAX_THREADS,
  MIN_MEMORY_MB,
  PlyadesError,
  type Position,
  type SearchHandle,
  type SelectionRule,
  type SolveAlgorithm,
  type SolveOptions,
  type SolveProgress,
  type SolveResult,
  selections,
  solve,
  solverDescriptions,
  solvers,
} from '../../api/index.js';
import { DEFAULT_SOLVER, DISTRIBUTED_SOLVER, MAX_STAY } from '../../proof/index.js';
import {
  addressOf,
  type ClusterFlags,
  credsOption,
  makeNote,
  tlsCaOption,
} from '../cluster-flags.js';
import { catchInterrupt } from '../interrupt.js';
import { makeCount, makeRate, makeSeconds, roundSeconds } from '../numbers.js';
import {
  addPositionOptions,
  choiceOption,
  gameArgument,
  integerOption,
  MAX_TIME,
  type PositionFlags,
  setUp,
  workersOption,
} from '../options.js';
import { beginProgress } from '../progress.js';
import { checkWritable, isThere, writeWhole } from '../proof-files.js';
import { colours, columns, note, print, printJson } from '../terminal.js';

const ALGORITHMS = solvers.map((name) => `  ${name.padEnd(16)}${solverDescriptions[name].help}`);

/** Solvers whose threads meet in a tree. */
const IN_TREES = solvers
  .filter((name) => solverDescriptions[name].host === 'threads')
  .filter((name) => solverDescriptions[name].store === 'tree')
  .join(' and ');

/** Solvers of one thread that need less memory than a tree of all nodes. */
const SPARING = solvers
  .filter((name) => solverDescriptions[name].host === 'thread')
  .filter(
    (name) => solverDescriptions[name].store === 'table' || solverDescriptions[name].secondLevel,
  )
  .join(' or ');

const EXAMPLES = `
The answer is proved, disproved or unknown. Disproved means that the side cannot reach the goal: who
cannot win has not lost, and --goal draw asks on. Unknown means that memory, --nodes or --time ended
first, or that no worker of a cluster can show what it claims. A position that comes again on a line is no win; docs/proofs.md tells what it means for each goal.

Algorithms:
${ALGORITHMS.join('\n')}

With --json the last line of stdout is one object, in which side is 0 for the first and 1 for the second:
  game, position, algorithm, goal, side, result, reason, nodes, expanded, memoryBytes, seconds, line, workers
--proof FILE writes the proof, if there is one; 'plyades verify FILE' checks it by the rules alone. When
the answer is known but its proof cannot be written down, proofError says why and the exit code is 1.

Examples:
  $ plyades solve tic-tac-toe --goal draw --proof draw.proof
  $ plyades solve chess --position "8/8/8/8/8/6P1/6k1/4KR1R w K - 0 1"
  $ plyades solve shogi --goal mate --position "3k5/9/3S5/9/9/9/9/9/9 b S2r2b4g2s4n4l18p 1" --json
  $ plyades solve loa --algorithm pn2 --memory 64 --nodes 1000000
  $ plyades solve loa --algorithm rp-pns --workers 2 --memory 1000 --nodes 10000000
  $ plyades solve loa --cluster nats://192.168.1.10:4222 --proof loa.proof     by all workers of a cluster`;

/** As people say it, and as JSON has it. */
const SIDES = { first: 0, second: 1, 0: 0, 1: 1 } as const;

interface Flags extends PositionFlags, ClusterFlags {
  readonly algorithm?: SolveAlgorithm;
  readonly cluster?: string;
  readonly budget?: number;
  readonly goal: Goal;
  readonly side?: keyof typeof SIDES;
  readonly numbers: InitialNumbers;
  readonly workers?: number | 'auto';
  readonly selection?: SelectionRule;
  readonly stay?: number;
  readonly seed?: number;
  readonly memory: number;
  readonly nodes?: number;
  readonly time?: number;
  readonly proof?: string;
  readonly json?: boolean;
}

export function solveCommand(): Command {
  const command = new Command('solve')
    .description('prove that a position is won, at least drawn, or mate, or that it is not')
    .addArgument(gameArgument());
  const most = Number.MAX_SAFE_INTEGER;
  return addPositionOptions(command)
    .addOption(
      choiceOption(
        '--algorithm <name>',
        `how to search; ${DEFAULT_SOLVER} unless given, on a cluster ${DISTRIBUTED_SOLVER}`,
        solvers,
      ),
    )
    .addOption(choiceOption('--goal <name>', 'what to prove', goals).default('win'))
    .addOption(
      choiceOption('--side <name>', 'who wants it; the side to move unless given', [
        ...['first', 'second'],
        ...['0', '1'],
      ]),
    )
    .addOption(
      choiceOption('--numbers <name>', 'what a node begins with', initialNumbers).default(
        'mobility',
      ),
    )
    .addOption(workersOption(MAX_THREADS))
    .addOption(
      choiceOption('--selection <name>', `how threads of ${IN_TREES} keep apart`, selections),
    )
    .addOption(
      integerOption(
        '--stay <leaves>',
        `${IN_TREES}: leaves that a thread expands before it goes back to the root`,
        0,
        MAX_STAY,
      ),
    )
    .addOption(
      integerOption('--seed <number>', "seed of the threads' random choices", 0, 2 ** 32 - 1),
    )
    .addOption(
      integerOption(
        '--memory <mib>',
        'size of tree or table in MiB',
        MIN_MEMORY_MB,
        MAX_MEMORY_MB,
      ).default(DEFAULT_MEMORY_MB),
    )
    .addOption(integerOption('-n, --nodes <number>', 'evaluate about this many nodes', 1, most))
    .addOption(
      integerOption('-t, --time <ms>', 'give up after this many milliseconds', 1, MAX_TIME),
    )
    .option(
      '--cluster <address>',
      'prove with the workers of a cluster: nats://HOST:PORT, or a token',
    )
    .addOption(credsOption())
    .addOption(tlsCaOption())
    .addOption(
      integerOption(
        '--budget <nodes>',
        `${DISTRIBUTED_SOLVER}: nodes of a worker's search of a leaf`,
        1,
        most,
      ),
    )
    .addOption(new Option('--proof <file>', 'write the proof to a file'))
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(prove);
}

async function prove(id: string, flags: Flags): Promise<void> {
  const { signal } = catchInterrupt();
  if (flags.proof !== undefined) await checkWritable(flags.proof);
  const game = await loadGame(id);
  const { position } = setUp(game, flags);
  const { algorithm, goal, side, numbers, memory, nodes, proof, budget } = flags;
  const solving = solve(position, {
    ...(algorithm !== undefined && { algorithm }),
    ...(flags.cluster !== undefined && { cluster: await clusterOf(flags.cluster, flags) }),
    ...(budget !== undefined && { budget }),
    goal,
    numbers,
    memory,
    proof: proof !== undefined,
    signal,
    ...(side !== undefined && { side: SIDES[side] }),
    ...(nodes !== undefined && { nodes }),
    ...(flags.time !== undefined && { ms: flags.time }),
    ...(flags.workers !== undefined && { workers: flags.workers }),
    ...(flags.selection !== undefined && { selection: flags.selection }),
    ...(flags.stay !== undefined && { stay: flags.stay }),
    ...(flags.seed !== undefined && { seed: flags.seed }),
    // A user can write any combination of flags: solve checks it.
  } as unknown as SolveOptions);
  const found = await watch(solving);
  if (signal.aborted) note(`interrupted: ${interruptedText(found)}`);
  const result = proof === undefined ? found : await written(found, proof);
  if (flags.json) printJson(asJson(game, position, result));
  else print(asText(game, position, result, flags));
  if (result.proofError !== undefined && !signal.aborted) {
    const message = `the position is solved, but ${proof ?? 'its proof'} is not written: ${result.proofError}`;
    throw new PlyadesError('ERR_UNWRITTEN', message);
  }
}

async function clusterOf(server: string, flags: Flags) {
  const address = await addressOf(server, flags);
  return { ...address, onNote: (each: ClusterNote) => note(makeNote(each)) };
}

/** The result when its proof is in the file, or why it is not: the answer is not lost with it. */
async function written(result: SolveResult, file: string): Promise<SolveResult> {
  if (result.result === 'unknown') note(await unwritten(file));
  if (result.proof === undefined) return result;
  try {
    await writeWhole(file, result.proof);
    return result;
  } catch (error) {
    const proofError = error instanceof Error ? error.message : String(error);
    return { ...result, proof: undefined, proofError };
  }
}

/** A proof of an earlier call stays in its file, but it is not the answer to this one. */
async function unwritten(file: string): Promise<string> {
  const older = (await isThere(file)) ? '; what it holds is older' : '';
  return `nothing is solved, so ${file} is not written${older}`;
}

const interruptedText = ({ result }: SolveResult) =>
  result === 'unknown'
    ? 'there is no answer yet'
    : 'the answer is known, but not all that was to explain it';

async function watch(solving: SearchHandle<SolveProgress, SolveResult>): Promise<SolveResult> {
  const line = await beginProgress();
  try {
    for await (const progress of solving) line.show((seconds) => asLine(progress, seconds));
    return await solving.result;
  } finally {
    line.end();
  }
}

function asLine({ nodes, memoryBytes, pn, dn }: SolveProgress, seconds: number): string {
  const numbers = pn === undefined ? '' : `proof ${makeCount(pn)}, disproof ${makeCount(dn!)}  `;
  const memory = `${(memoryBytes / 2 ** 20).toFixed(0)} MiB`;
  return `${numbers}${makeCount(nodes)} nodes  ${makeRate(nodes, seconds)}  ${memory}  ${makeSeconds(seconds)}`;
}

/** The contract with machines: these fields, in this order. */
function asJson({ notation }: LoadedGame, position: Position, result: SolveResult): object {
  return {
    game: notation.id,
    position: notation.makePosition(position),
    algorithm: result.algorithm,
    goal: result.goal,
    side: result.side,
    result: result.result,
    ...(result.reason !== undefined && { reason: result.reason }),
    nodes: result.nodes,
    expanded: result.expanded,
    memoryBytes: result.memoryBytes,
    seconds: roundSeconds(result.seconds),
    line: result.line.map(notation.makeMove),
    workers: result.workers,
    ...(result.proofError !== undefined && { proofError: result.proofError }),
  };
}

const REASONS = {
  memory: `the memory was not enough: try a larger --memory, or --algorithm ${SPARING}`,
  nodes: 'as many nodes as allowed were evaluated: try a larger --nodes',
  time: 'the time was up: try a larger --time',
  depth: 'a line became too long',
  width: 'the game has too many moves to look at all',
  unshown: 'workers claim an answer, but none has shown it by moves',
  aborted: 'interrupted',
} as const;

const GOALS = { win: 'win', draw: 'get at least a draw', mate: 'give mate' } as const;

function asText(game: LoadedGame, position: Position, result: SolveResult, flags: Flags): string {
  const { bold } = colours(process.stdout);
  const { goal, side, nodes, expanded, seconds, reason } = result;
  const who = side === game.turn(position) ? 'the side to move' : 'the other side';
  const what = `${who} can ${result.result === 'disproved' ? 'not ' : ''}${GOALS[goal]}`;
  const answer =
    reason === undefined
      ? `${bold(result.result)}: ${what}`
      : `${bold('unknown')}: ${REASONS[reason]}`;
  const counts = `${makeCount(nodes)} nodes, ${makeCount(expanded)} expanded`;
  const memory = `${(result.memoryBytes / 2 ** 20).toFixed(1)} MiB`;
  return columns([
    ['result', answer],
    ...(result.line.length === 0
      ? []
      : [['line', game.writeLine(position, result.line).join(' ')]]),
    ['searched', `${counts} in ${makeSeconds(seconds)}, ${memory}`],
    ['how', `${result.algorithm} on ${whereText(result, flags)} with ${flags.memory} MiB`],
    ...(result.proof === undefined
      ? []
      : [['proof', `${flags.proof}, ${result.proof.length} bytes`]]),
    ...(result.proofError === undefined ? [] : [['proof', `not written: ${result.proofError}`]]),
  ]);
}

const whereText = ({ workers }: SolveResult, { cluster }: Flags) =>
  cluster === undefined
    ? threadsText(workers)
    : `${workers} ${workers === 1 ? 'slot' : 'slots'} of the cluster`;

const threadsText = (workers: number) => (workers === 1 ? 'one thread' : `${workers} threads`);
