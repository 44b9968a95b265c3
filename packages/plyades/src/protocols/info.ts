// The `info` line: an engine's report on its search while it runs. All parts are optional and come in any
// order; what is not known is skipped, what is malformed is left out.
import type { Protocol } from './protocol.js';
import { makeScore, parseScore, type Score } from './score.js';
import { Tokens } from './tokens.js';

/** The fields of an `info` line. */
export interface Info {
  /** Plies. */
  readonly depth?: number;
  readonly selDepth?: number;
  /** Which of the best lines this is, 1 for the best. */
  readonly multiPv?: number;
  readonly score?: Score;
  readonly nodes?: number;
  /** Nodes per second. */
  readonly nps?: number;
  /** Thousandths of the table that are in use. */
  readonly hashFull?: number;
  /** Milliseconds since the search began. */
  readonly time?: number;
  readonly tbHits?: number;
  readonly cpuLoad?: number;
  readonly currMove?: string;
  readonly currMoveNumber?: number;
  /** The expected line, the move at the root first. */
  readonly pv?: readonly string[];
  /** Any text; the rest of the line. */
  readonly string?: string;
}

type NumberKey = {
  [K in keyof Info]-?: NonNullable<Info[K]> extends number ? K : never;
}[keyof Info];

const numbers: Readonly<Record<string, NumberKey>> = {
  depth: 'depth',
  seldepth: 'selDepth',
  multipv: 'multiPv',
  nodes: 'nodes',
  nps: 'nps',
  hashfull: 'hashFull',
  time: 'time',
  tbhits: 'tbHits',
  cpuload: 'cpuLoad',
  currmovenumber: 'currMoveNumber',
};

/** Where a list of moves ends. `wdl`, `refutation` and `currline` are known to be skipped. */
const known = new Set([
  ...Object.keys(numbers),
  ...['score', 'pv', 'currmove', 'string', 'wdl', 'refutation', 'currline'],
]);

/** Reads what follows the word `info`. */
export function parseInfo(protocol: Protocol, text: string): Info {
  const tokens = new Tokens(text);
  const info: { -readonly [K in keyof Info]: Info[K] } = {};
  while (!tokens.done) {
    const word = tokens.take()!;
    const key = Object.hasOwn(numbers, word) ? numbers[word] : undefined;
    if (key !== undefined) {
      const number = tokens.takeInteger();
      if (number !== undefined) info[key] = number;
    } else if (word === 'score') {
      const score = parseScore(protocol, tokens);
      if (score !== undefined) info.score = score;
    } else if (word === 'pv') {
      info.pv = tokens.takeUntil((next) => known.has(next));
    } else if (word === 'currmove') {
      const move = tokens.take();
      if (move !== undefined) info.currMove = move;
    } else if (word === 'string') {
      info.string = tokens.rest().join(' ');
    } else {
      tokens.takeUntil((next) => known.has(next));
    }
  }
  return info;
}

/** The text after the word `info`, in the order that most engines use. */
export function makeInfo(protocol: Protocol, info: Info): string {
  const line: string[] = [];
  const put = (word: string, value: number | string | undefined) => {
    if (value !== undefined) line.push(`${word} ${value}`);
  };
  put('depth', info.depth);
  put('seldepth', info.selDepth);
  put('multipv', info.multiPv);
  put('score', info.score && makeScore(protocol, info.score));
  put('nodes', info.nodes);
  put('nps', info.nps);
  put('hashfull', info.hashFull);
  put('tbhits', info.tbHits);
  put('cpuload', info.cpuLoad);
  put('time', info.time);
  put('currmove', info.currMove);
  put('currmovenumber', info.currMoveNumber);
  if (info.pv && info.pv.length > 0) line.push('pv', ...info.pv);
  put('string', info.string?.replace(/\s+/g, ' '));
  return line.join(' ');
}
