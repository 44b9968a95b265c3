// `plyades bench`: a fixed set of exact searches, timed one after the other; `--signature` prints only
// the sum of their nodes, which is the same on every machine.
import { Argument, Command } from 'commander';
import { closeAll, loadGame, type SearchResult, search } from '../../api/index.js';
import { quote } from '../../core/errors.js';
import { type BenchSearch, benchSet } from '../bench-set.js';
import { Refusal } from '../exit.js';
import { catchInterrupt } from '../interrupt.js';
import { makeCount, makeRate, makeSeconds, perSecond, roundSeconds } from '../numbers.js';
import { parseGame, setUp } from '../options.js';
import { beginProgress } from '../progress.js';
import { columns, note, print, printJson } from '../terminal.js';

const EXAMPLES = `
The total of nodes is the signature of the search: the same on every machine, another one only when the
behaviour of the search changes. Times and rates are this machine's.
With --json the last line of stdout is one object: searches, nodes, seconds, nodesPerSecond, signature.

Examples:
  $ plyades bench
  $ plyades bench --signature     one number
  $ plyades bench chess           the searches of one game`;

interface Flags {
  readonly signature?: boolean;
  readonly json?: boolean;
}

interface Timed {
  readonly bench: BenchSearch;
  readonly result: SearchResult;
}

export function benchCommand(): Command {
  return new Command('bench')
    .description('time a fixed set of searches')
    .addArgument(new Argument('[game]', 'only the searches of this game').argParser(parseBenched))
    .option('--signature', 'print only the total of nodes')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(bench);
}

/** A game that the set has searches of. */
function parseBenched(text: string): string {
  const id = parseGame(text);
  if (benchSet.some(({ game }) => game === id)) return id;
  throw new Refusal('ERR_GAME', `${quote(text)} has no searches in the set`, { where: 'GAME' });
}

async function bench(game: string | undefined, flags: Flags): Promise<void> {
  const { signal } = catchInterrupt();
  const searches = benchSet.filter((each) => game === undefined || each.game === game);
  const timed = await runAll(searches, signal);
  const complete = timed.length === searches.length;
  if (!complete) note(`interrupted: ${timed.length} of ${searches.length} searches are finished`);
  if (flags.json) printJson(asJson(timed, complete));
  else if (!flags.signature) print(asTable(timed));
  else if (complete) print(String(total(timed).nodes));
}

/** The searches that were finished before an interruption. */
async function runAll(searches: readonly BenchSearch[], signal: AbortSignal): Promise<Timed[]> {
  const timed: Timed[] = [];
  const line = await beginProgress();
  try {
    for (const bench of searches) {
      line.show((seconds) => {
        const place = `search ${timed.length + 1} of ${searches.length}`;
        return `${place}  ${bench.game}, ${bench.about}  ${makeSeconds(seconds)}`;
      });
      const { depth, method, hash } = bench;
      const { position } = setUp(await loadGame(bench.game), bench);
      const settings = { method };
      const options = { mode: 'exact', depth, hash, settings, signal } as const;
      const result = await search({ position, ...options }).result;
      if (signal.aborted) break;
      timed.push({ bench, result });
      // A fresh thread for each search: the table of one must not change the counts of the next.
      await closeAll();
    }
  } finally {
    line.end();
  }
  return timed;
}

function total(timed: readonly Timed[]): { nodes: number; seconds: number } {
  return timed.reduce(
    (sum, { result }) => ({
      nodes: sum.nodes + result.nodes,
      seconds: sum.seconds + result.seconds,
    }),
    { nodes: 0, seconds: 0 },
  );
}

function asTable(timed: readonly Timed[]): string {
  const head = ['game', 'position', 'method', 'depth', 'value', 'nodes', 'time', 'rate'];
  const counts = ({ nodes, seconds }: { nodes: number; seconds: number }) => [
    makeCount(nodes),
    makeSeconds(seconds),
    makeRate(nodes, seconds),
  ];
  const rows = timed.map(({ bench, result }) => [
    ...[bench.game, bench.about, bench.method, String(bench.depth), String(result.value)],
    ...counts(result),
  ]);
  return columns(
    [head, ...rows, ['total', '', '', '', '', ...counts(total(timed))]],
    [3, 4, 5, 6, 7],
  );
}

function asJson(timed: readonly Timed[], complete: boolean): object {
  const { nodes, seconds } = total(timed);
  const searches = timed.map(({ bench, result }) => ({
    ...bench,
    value: result.value,
    nodes: result.nodes,
    seconds: roundSeconds(result.seconds),
    nodesPerSecond: perSecond(result.nodes, result.seconds),
  }));
  const signature = complete ? nodes : null;
  return {
    searches,
    nodes,
    seconds: roundSeconds(seconds),
    nodesPerSecond: perSecond(nodes, seconds),
    signature,
  };
}
