// `plyades sim`: a search on virtual processors under a virtual clock, beside the sequential search of
// the same position. The same command gives the same numbers everywhere, but for `seconds`.
import { Command, Option } from 'commander';
import { namedGame, type Playable, playable } from '../../api/games.js';
import {
  type Goal,
  goals,
  MAX_DEPTH,
  type Position,
  searchModes,
  tableKinds,
} from '../../api/index.js';
import { isModulePath } from '../../api/plain-game.js';
import { PlyadesError } from '../../core/errors.js';
import { unwrap } from '../../core/result.js';
import { HIERARCHY_FORMAT } from '../../parallel/hierarchy/file.js';
import { DISTRIBUTED_SOLVER } from '../../proof/index.js';
import { findAlgorithm } from '../../sim/algorithms.js';
import { shellWord } from '../../sim/command.js';
import {
  FAULTS_FORMAT,
  MAX_PROCESSORS,
  parseFaults,
  type RealHost,
  realHosts,
  type SimulateOptions,
  type Simulation,
  simulate,
  simulatedAlgorithms,
  simulateLink,
} from '../../sim/index.js';
import { Refusal } from '../exit.js';
import { openHierarchy } from '../hierarchy.js';
import { catchInterrupt } from '../interrupt.js';
import { makeSeconds } from '../numbers.js';
import {
  addPositionOptions,
  choiceOption,
  gameArgument,
  integerOption,
  type PositionFlags,
  setUp,
} from '../options.js';
import { beginProgress, type ProgressLine } from '../progress.js';
import { finishProof, simulateOneProof } from '../proof-simulation.js';
import { findProfile, openRecord, type Recorder, runRecord } from '../records.js';
import { addSettingsOptions, type SettingsFlags, settingsOf } from '../settings.js';
import { compareLink, printedLink, readLink } from '../sim-link.js';
import { simulationJson, simulationText } from '../simulation.js';
import { note, print, printJson } from '../terminal.js';
import { openTraceFile } from '../trace-file.js';

const MAX_HASH = MAX_PROCESSORS * 4000;
const MAX_THREADS = 1024;

const EXAMPLES = `
Processors are virtual, a master among them, and so is the time: what a node, a message and its way cost
is written in the profile. 'paper' has the costs of the thesis's machine, 'measured' those of the machine
that Plyades was measured on; 'plyades calibrate --out FILE' measures yours. Every time and speedup
is simulated; only 'seconds' is real. Without --host a shared table is free: accesses to it cost nothing,
on any number of processors, as on no real machine.

Faults: ${FAULTS_FORMAT}; 'random' draws them by the seed.

--hierarchy FILE has the processes as the thesis writes them, each below its master by a tab:
${HIERARCHY_FORMAT.replace(/^/gm, '  ')}

With --json the last line of stdout is one object:
  value, depth, horizon, processors, profile, seed, seconds, virtualSeconds, speedup,
  sequential: {value, nodes, virtualSeconds}, overheads: {total, master, search, speculative,
  parallelization, startIdle, otherIdle}, counters, game, position, algorithm, table, hash, faults,
  move, line, epochs, simulated, command, link, digest; settings, mode, selective, hierarchy, flat and limitMs when
  given (with a limit also found: what the answer rests on), growth: {pieces, nodes, sequentialNodes, growth,
  choice, unfinishedNodes, last: {...}} with --growth and, with --replay or --link, identical
digest is a word for everything that happened, the same in every run of the same command by the same build. link holds
all options, the build and the digest: --link runs it again here, and behind the address of a studio it opens there.
horizon is as given, or as the master chose it last; null when there was none: the algorithm has no master's
tree, or the position was too small for one.
A run that ends with another value than the sequential search (but in play mode, where values depend on
windows), or not at all, is an error (exit 1), and the command that repeats it is printed. Ctrl-C ends a
run without a result.

--trace FILE writes states, pieces, messages and the master's tree in the format that the name ends with: .plytrace for
Plyades, .pftrace for ui.perfetto.dev, .json for viewers of trace events, up to 64 processors. The same seed gives the
same bytes, and a run that is traced is the same run.

--growth searches the finished pieces of work again after the run, to the same depths and in the windows in which they
ended, in the order in which they were begun: one after the other, on one processor with one table as large as all. The
result has two factors of the nodes of these pieces: growth, in the run over one after the other, also of the last
iteration alone, and choice, one after the other over the sequential search. A search that was broken off leaves table
entries to the next one, so growth can be below 1. In Young Brothers Wait the search of the root is the one piece. In
exact mode, for algorithms with pieces.

Examples:
  $ plyades sim othello --algorithm aphid --processors 64 --depth 13 --profile paper --table shared
  $ plyades sim othello --algorithm aphid --processors 16 --depth 14 --mode play --profile paper
  $ plyades sim synthetic --position b=5,seed=1,order=1000 --algorithm minimal-tree --processors 64 --depth 14 --horizon 7
  $ plyades sim chess --algorithm young-brothers --processors 16 --depth 6 --json
  $ plyades sim othello --algorithm root-split --processors 8 --depth 8 --faults "crash:2@1ms+5ms,lose:10%"
  $ plyades sim othello --algorithm minimal-tree --depth 11 --hierarchy sites.txt
  $ plyades sim othello --algorithm aphid --processors 8 --depth 9 --faults random --seed 7 --record run.jsonl
  $ plyades sim othello --algorithm aphid --processors 16 --depth 11 --profile paper --table shared --growth
  $ plyades sim --replay run.jsonl
  $ plyades sim othello --algorithm minimal-tree --processors 16 --depth 11 --trace run.pftrace
  $ plyades sim --link '#run=eJx...'
  $ plyades sim loa --algorithm pns-dfpn --processors 64 --position "..."     a proof, by df-pn on its leaves`;

