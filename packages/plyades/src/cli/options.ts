// Arguments and options that several commands share, each read and checked in one place. A bad value
// is refused here, before a game is loaded or a search begins.
import { Argument, type Command, Option } from 'commander';
import { isModulePath, type LoadedGame, type PlayerClock, type Position } from '../api/index.js';
import { quote } from '../core/errors.js';
import { didYouMean } from '../core/similar.js';
import { catalogue, findGame, gameNames } from '../games/catalogue.js';
import { Refusal } from './exit.js';
import { blameModule } from './report.js';

/** Processes of one worker of a cluster; more than any machine has use for. */
const MAX_SLOTS = 256;

/** A week, in milliseconds. */
export const MAX_TIME = 7 * 24 * 60 * 60 * 1000;

/** The flags `--position`, `--moves` and `--branching`. */
export interface PositionFlags {
  readonly position?: string;
  readonly moves?: string;
  readonly branching?: number;
}

/** An option whose value is a decimal integer of this range, both ends included. */
export function integerOption(flags: string, description: string, min: number, max: number) {
  const where = longName(flags);
  return new Option(flags, description).argParser((text: string) => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    const message = `${quote(text)} is refused: expected an integer from ${min} to ${max}`;
    throw new Refusal('ERR_LIMIT', message, { where });
  });
}

/** An option whose value is a list of such integers, as in `16,32`. */
export function integersOption(flags: string, description: string, min: number, max: number) {
  const where = longName(flags);
  return new Option(flags, description).argParser((text: string) =>
    text.split(',').map((word) => {
      const number = /^\d{1,16}$/.test(word) ? Number(word) : Number.NaN;
      if (number >= min && number <= max) return number;
      const message = `${quote(word)} is refused: expected integers from ${min} to ${max} with commas between them`;
      throw new Refusal('ERR_LIMIT', message, { where });
    }),
  );
}

/** `--workers`: a number of threads, or one per core. */
export const workersOption = (most: number, when = 'parallel algorithms'): Option => {
  const description = `threads that search, 1 to ${most}, or auto: one per core (${when})`;
  return autoOption('--workers <number>', description, 1, most);
};

/** Processes of a worker of a cluster on this machine; `least` is 0 where there need not be a worker. */
export const slotsOption = (least: 0 | 1 = 1): Option => {
  const none = least === 0 ? ', or 0 for none' : '';
  const description = `processes that search here, or auto: one per core${none}`;
  return autoOption('--slots <number>', description, least, MAX_SLOTS).default('auto');
};

/** For an option that may be given several times. */
export const collect = (value: string, before: readonly string[]): string[] => [...before, value];

/** The programs of plyades/own-search that a machine lends. */
export const ownSearchOption = (): Option =>
  new Option('--own-search <module>', 'a program with a search of its own that may run here')
    .argParser(collect)
    .default([]);

/** An option whose value is `auto` or an integer of this range. */
function autoOption(flags: string, description: string, least: number, most: number): Option {
  return new Option(flags, description).argParser((text: string) => {
    if (text === 'auto') return text;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (number >= least && number <= most) return number;
    const message = `${quote(text)} is refused: expected auto or an integer from ${least} to ${most}`;
    throw new Refusal('ERR_LIMIT', message, { where: longName(flags) });
  });
}

/** How wide a tree may be depends on the game: its limits are looked at when it is known. */
function parseDigits(text: string): number {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  const widths = catalogue.flatMap(({ id, branching }) =>
    branching === undefined ? [] : `${branching.max} in ${id}`,
  );
  const message = `${quote(text)} is refused: expected an integer, at most ${widths.join(', ')}`;
  throw new Refusal('ERR_LIMIT', message, { where: '--branching' });
}

/** An option whose value is one of a few words. */
export function choiceOption(
  flags: string,
  description: string,
  words: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
) {
  const where = longName(flags);
  return new Option(flags, `${description} (${words.join(', ')})`).argParser((text: string) => {
    if (words.includes(text)) return text;
    const hint = Object.hasOwn(renamed, text)
      ? `; ${text} is called ${renamed[text]} now`
      : didYouMean(text, words);
    const message = `${quote(text)} is refused: expected ${words.join(', ')}${hint}`;
    throw new Refusal('ERR_OPTION', message, { where });
  });
}

