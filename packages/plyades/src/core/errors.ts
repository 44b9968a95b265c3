// What can go wrong, as data. Bad input is a value with a code, the refused text and its place, so
// that a terminal, a protocol and a program can each report it in their own way. What leaves the
// library as an exception is a PlyadesError with the same codes.

export const inputErrorCodes = [
  'ERR_TOO_LONG', // refused unread: longer than any text of this kind
  'ERR_LENGTH', // too few or too many squares
  'ERR_CHARACTER', // a character that means nothing here
  'ERR_SIDE', // the side to move is missing, unknown or given twice
  'ERR_KEY', // a key=value pair that is malformed, unknown or given twice
  'ERR_VALUE', // a value that is malformed or out of range
  'ERR_MISSING', // a required part is not there
  'ERR_IMPOSSIBLE', // well written, but no game leads there
  'ERR_MOVE', // not written like a move
  'ERR_ILLEGAL_MOVE', // written like a move, but against the rules in this position
  'ERR_GAME', // no game of this name, or another one than was asked for
  'ERR_LIMIT', // a depth, a number of nodes, a time or a size out of range
  'ERR_OPTION', // an option or a combination of options that cannot be
  'ERR_CREDENTIALS', // a credential or a join token that is none, or that the server does not accept
  'ERR_CERTIFICATE', // the certificate of a server is not trusted
  'ERR_JOB', // no job of this name, or a checkpoint that is damaged
  'ERR_PROOF', // a proof file that is damaged, or that does not prove what it says
  'ERR_TRACE', // a recorded run that is damaged
] as const;

/** What is wrong with a refused input. */
export type InputErrorCode = (typeof inputErrorCodes)[number];

/** Mistakes in a game in plain TypeScript, which its author corrects. */
export const gameErrorCodes = [
  'ERR_DEFINITION', // a game in TypeScript lacks a function or has a property that means nothing
  'ERR_CHANCE', // a game with dice or shuffled cards
  'ERR_HIDDEN', // a game in which a side does not see everything, or both move at once
  'ERR_PLAYERS', // a game for another number of players than two
  'ERR_MODULE', // the module of a game in TypeScript starts a search itself, in each thread that imports it
  'ERR_RULES', // a function of a game in TypeScript returned something impossible
] as const;

export const failureCodes = [
  'ERR_MISSING_PART', // an adapter, a server, an engine or a kernel file is not there
  'ERR_CLUSTER', // no server of a cluster, or no worker there that could take part
  'ERR_TRAP', // a kernel trapped: our mistake, never the caller's
  'ERR_MEMORY', // more memory was asked for than there is
  'ERR_DEVICE', // a graphics device refused a shader or a size
  'ERR_WORKER', // a worker thread died or could not be started
  'ERR_SIMULATION', // a simulated search found another value, did not end, or differs from its record
  'ERR_UNWRITTEN', // the answer is known, but its proof cannot be written down
  'ERR_CLOSED', // used after close()
] as const;

/** What can be wrong with an engine that runs as a program of its own. */
export const engineErrorCodes = [
  'ERR_ENGINE_START', // the program is there but could not be run
  'ERR_ENGINE_PROTOCOL', // it speaks, but did not say uciok or usiok in time: no engine of this protocol
  'ERR_ENGINE_SILENT', // it hangs: nothing at all, no bestmove or no readyok in time
  'ERR_ENGINE_EXIT', // it crashed, or ended by itself
  'ERR_ENGINE_OUTPUT', // an endless line, or more output than can be read
  'ERR_ENGINE_MOVE', // an illegal move, or one that was not among the moves to search
] as const;

/** What is wrong with an engine. */
export type EngineErrorCode = (typeof engineErrorCodes)[number];

/** Every code that a PlyadesError can have. */
export type ErrorCode =
  | InputErrorCode
  | EngineErrorCode
  | (typeof gameErrorCodes)[number]
  | (typeof failureCodes)[number];

/** Why a text was refused. */
export interface InputError {
  readonly code: InputErrorCode;
  /** One sentence without a full stop that says what is wrong and what was expected. */
  readonly message: string;
  /** The offending part of the text, at most MAX_QUOTED characters of it. */
  readonly input: string;
  /** Where it is wrong: 0-based index into the text that was given, at most its length. */
  readonly at?: number;
  /** The option that was refused, by its name in the library; `message` begins with it and a colon. */
  readonly option?: string;
}

/** True for a refusal such as parsers return. */
export function isInputError(value: unknown): value is InputError {
  const { code, message } = (value ?? {}) as Partial<InputError>;
  return typeof message === 'string' && inputErrorCodes.some((each) => each === code);
}

/** An offending part longer than this is cut, and ends in an ellipsis. */
export const MAX_QUOTED = 40;
/** Of a path. */
const MAX_PATH = 200;

export function inputError(
  code: InputErrorCode,
  message: string,
  input: string,
  at?: number,
): InputError {
  const part = shorten(input);
  return at === undefined ? { code, message, input: part } : { code, message, input: part, at };
}

/** The refusal of a text that is longer than `limit` characters, made without reading it. */
export function tooLong(text: string, limit: number): InputError {
  const message = `${text.length} characters are too many: at most ${limit} are read`;
  return inputError('ERR_TOO_LONG', message, text, limit);
}

/** A part of the input for use in a message: short, in quotes, and harmless to a terminal. */
export function quote(text: string): string {
  return `'${makeVisible(shorten(text))}'`;
}

/** The same for the path of a file or program, of which the end says most: a long one loses its beginning. */
export function quotePath(path: string): string {
  const end = path.length <= MAX_PATH ? path : `…${path.slice(1 - MAX_PATH)}`;
  return `'${makeVisible(end)}'`;
}

function makeVisible(text: string): string {
  return text.replace(/[^\x20-\x7e…]/g, writeNumber);
}

/** Text from outside, harmless to a terminal: what is no letter, mark, sign or space is written as its number. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, writeNumber);
}

function writeNumber(character: string): string {
  return `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;
}

function shorten(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED - 1)}…`;
}

/** What the library throws where it cannot return a result. */
export class PlyadesError extends Error {
  override readonly name = 'PlyadesError';
  readonly code: ErrorCode;
  /** The refused input, when that is the reason. */
  readonly refused: InputError | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; refused?: InputError } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.refused = options.refused;
  }

  /** What `unwrap` throws for a refused input. */
  static refusing(error: InputError): PlyadesError {
    return new PlyadesError(error.code, error.message, { refused: error });
  }
}

/** Throws the refusal of what a caller has given, which may be a value of any type. */
export function refuse(code: InputErrorCode, message: string, input: unknown): never {
  throw PlyadesError.refusing(inputError(code, message, describeInput(input)));
}

/** The same for an option that cannot be given, or must be; `why` is a clause. */
export function refuseOption(option: string, value: unknown, why: string): never {
  const shown = typeof value === 'number' || typeof value === 'string' ? ` ${value}` : '';
  const error = inputError('ERR_OPTION', `${option}${shown}: ${why}`, describeInput(value));
  throw PlyadesError.refusing({ ...error, option });
}

/** An object without a prototype has no text, so its type stands for it. */
export function describeInput(input: unknown): string {
  try {
    return String(input);
  } catch {
    return typeof input;
  }
}