interface Flags extends PositionFlags, SettingsFlags {
  readonly algorithm?: string;
  readonly processors?: number;
  readonly depth?: number;
  readonly mode?: (typeof searchModes)[number];
  readonly selective: boolean;
  readonly limit?: number;
  readonly horizon?: number;
  readonly goal?: Goal;
  readonly budget?: number;
  readonly profile?: string;
  readonly host?: RealHost;
  readonly seed?: number;
  readonly hierarchy?: string;
  readonly flat?: boolean;
  readonly faults?: string;
  readonly table?: (typeof tableKinds)[number];
  readonly hash?: number;
  readonly threads?: number;
  readonly record?: string;
  readonly replay?: string;
  readonly link?: string;
  readonly trace?: string;
  readonly growth?: boolean;
  readonly json?: boolean;
}

export function simCommand(): Command {
  const command = new Command('sim')
    .description('simulate a parallel search on any number of processors')
    .addArgument(gameArgument().argOptional());
  return addSettingsOptions(addPositionOptions(command), simulatedAlgorithms)
    .addOption(
      choiceOption('--algorithm <name>', 'who searches', [
        ...simulatedAlgorithms,
        DISTRIBUTED_SOLVER,
      ]),
    )
    .addOption(choiceOption('--goal <name>', 'pns-dfpn: what to prove (default: win)', goals))
    .addOption(
      integerOption(
        '--budget <nodes>',
        "pns-dfpn: nodes of a worker's search of a leaf",
        1,
        Number.MAX_SAFE_INTEGER,
      ),
    )
    .addOption(
      integerOption(
        '--processors <number>',
        'virtual processors, a master included',
        1,
        MAX_PROCESSORS,
      ),
    )
    .addOption(integerOption('-d, --depth <plies>', 'how deep to search', 1, MAX_DEPTH))
    .addOption(choiceOption('--mode <name>', 'kind of search (default: exact)', searchModes))
    .option('--no-selective', 'play mode: leave nothing out (no ProbCut)')
    .addOption(
      integerOption(
        '--limit <ms>',
        'end after this many virtual milliseconds',
        1,
        Number.MAX_SAFE_INTEGER,
      ),
    )
    .option('--profile <name>', 'costs: measured (default), paper, or a file of calibrate')
    .addOption(choiceOption('--host <name>', 'simulate this host of the profile', realHosts))
    .addOption(
      integerOption(
        '--seed <number>',
        'seed of faults and random choices (default: 1)',
        0,
        Number.MAX_SAFE_INTEGER,
      ),
    )
    .option('--hierarchy <file>', 'who is whose worker, and how far apart they are; see below')
    .option('--flat', 'with --hierarchy: the same distances, but all are workers of the top')
    .option('--faults <plan>', 'what goes wrong; see below')
    .addOption(
      choiceOption('--table <kind>', 'one for all, one each with a ring, or one each', tableKinds),
    )
    .addOption(
      integerOption(
        '--hash <mib>',
        'MiB of all tables together (default: 64 or more)',
        0,
        MAX_HASH,
      ),
    )
    .addOption(
      integerOption(
        '--threads <number>',
        'real threads to use (default: one per core)',
        1,
        MAX_THREADS,
      ),
    )
    .addOption(new Option('--record <file>', 'write the run into a file').conflicts('replay'))
    .option('--replay <file>', 'run a recorded simulation again and compare')
    .addOption(
      new Option('--link <address>', 'run what a link holds and compare').conflicts('replay'),
    )
    .option('--trace <file>', 'write what every processor did; see below')
    .option('--growth', 'search the pieces again one after the other; see below')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(id: string | undefined, flags: Flags): Promise<void> {
  const { signal } = catchInterrupt();
  if (flags.replay !== undefined) return again(id, flags, flags.replay, signal);
  if (flags.link !== undefined) return fromLink(id, flags, flags.link, signal);
  const game = await playable(id ?? missing('GAME', 'othello'));
  const { algorithm, processors, depth } = flags;
  if (algorithm === DISTRIBUTED_SOLVER) {
    const { position } = setUp(game, flags);
    const all = { ...flags, processors: processors ?? missing('--processors', '16') };
    checkFaults(flags, all.processors);
    const profile = await findProfile(flags.profile ?? 'measured');
    return simulateOneProof(game.id, position, all, profile, signal).catch((error) =>
      endRun(error, signal),
    );
  }
  const hierarchy =
    flags.hierarchy === undefined ? undefined : await openHierarchy('--hierarchy', flags.hierarchy);
  const required = {
    algorithm: algorithm ?? missing('--algorithm', simulatedAlgorithms[0]!),
    processors: processors ?? hierarchy?.processors ?? missing('--processors', '16'),
    depth: depth ?? missing('--depth', '10'),
  };
  const { position } = setUp(game, flags);
  checkFaults(flags, required.processors);
  const profile = await findProfile(flags.profile ?? 'measured');
  const trace = await openTraceFile(flags.trace, required.processors);
  const record = flags.record === undefined ? undefined : await openRecord(flags.record);
  const line = await beginProgress();
  try {
    const options = {
      ...required,
      ...trace.options,
      ...optionsOf(flags, line, signal, record),
      ...(hierarchy && { hierarchy: hierarchy.text }),
      ...(flags.flat && { flat: true }),
      ...(flags.host && { host: flags.host }),
      profile,
    };
    const subject = isModulePath(game.id)
      ? { name: game.id, game: game.source, state: game.sourcePosition(position) }
      : position;
    const simulation = await simulate(subject, options);
    await trace.write();
    await finish(game, position, simulation, flags, {}, signal, line);
  } catch (error) {
    endRun(error, signal);
  } finally {
    line.end();
    record?.close();
  }
}

function optionsOf(
  flags: Flags,
  line: ProgressLine,
  signal: AbortSignal,
  record: Recorder | undefined,
): Partial<SimulateOptions> {
  const { mode, selective, limit, horizon, seed, faults, table, hash, threads } = flags;
  const { horizon: _, ...own } = flags;
  line.show((seconds) => `sequential search ...  ${makeSeconds(seconds)}`);
  return {
    signal,
    onDepth: ({ depth, value }, at) =>
      line.show((seconds) => {
        const virtual = `${makeSeconds(at)} simulated`;
        return `depth ${depth}  value ${value}  ${virtual}  ${makeSeconds(seconds)}`;
      }),
    ...(mode !== undefined && { mode }),
    selective,
    ...(limit !== undefined && { limitMs: limit }),
    ...(horizon !== undefined && { horizon }),
    ...(seed !== undefined && { seed }),
    ...(faults !== undefined && { faults }),
    ...(table !== undefined && { table }),
    ...(hash !== undefined && { hash }),
    ...(threads !== undefined && { threads }),
    ...(record !== undefined && { onRecord: record.add }),
    ...(flags.growth && { growth: true }),
    settings: settingsOf(own, findAlgorithm(flags.algorithm!)),
  };
}

/** `--replay`: everything is in the record. */
async function again(
  id: string | undefined,
  flags: Flags,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  refuseOthers(id, flags, '--replay', 'a record', ['replay', 'json', 'threads']);
  const line = await beginProgress();
  try {
    line.show((seconds) => `replaying ${file} ...  ${makeSeconds(seconds)}`);
    const { simulation, difference, game, position } = await runRecord(file, {
      signal,
      ...(flags.threads !== undefined && { threads: flags.threads }),
    });
    if (signal.aborted) return endRun(undefined, signal);
    const identical = difference === undefined;
    await finish(game, position, simulation, flags, { identical }, signal, line);
    if (identical && !flags.json) print('\nthe same as recorded, in every epoch');
    if (difference === undefined) return;
    const message = `the run differs from the record ${file} in line ${difference.line}`;
    throw new PlyadesError('ERR_SIMULATION', message);
  } catch (error) {
    endRun(error, signal);
  } finally {
    line.end();
  }
}

/** `--link`: everything is in the link. */
async function fromLink(
  id: string | undefined,
  flags: Flags,
  link: string,
  signal: AbortSignal,
): Promise<void> {
  refuseOthers(id, flags, '--link', 'a link', ['link', 'json', 'threads', 'record', 'trace']);
  const linked = await readLink(link);
  const game = await namedGame(linked.game);
  const position = unwrap(game.notation.parsePosition(linked.position));
  if (linked.type === 'proof' && flags.record !== undefined) {
    throw new Refusal('ERR_OPTION', 'the run of a proof is not recorded', { where: '--record' });
  }
  const record = flags.record === undefined ? undefined : await openRecord(flags.record);
  const trace = await openTraceFile(flags.trace, linked.processors);
  const line = await beginProgress();
  try {
    line.show((seconds) => `running the link ...  ${makeSeconds(seconds)}`);
    const ran = await simulateLink(linked, {
      signal,
      ...(flags.threads !== undefined && { threads: flags.threads }),
      ...(record !== undefined && { onRecord: record.add }),
      ...trace.options,
    });
    await trace.write();
    if (signal.aborted) return endRun(undefined, signal);
    const { simulation, identical } = ran;
    const more = identical === undefined ? {} : { identical };
    if ('goal' in simulation) {
      line.end();
      await finishProof(simulation, flags, more);
    } else await finish(game, position, simulation, flags, more, signal, line);
    compareLink(linked, ran, flags.json ? () => {} : print);
  } catch (error) {
    endRun(error, signal);
  } finally {
    line.end();
    record?.close();
  }
}

/** Refuses a game and options beside a file or a link that has all of them. */
function refuseOthers(
  id: string | undefined,
  { selective, ...flags }: Flags,
  where: string,
  what: string,
  allowed: readonly string[],
): void {
  const others = Object.keys(flags).filter((name) => !allowed.includes(name));
  const extra = selective ? others[0] : 'no-selective';
  if (id === undefined && extra === undefined) return;
  const given = extra === undefined ? 'a game' : `--${extra}`;
  const message = `${given} cannot be given with ${what}, which has all options`;
  throw new Refusal('ERR_OPTION', message, { where });
}

/** Prints what was found. Throws when it is wrong. */
async function finish(
  game: Playable,
  position: Position,
  found: Simulation,
  flags: Flags,
  more: { readonly identical?: boolean },
  signal: AbortSignal,
  line: ProgressLine,
): Promise<void> {
  line.end();
  if (signal.aborted) {
    endRun(undefined, signal);
    return;
  }
  const text = game.notation.makePosition(position);
  const simulation = game.translate(found);
  const command = isModulePath(game.id)
    ? `${simulation.command} --position ${shellWord(text)}`
    : simulation.command;
  const link = await printedLink(simulation);
  if (flags.json)
    printJson({ ...simulationJson(game, text, simulation), command, ...link, ...more });
  else print(simulationText(game, simulation, link));
  if (simulation.failure === undefined) return;
  throw new PlyadesError('ERR_SIMULATION', `${simulation.failure}; to see it again: ${command}`);
}

/** An interrupted run has nothing to say; everything else that was thrown goes on its way. */
function endRun(error: unknown, signal: AbortSignal): void {
  if (!signal.aborted) throw error;
  note('interrupted: there is no result');
}

function checkFaults({ faults }: Flags, processors: number): void {
  if (faults === undefined || faults === 'random') return;
  const parsed = parseFaults(faults, processors);
  if (!parsed.ok) throw Refusal.of(parsed.error, { where: '--faults', text: faults });
}

function missing(where: string, example: string): never {
  throw new Refusal('ERR_MISSING', `expected one, such as ${example}`, {
    where,
    advice: "see 'plyades sim --help'",
  });
}