/** An option whose value is a player's clock in seconds, `60` or `60+0.6` with an increment. */
export function clockOption(description: string) {
  const flags = '--clock <seconds+increment>';
  return new Option(flags, description).argParser((text: string): PlayerClock => {
    const [, seconds, increment = '0'] =
      /^(\d{1,7}(?:\.\d+)?)(?:\+(\d{1,7}(?:\.\d+)?))?$/.exec(text) ?? [];
    const [remainingMs, incrementMs] = [seconds, increment].map((each) => {
      return Math.round(1000 * Number(each));
    }) as [number, number];
    const fits = remainingMs >= 1 && remainingMs <= MAX_TIME && incrementMs <= MAX_TIME;
    if (fits) return { remainingMs, incrementMs };
    const message = `${quote(text)} is refused: expected seconds, such as 60, or with what a move adds, 60+0.6`;
    throw new Refusal('ERR_LIMIT', message, { where: longName(flags) });
  });
}

/** The game, checked; commands with a default game pass it. */
export function gameArgument(fallback?: string): Argument {
  const description = `the game: ${gameNames.join(', ')}, or a compiled module with a game in TypeScript`;
  const argument = new Argument(fallback === undefined ? '<game>' : '[game]', description);
  return (fallback === undefined ? argument : argument.default(fallback)).argParser(parseGame);
}

/** The id of a game that exists, or the path of a module that may have one. */
export function parseGame(text: string): string {
  if (isModulePath(text)) {
    blameModule(text);
    return text;
  }
  const found = findGame(text);
  if (found.ok) return found.value.id;
  throw new Refusal(found.error.code, found.error.message, {
    where: 'GAME',
    advice: "'plyades games' lists them with examples",
  });
}

export function addPositionOptions(command: Command): Command {
  return command
    .option(
      '-p, --position <text>',
      'where to begin, in the notation of the game (default: its start)',
    )
    .option('-m, --moves <list>', 'moves to play from there first, separated by spaces')
    .addOption(
      new Option(
        '--branching <number>',
        'keep only the best moves of every node, by static score (shogi: all unless given; connect6: 48; synthetic: its b)',
      ).argParser(parseDigits),
    );
}

/** Where the flags lead, and what they passed on the way. */
export interface SetUp {
  readonly position: Position;
  /** Every position from the one that `--moves` began at to `position`, in order. */
  readonly played: readonly Position[];
}

/** The position that the flags describe: a position or the start, moves played on top, a tree's width. */
export function setUp(game: LoadedGame, flags: PositionFlags): SetUp {
  const { position = game.notation.makePosition(game.notation.start()), moves = '' } = flags;
  const advice = `'plyades games ${game.id}' explains the notation`;
  const parsed = game.notation.parsePosition(position);
  if (!parsed.ok) throw Refusal.of(parsed.error, { where: '--position', text: position, advice });
  const line = game.playThrough(parsed.value, moves);
  if (!line.ok) throw Refusal.of(line.error, { where: '--moves', text: moves, advice });
  const played = line.value.map((each) => limit(game, each, flags.branching));
  return { position: played.at(-1)!, played };
}

function limit(game: LoadedGame, position: Position, branching: number | undefined): Position {
  if (branching === undefined) return position;
  const tree = game.notation.branching;
  const where = '--branching';
  if (tree === undefined) {
    throw new Refusal('ERR_OPTION', `${game.id} has no trees of bounded width`, { where });
  }
  if (branching >= 2 && branching <= tree.max) return tree.limit(position, branching);
  const message = `'${branching}' is refused: expected an integer from 2 to ${tree.max}`;
  throw new Refusal('ERR_LIMIT', message, { where });
}

function longName(flags: string): string {
  return /--[a-z-]+/.exec(flags)![0];
}
