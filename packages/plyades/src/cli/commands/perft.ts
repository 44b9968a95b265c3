// `plyades perft`: counts the leaves of the full tree of a depth, the classic check of move
// generation. Shallower depths are counted on the way, except the last one before the goal: so an
// interrupted count still has an answer, for about one per cent of the time.
import { Command } from 'commander';
import {
  type LoadedGame,
  loadGame,
  MAX_PERFT_DEPTH,
  MAX_WORKERS,
  type PerftOptions,
  type Position,
  perft,
} from '../../api/index.js';
import { catchInterrupt } from '../interrupt.js';
import { makeCount, makeRate, makeSeconds, perSecond, roundSeconds } from '../numbers.js';
import {
  addPositionOptions,
  gameArgument,
  integerOption,
  type PositionFlags,
  setUp,
} from '../options.js';
import { beginProgress } from '../progress.js';
import { columns, note, print, printJson } from '../terminal.js';

const EXAMPLES = `
A leaf is a line of exactly that many moves; at depth 0 there is one, the position itself. A pass
counts as one ply. A game that ends earlier:
  othello       counts as one leaf at every greater depth too
  every other   is a leaf at the depth at which it ends, and nothing at greater ones
  chess         goes on after a draw by fifty moves or for want of pieces
That is how counts of Othello and of chess are published.

With --json the last line of stdout is one object:
  game, position, depth, nodes, seconds, nodesPerSecond
Ctrl-C prints the count of the deepest depth that was finished.

Examples:
  $ plyades perft othello --depth 9
  $ plyades perft othello --moves "f5" --depth 7 --divide
  $ plyades perft tic-tac-toe --depth 9 --json`;

interface Flags extends PositionFlags {
  readonly depth: number;
  readonly workers: number;
  readonly divide?: boolean;
  readonly json?: boolean;
}

interface Counted {
  readonly depth: number;
  readonly nodes: number;
  readonly seconds: number;
}

export function perftCommand(): Command {
  const depth = integerOption('-d, --depth <plies>', 'how deep to count', 0, MAX_PERFT_DEPTH);
  const workers = '-w, --workers <number>';
  const command = new Command('perft')
    .description('count the leaves of the full tree of a depth')
    .addArgument(gameArgument())
    .addOption(depth.makeOptionMandatory());
  return addPositionOptions(command)
    .addOption(integerOption(workers, 'threads to count with', 1, MAX_WORKERS).default(1))
    .option('--divide', 'show the count below each move')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(count);
}

async function count(id: string, flags: Flags): Promise<void> {
  const { signal } = catchInterrupt();
  const game = await loadGame(id);
  const { position } = setUp(game, flags);
  const options = { signal, workers: flags.workers };
  const counted =
    flags.divide && flags.depth > 0 && !game.over(position)
      ? await divide(game, position, flags, options)
      : await deepen(position, flags.depth, options);
  if (signal.aborted) {
    const what = flags.divide
      ? 'the rows above are all there is'
      : `the count is that of depth ${counted.depth}`;
    note(`interrupted: ${what}`);
  }
  const { depth, nodes, seconds } = counted;
  if (flags.json) {
    const text = game.notation.makePosition(position);
    printJson({
      game: id,
      position: text,
      depth,
      nodes,
      seconds: roundSeconds(seconds),
      nodesPerSecond: perSecond(nodes, seconds),
    });
    return;
  }
  print(`perft ${depth} of ${game.notation.title}: ${makeCount(nodes)}`);
  print(`${makeSeconds(seconds)}, ${makeRate(nodes, seconds)}`);
}

type Options = Required<PerftOptions>;

/** The count of `goal`, or of the deepest depth that was finished before an interruption. */
async function deepen(position: Position, goal: number, options: Options): Promise<Counted> {
  let done: Counted = { depth: 0, nodes: 1, seconds: 0 };
  const line = await beginProgress();
  try {
    for (let depth = 1; depth <= goal; depth++) {
      if (depth === goal - 1) continue;
      line.show((seconds) => {
        const before = `perft ${done.depth} is ${makeCount(done.nodes)}`;
        return `depth ${depth} of ${goal}  ${before}  ${makeSeconds(seconds)}`;
      });
      const counted = await finished(perft(position, depth, options), options.signal);
      if (counted === undefined) break;
      done = { depth, ...counted };
    }
  } finally {
    line.end();
  }
  return done;
}

/** One row per move; an interrupted table has the rows that were finished, and counts nothing. */
async function divide(
  game: LoadedGame,
  position: Position,
  flags: Flags,
  options: Options,
): Promise<Counted> {
  const rows: string[][] = [];
  let nodes = 0;
  let seconds = 0;
  for (const move of game.legalMoves(position)) {
    const child = game.play(position, move);
    if (!child.ok) throw new Error(`a listed move is illegal: ${child.error.message}`);
    const counted = await finished(perft(child.value, flags.depth - 1, options), options.signal);
    if (counted === undefined) break;
    nodes += counted.nodes;
    seconds += counted.seconds;
    rows.push([game.notation.makeMove(move), makeCount(counted.nodes)]);
  }
  print(columns(rows, [1]));
  if (options.signal.aborted) return { depth: 0, nodes: 1, seconds };
  return { depth: flags.depth, nodes, seconds };
}

/** The count, or undefined when it was interrupted. */
async function finished<T>(counting: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await counting;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
