// The command line as a whole: what the commands are, and how the parser's complaints become ours.
import { Command, CommanderError } from 'commander';
import { packageVersion } from '../hosts/package-version.js';
import { analyseCommand } from './commands/analyse.js';
import { benchCommand } from './commands/bench.js';
import { calibrateCommand } from './commands/calibrate.js';
import { checkCommand } from './commands/check.js';
import { clusterCommand } from './commands/cluster.js';
import { doctorCommand } from './commands/doctor.js';
import { engineCommand } from './commands/engine.js';
import { engineHostCommand } from './commands/engine-host.js';
import { engineLinkCommand } from './commands/engine-link.js';
import { EXPERIMENT_ABOUT, loadExperimentCommand } from './commands/experiment.js';
import { gamesCommand } from './commands/games.js';
import { gppCommand } from './commands/gpp.js';
import { gpuCommand } from './commands/gpu.js';
import { installEngineCommand } from './commands/install-engine.js';
import { jobsCommand } from './commands/jobs.js';
import { matchCommand } from './commands/match.js';
import { perftCommand } from './commands/perft.js';
import { playCommand } from './commands/play.js';
import { resumeCommand } from './commands/resume.js';
import { searchCommand } from './commands/search.js';
import { showCommand } from './commands/show.js';
import { simCommand } from './commands/sim.js';
import { siteCommand } from './commands/site.js';
import { solveCommand } from './commands/solve.js';
import { studioCommand } from './commands/studio.js';
import { topCommand } from './commands/top.js';
import { verifyCommand } from './commands/verify.js';
import { workerCommand } from './commands/worker.js';
import { Refusal, type RefusalCode } from './exit.js';

const EXAMPLES = `
Examples:
  $ plyades search                                  watch a search of Othello think for three seconds
  $ plyades play tic-tac-toe                        play against it
  $ plyades studio                                  the same and more in a web page
  $ plyades search othello --moves "f5 d6" --depth 8 --json
  $ plyades show othello --moves "f5 d6 c3"         the board and the legal moves
  $ plyades solve chess --position "8/8/8/8/8/6P1/6k1/4KR1R w K - 0 1"
  $ plyades sim othello --algorithm aphid --processors 16 --depth 13 --profile paper
  $ plyades engine chess                            an engine for a chess program (UCI)
  $ plyades doctor                                  what this machine can run

Exit codes: 0 done, 1 internal error, 2 bad input, 3 a missing program or package, 130 interrupted.
'plyades <command> --help' has the options and examples of a command.`;

/** Runs one command line, without the program's name. Throws a Refusal when it makes no sense. */
export async function runProgram(words: readonly string[]): Promise<void> {
  const program = createProgram(await experimentCommand(words));
  try {
    await program.parseAsync(askForHelp(program, words), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw refusalOf(error, commandOf(program, words));
  }
}

/**
 * The command line to parse: `plyades` alone, and a command of commands alone, ask for help; `help nosuch` is refused
 * as the command `nosuch` is.
 */
function askForHelp(program: Command, words: readonly string[]): readonly string[] {
  const [first, second] = words;
  if (first === 'help' && second !== undefined && !second.startsWith('-')) {
    return program.commands.some((each) => each.name() === second) ? words : [second];
  }
  if (words.length > 1) return words;
  const command = commandOf(program, words);
  const isGroup = command !== program && command.commands.length > 0;
  return first === undefined || isGroup ? [...words, '--help'] : words;
}

/** The laboratory is loaded only for its own command; the list of commands shows the name alone. */
async function experimentCommand(words: readonly string[]): Promise<Command> {
  const wanted = words[0] === 'help' ? words[1] : words[0];
  return wanted === 'experiment'
    ? await loadExperimentCommand()
    : new Command('experiment').description(EXPERIMENT_ABOUT);
}

/** All commands; the parser throws, and writes nothing of its own. */
export function createProgram(experiment: Command): Command {
  const program = new Command('plyades')
    .description('Parallel game-tree search: best moves, exact values, perft and play.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    // So that what follows a command may be the options of another one.
    .enablePositionalOptions()
    .addHelpText('after', EXAMPLES);
  const commands = [
    searchCommand(),
    solveCommand(),
    verifyCommand(),
    playCommand(),
    studioCommand(),
    showCommand(),
    perftCommand(),
    gamesCommand(),
    checkCommand(),
    engineCommand(),
    installEngineCommand(),
    gppCommand(),
    matchCommand(),
    analyseCommand(),
    simCommand(),
    experiment,
    calibrateCommand(),
    benchCommand(),
    gpuCommand(),
    resumeCommand(),
    clusterCommand(),
    jobsCommand(),
    topCommand(),
    workerCommand(),
    siteCommand(),
    engineHostCommand(),
    engineLinkCommand(),
    doctorCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  // The parser throws instead of ending the program, so that its messages can be reworded.
  for (const command of [program, ...commands, ...commands.flatMap((each) => each.commands)]) {
    command.exitOverride().configureOutput({ outputError: () => {} });
    command.helpOption('-h, --help', 'print this help');
  }
  return program;
}

/** Complaints of the parser by their code; all others are about options. */
const USAGE_CODES: Readonly<Record<string, RefusalCode>> = {
  'commander.unknownCommand': 'ERR_COMMAND',
  'commander.help': 'ERR_COMMAND',
  'commander.excessArguments': 'ERR_ARGUMENT',
  'commander.missingArgument': 'ERR_ARGUMENT',
};

function refusalOf(error: CommanderError, command: Command): Refusal {
  const code = USAGE_CODES[error.code] ?? 'ERR_OPTION';
  const message = error.message
    .replace(/^error: /, '')
    // The parser has printed the help instead of a reason.
    .replace(/^\(outputHelp\)$/, 'a command is missing or unknown')
    .replace(/\n\(D/, ' (d')
    .replace(/\.$/, '');
  const name = command.parent === null ? 'plyades' : `plyades ${command.name()}`;
  return new Refusal(code, message, { advice: `see '${name} --help'` });
}

function commandOf(program: Command, words: readonly string[]): Command {
  return program.commands.find((command) => command.name() === words[0]) ?? program;
}
