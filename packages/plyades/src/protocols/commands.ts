// A client's commands to an engine, as data: one parser for engines that read them and one maker for clients
// that send them, inverses of each other. Lenient as the protocols ask: words before a command that mean
// nothing are skipped, and a line without any command is `unknown`, not an error.
import { type InputError, inputError, quote, tooLong } from '../core/errors.js';
import { err, map, ok, type Result } from '../core/result.js';
import { type Go, makeGo, parseGo } from './go.js';
import { MAX_LINE, type Protocol, words } from './protocol.js';
import { Tokens } from './tokens.js';

/** A position as the protocols write it: where the game began, and the moves since. */
export interface Setup {
  /** A FEN or SFEN; undefined for the start of the game. */
  readonly start?: string;
  readonly moves: readonly string[];
}

/** A command of the client, read from one line. */
export type ClientCommand =
  /** `uci` or `usi`: the engine tells its name and options. */
  | { readonly type: 'hello' }
  | { readonly type: 'debug'; readonly on: boolean }
  | { readonly type: 'isready' }
  | { readonly type: 'setoption'; readonly name: string; readonly value?: string }
  | { readonly type: 'newgame' }
  | { readonly type: 'position'; readonly setup: Setup }
  | { readonly type: 'go'; readonly go: Go }
  | { readonly type: 'stop' }
  | { readonly type: 'ponderhit' }
  /** USI: the game is over; `result` is `win`, `lose` or `draw`, from the engine's side. */
  | { readonly type: 'gameover'; readonly result?: string }
  | { readonly type: 'quit' }
  /** Our extension, `plyades hash N`: the N most valuable positions of the table, see answers.ts. */
  | { readonly type: 'hash'; readonly count: number }
  | { readonly type: 'unknown'; readonly text: string };

/** No table is asked for more positions than this. */
export const MAX_HASH_LINES = 10_000;

/** Reads a line, without its newline. ERR_TOO_LONG, ERR_VALUE or ERR_MISSING. */
export function parseCommand(protocol: Protocol, line: string): Result<ClientCommand, InputError> {
  if (line.length > MAX_LINE) return err(tooLong(line, MAX_LINE));
  const tokens = new Tokens(line);
  while (!tokens.done) {
    const read = parsers(protocol)[tokens.take()!];
    if (read) return read(tokens);
  }
  return ok({ type: 'unknown', text: line });
}

type Parser = (tokens: Tokens) => Result<ClientCommand, InputError>;

function parsers(protocol: Protocol): Readonly<Record<string, Parser | undefined>> {
  const { hello, newGame } = words[protocol];
  return {
    // Without a prototype, so that no word of a line means one of its properties.
    __proto__: null as never,
    [hello]: () => ok({ type: 'hello' }),
    [newGame]: () => ok({ type: 'newgame' }),
    debug: (tokens) => ok({ type: 'debug', on: tokens.take() !== 'off' }),
    isready: () => ok({ type: 'isready' }),
    setoption: parseSetOption,
    position: (tokens) => parsePosition(protocol, tokens),
    go: (tokens) => map(parseGo(protocol, tokens), (go) => ({ type: 'go', go })),
    stop: () => ok({ type: 'stop' }),
    ponderhit: () => ok({ type: 'ponderhit' }),
    gameover: (tokens) => ok(withResult(tokens.take())),
    quit: () => ok({ type: 'quit' }),
    plyades: parseExtension,
  };
}

function withResult(result: string | undefined): ClientCommand {
  return result === undefined ? { type: 'gameover' } : { type: 'gameover', result };
}

/** `setoption name N value V`; names and values may have spaces. */
function parseSetOption(tokens: Tokens): Result<ClientCommand, InputError> {
  // Some shogi programs leave the word `name` out.
  if (tokens.peek() === 'name') tokens.take();
  const name = tokens.takeUntil((word) => word === 'value').join(' ');
  if (name === '') return err(inputError('ERR_MISSING', 'setoption needs a name', ''));
  if (tokens.take() === undefined) return ok({ type: 'setoption', name });
  const value = tokens.rest().join(' ');
  return ok({ type: 'setoption', name, value: value === '<empty>' ? '' : value });
}

/** `position startpos | fen F | sfen S [moves M...]`. */
function parsePosition(protocol: Protocol, tokens: Tokens): Result<ClientCommand, InputError> {
  const kind = tokens.take();
  const start = tokens.takeUntil((word) => word === 'moves').join(' ');
  tokens.take();
  const moves = tokens.rest();
  if (kind === 'startpos') return ok({ type: 'position', setup: { moves } });
  // Engines that play both games take either word.
  if ((kind === 'fen' || kind === 'sfen') && start !== '') {
    return ok({ type: 'position', setup: { start, moves } });
  }
  const { position } = words[protocol];
  const message = `position ${quote(kind ?? '')}: expected startpos or ${position} and a position`;
  return err(inputError('ERR_MISSING', message, kind ?? ''));
}

function parseExtension(tokens: Tokens): Result<ClientCommand, InputError> {
  const word = tokens.take();
  if (word !== 'hash') return ok({ type: 'unknown', text: `plyades ${word ?? ''}`.trim() });
  const count = tokens.takeInteger();
  if (count !== undefined && count >= 1 && count <= MAX_HASH_LINES)
    return ok({ type: 'hash', count });
  const given = tokens.peek() ?? String(count ?? '');
  const message = `plyades hash ${quote(given)}: expected a whole number from 1 to ${MAX_HASH_LINES}`;
  return err(inputError('ERR_VALUE', message, given));
}

/** The line of a command, without a newline. */
export function makeCommand(protocol: Protocol, command: ClientCommand): string {
  const { hello, newGame } = words[protocol];
  switch (command.type) {
    case 'hello':
      return hello;
    case 'newgame':
      return newGame;
    case 'debug':
      return `debug ${command.on ? 'on' : 'off'}`;
    case 'setoption':
      return makeSetOption(command.name, command.value);
    case 'position':
      return `position ${makeSetup(protocol, command.setup)}`;
    case 'go':
      return makeGo(protocol, command.go);
    case 'gameover':
      return command.result === undefined ? 'gameover' : `gameover ${command.result}`;
    case 'hash':
      return `plyades hash ${command.count}`;
    case 'unknown':
      return command.text;
    default:
      return command.type;
  }
}

function makeSetOption(name: string, value: string | undefined): string {
  if (value === undefined) return `setoption name ${name}`;
  return `setoption name ${name} value ${value === '' ? '<empty>' : value}`;
}

/** The text after the word `position`. */
export function makeSetup(protocol: Protocol, { start, moves }: Setup): string {
  const from = start === undefined ? 'startpos' : `${words[protocol].position} ${start}`;
  return moves.length === 0 ? from : `${from} moves ${moves.join(' ')}`;
}
