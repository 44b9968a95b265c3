// `plyades match`: two players against each other, in pairs of games with the same opening and the colours exchanged.
import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { type LoadedGame, loadGame } from '../../api/index.js';
import { quote, quotePath } from '../../core/errors.js';
import { type EngineEvent, engineGames } from '../../engines/index.js';
import { accumulations } from '../../gpp/engines/index.js';
import { type RankTable, stockfishRanks } from '../../gpp/index.js';
import {
  createPlayer,
  MAX_TEAM,
  type MatchFile,
  type MatchOptions,
  type MatchScore,
  matchPgn,
  openMatchFile,
  type PlayerEntry,
  parseEntry,
  playMatch,
  type RosterOptions,
  readOpenings,
  type Sprt,
  sprtOf,
  startOpening,
  strictRules,
  usualRules,
} from '../../match/index.js';
import { Refusal } from '../exit.js';
import { readText, usingFile } from '../files.js';
import { catchInterrupt } from '../interrupt.js';
import { choiceOption, integerOption, MAX_TIME } from '../options.js';
import { ranksOption } from '../ranks.js';
import { note, print, printJson } from '../terminal.js';

const DEFAULT_TIME = 100;
const MOST_GAMES = 1_000_000;

const EXAMPLES = `
Players:
  stockfish               a program, by its name or path; arguments may follow, in quotes: "engine --option"
  plyades                 our own engine
  gpp:8:stockfish         eight of them as one (P-GPP), with --nodes: every worker has that many for each
                          move, and its search goes on from move to move. The tree grows as in 'plyades gpp': by
                          consultation, with plyades by hash; gpp:8:pv:stockfish names another growth
  linear:8:stockfish      one with eight times the nodes or time
  forget:stockfish        one that empties its table before every move

Games come in pairs with one opening and the colours exchanged; intervals count pairs (pentanomial). Every
finished pair is a line of JSON in the file of --out: Ctrl-C stops a match, and the same command goes on. With
--nodes and --ponder both players go on while the other one thinks, each with as many nodes.

With --json the last line of stdout is one object:
  players, games, wins, draws, losses, pentanomial, score, low, high, elo, eloLow, eloHigh, sprt, out, pgn

Examples:
  $ plyades match stockfish plyades --games 20 --time 100 --openings openings.epd
  $ plyades match gpp:8:stockfish stockfish --games 100 --nodes 2000 --ponder --out gpp-8.jsonl
  $ plyades match ./new ./old --games 2000 --nodes 20000 --concurrency 2 --sprt 0,5 --pgn games.pgn
  $ plyades match plyades glaurung --games 400 --nodes 20000 --option Threads=1 --option OwnBook=false
  $ plyades match fairy-stockfish gpsusi --game shogi --games 10 --time 1000`;

interface Flags {
  readonly game: 'chess' | 'shogi';
  readonly games: number;
  readonly openings?: string;
  readonly nodes?: number;
  readonly time?: number;
  readonly concurrency: number;
  readonly ponder?: boolean;
  readonly withhold: number;
  readonly hash?: number;
  readonly ranks?: RankTable;
  readonly option?: Readonly<Record<string, string>>;
  readonly accumulate: RosterOptions['accumulation'];
  readonly adjudication: boolean;
  readonly sprt?: Sprt;
  readonly seed: number;
  readonly out: string;
  readonly pgn?: string;
  readonly json?: boolean;
}

