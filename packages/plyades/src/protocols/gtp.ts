// GTP, the Go Text Protocol, version 2, which programs with a board for Othello speak too: one line is a command,
// an answer is some lines with an empty one behind them. Both directions, as pairs of a reader and a writer.

/** A number in front of a command comes back with its answer. */
export interface GtpCommand {
  readonly id?: number;
  readonly name: string;
  readonly args: readonly string[];
}

/** What came of a command. */
export interface GtpReply {
  readonly id?: number;
  /** False when the command failed; the text then says why. */
  readonly ok: boolean;
  readonly text: string;
}

const MAX_ID = 2 ** 31 - 1;

/** Reads a line; undefined for one without a command: empty, or a comment. */
export function parseGtpCommand(line: string): GtpCommand | undefined {
  const words = clean(line).replace(/#.*$/, '').trim().split(/\s+/);
  const id = idOf(words[0]!);
  const [name, ...args] = id === undefined ? words : words.slice(1);
  if (name === undefined || name === '') return undefined;
  return { ...(id !== undefined && { id }), name, args };
}

/** The line of a command. */
export function makeGtpCommand({ id, name, args }: GtpCommand): string {
  return [...(id === undefined ? [] : [id]), name, ...args].join(' ');
}

/** Reads an answer without the empty line at its end; undefined when it is none. */
export function parseGtpReply(text: string): GtpReply | undefined {
  const [, mark, number = '', rest] = /^([=?])(\d*)[ \t]?(.*)$/s.exec(text.trimEnd()) ?? [];
  if (mark === undefined || rest === undefined) return undefined;
  const id = idOf(number);
  return { ...(id !== undefined && { id }), ok: mark === '=', text: rest };
}

/** Writes an answer, with the empty line at its end but for the last newline. */
export function makeGtpReply({ id, ok, text }: GtpReply): string {
  // An empty line would end it.
  const body = text.replace(/\n(\s*\n)+/g, '\n').trimEnd();
  return `${ok ? '=' : '?'}${id ?? ''}${body === '' ? '' : ` ${body}`}\n`;
}

function idOf(word: string): number | undefined {
  return /^\d{1,10}$/.test(word) && Number(word) <= MAX_ID ? Number(word) : undefined;
}

/** Control characters are dropped, as the protocol wants it; a tab is a space. */
function clean(line: string): string {
  return [...line.replaceAll('\t', ' ')].filter((character) => character >= ' ').join('');
}