export function matchCommand(): Command {
  return new Command('match')
    .description('play two engines against each other: win rate and Elo with intervals')
    .argument('<first>', 'a player, see below')
    .argument('<second>', 'the other one')
    .addOption(choiceOption('--game <game>', 'the game', engineGames).default('chess'))
    .addOption(
      integerOption('--games <number>', 'how many, an even number', 2, MOST_GAMES).default(100),
    )
    .option(
      '--openings <file>',
      'positions to begin with, one a line: FEN, EPD or SFEN (default: the start)',
    )
    .addOption(integerOption('--nodes <number>', 'nodes a move', 1, 1e12))
    .addOption(
      integerOption(
        '--time <ms>',
        `milliseconds a move (${DEFAULT_TIME} if neither is given)`,
        1,
        MAX_TIME,
      ),
    )
    .addOption(
      integerOption('--concurrency <number>', 'pairs at the same time', 1, MAX_TEAM).default(1),
    )
    .option('--ponder', "with --nodes: think on the other side's time, too")
    .addOption(
      integerOption(
        '--withhold <percent>',
        'of its nodes that gpp does without when it is to move',
        0,
        99,
      ).default(0),
    )
    .addOption(ranksOption())
    .addOption(integerOption('--hash <MiB>', 'table of every engine', 1, 65_536))
    .option(
      '--option <name=value>',
      'of all programs that have it, such as Threads=1; may be given again',
      readSetting,
    )
    .addOption(
      choiceOption('--accumulate <way>', 'how programs go on with a task', accumulations).default(
        'again',
      ),
    )
    .option('--no-adjudication', 'play every game to its end')
    .addOption(sprtOption())
    .addOption(integerOption('--seed <number>', 'for random growth', 0, 2 ** 32 - 1).default(1))
    .addOption(new Option('-o, --out <file>', 'file of finished pairs').default('match.jsonl'))
    .option('--pgn <file>', 'write all games of the match in PGN (chess)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

function readSetting(text: string, before: Readonly<Record<string, string>> = {}) {
  const [, name, value] = /^([^=]*[^=\s])\s*=\s*(.*)$/.exec(text.trim()) ?? [];
  if (name !== undefined && value !== undefined) return { ...before, [name]: value };
  const message = `${quote(text)} is refused: expected the name of an option, = and its value`;
  throw new Refusal('ERR_VALUE', message, { where: '--option' });
}

/** `--sprt 0,5`: the two hypotheses in Elo points. */
function sprtOption(): Option {
  const description = 'stop as soon as it is known whether the first is stronger by elo1, not elo0';
  return new Option('--sprt <elo0,elo1>', description).argParser((text: string): Sprt => {
    const [, a, b] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
    if (a !== undefined && b !== undefined && Number(a) < Number(b)) {
      return { elo0: Number(a), elo1: Number(b), alpha: 0.05, beta: 0.05 };
    }
    const message = `${quote(text)} is refused: expected two numbers of Elo points such as 0,5, the smaller one first`;
    throw new Refusal('ERR_VALUE', message, { where: '--sprt' });
  });
}

async function run(first: string, second: string, flags: Flags): Promise<void> {
  refuseCombinations(flags);
  const players = [first, second] as const;
  const entries = [entryOf('FIRST', first, flags), entryOf('SECOND', second, flags)] as const;
  const game = await loadGame(flags.game);
  const openings = await openingsOf(game, flags);
  const roster = rosterOf(game, flags);
  const settings = settingsOf(players, flags);
  const file = await usingFile('--out', flags.out, () => openMatchFile(flags.out, settings));
  const { signal } = catchInterrupt();
  const { sprt } = flags;
  const options: MatchOptions = {
    game,
    pairs: flags.games / 2,
    openings,
    players: () => createPlayers(entries, roster),
    rules: flags.adjudication ? usualRules : strictRules,
    file,
    concurrency: flags.concurrency,
    ...(sprt !== undefined && { sprt }),
    signal,
    onPair: (_, now) => note(makeMatchScore(now, sprt)),
  };
  const result = await usingFile('--out', flags.out, () => playMatch(options));
  if (flags.pgn !== undefined) await writePgn(flags.pgn, players, file);
  if (signal.aborted) note('interrupted: the same command goes on');
  printScore(players, result, flags);
}

function refuseCombinations({ nodes, time, games, pgn, game }: Flags): void {
  if (nodes !== undefined && time !== undefined) {
    throw new Refusal('ERR_OPTION', 'a move has nodes or time, not both', { where: '--nodes' });
  }
  if (games % 2 !== 0) {
    throw new Refusal('ERR_LIMIT', `${games} is odd: games come in pairs`, { where: '--games' });
  }
  if (pgn !== undefined && game !== 'chess') {
    throw new Refusal('ERR_OPTION', 'games in PGN are games of chess', { where: '--pgn' });
  }
}

async function openingsOf(
  game: LoadedGame,
  { openings: path, games, nodes }: Flags,
): Promise<MatchOptions['openings']> {
  const openings = path === undefined ? [startOpening(game)] : await readOpeningFile(game, path);
  if (games / 2 > openings.length) {
    const few = openings.length === 1 ? 'one opening' : `${openings.length} openings`;
    const same = nodes === undefined ? '' : '; by nodes the same games come again';
    note(`caution: ${few} for ${games / 2} pairs${same}`);
  }
  return openings;
}

async function readOpeningFile(game: LoadedGame, path: string) {
  const read = readOpenings(game, await readText('--openings', path));
  for (const line of read.refused) note(`${path}, ${line}; left out`);
  if (read.openings.length > 0) return read.openings;
  throw new Refusal('ERR_VALUE', `${quotePath(path)} has no position`, { where: '--openings' });
}

/** What a move may take. */
const limitsOf = ({ nodes, time }: Flags) =>
  nodes === undefined ? { ms: time ?? DEFAULT_TIME } : { nodes };

function rosterOf(game: LoadedGame, flags: Flags): RosterOptions {
  const { ponder = false, withhold, hash, option, accumulate, seed } = flags;
  return {
    game,
    ...limitsOf(flags),
    ponder,
    withheld: withhold / 100,
    ...(hash !== undefined && { hash }),
    ...(option && { options: option }),
    ...(accumulate !== undefined && { accumulation: accumulate }),
    ranks: flags.ranks ?? stockfishRanks,
    seed,
    onEvent: noteFault,
  };
}

/** What a match file must agree with to be continued. */
function settingsOf(players: readonly string[], flags: Flags) {
  const { ponder = false, withhold, hash, option, accumulate, seed, ranks } = flags;
  return {
    players,
    game: flags.game,
    ...limitsOf(flags),
    ...{ ponder, withhold, hash, accumulate, seed },
    ...(option && { options: option }),
    ...(ranks && { ranks }),
    adjudication: flags.adjudication,
    openings: flags.openings ?? 'start',
  };
}

async function createPlayers(
  [first, second]: readonly [PlayerEntry, PlayerEntry],
  roster: RosterOptions,
): ReturnType<MatchOptions['players']> {
  const player = await createPlayer(first, roster);
  try {
    return [player, await createPlayer(second, roster)];
  } catch (error) {
    await player.close();
    throw error;
  }
}

async function writePgn(
  path: string,
  players: readonly [string, string],
  { pairs }: MatchFile,
): Promise<void> {
  const text = await matchPgn(pairs, { event: 'plyades match', players });
  await usingFile('--pgn', path, () => writeFileSync(path, text));
}

function printScore(players: readonly [string, string], score: MatchScore, flags: Flags): void {
  const { sprt, out, pgn } = flags;
  if (!flags.json) {
    print(`${players[0]} against ${players[1]}: ${makeMatchScore(score, sprt)}`);
    return;
  }
  const { pairs, ...rest } = score;
  const head = { players, games: 2 * pairs, ...rest };
  const state = sprt === undefined ? {} : { sprt: { ...sprt, ...sprtOf(sprt, score) } };
  printJson({ ...head, ...state, out, ...(pgn && { pgn }) });
}

function entryOf(where: string, text: string, { nodes }: Flags): PlayerEntry {
  const entry = parseEntry(text);
  if (!entry.ok) throw Refusal.of(entry.error, { where, text });
  if (entry.value.kind === 'gpp' && nodes === undefined) {
    const message = `${quote(text)} plays by nodes: give --nodes, or let 'plyades gpp' play by the clock`;
    throw new Refusal('ERR_OPTION', message, { where });
  }
  return entry.value;
}

/** Names the faults of an engine; its start is not worth a line. */
function noteFault(player: string, event: EngineEvent): void {
  if (event.type === 'fault') note(`${player}: ${event.code}: ${event.message}`);
  if (event.type === 'gave-up') note(`${player}: stays down after ${event.faults} faults`);
}

export function makeMatchScore(result: MatchScore, sprt?: Sprt): string {
  const { pairs, wins, draws, losses, score, low, high, elo, eloLow, eloHigh } = result;
  const percent = (share: number) => (100 * share).toFixed(1);
  const points = (value: number) =>
    Number.isFinite(value) ? value.toFixed(0) : value > 0 ? 'inf' : '-inf';
  const parts = [
    `${2 * pairs} games, +${wins} =${draws} -${losses}`,
    `${percent(score)} % (${percent(low)} to ${percent(high)})`,
    `Elo ${points(elo)} (${points(eloLow)} to ${points(eloHigh)})`,
  ];
  if (sprt !== undefined) {
    const { llr, lower, upper, decision } = sprtOf(sprt, result);
    const bounds = `${lower.toFixed(2)}, ${upper.toFixed(2)}`;
    parts.push(
      `LLR ${llr.toFixed(2)} (${bounds})${decision === undefined ? '' : `, ${decision} accepted`}`,
    );
  }
  return parts.join('; ');
}
