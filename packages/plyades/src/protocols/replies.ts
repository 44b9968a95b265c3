// An engine's replies to a client, as data: one parser for clients and one maker for engines, inverses of each
// other. No reply is an error here: one that means nothing is `unknown`.
import { type Info, makeInfo, parseInfo } from './info.js';
import { type EngineOption, makeOption, parseOption } from './options.js';
import { MAX_LINE, type Protocol, words } from './protocol.js';
import { makeScore, parseScore, type Score } from './score.js';
import { Tokens } from './tokens.js';

/** The end of a search. */
export interface BestMove {
  /** Undefined when there is none to play: `outcome` says why. */
  readonly move?: string;
  /** `none`: the game is over (`(none)`, `0000`). USI: the engine resigns, or claims to have won. */
  readonly outcome?: 'none' | 'resign' | 'win';
  /** The answer it expects and would like to think about. */
  readonly ponder?: string;
}

/** A position of an engine's table: our extension. */
export interface HashLine {
  /** Moves from the position that was searched; never empty. */
  readonly line: readonly string[];
  /** Plies to which the position after them was searched. */
  readonly depth: number;
  /** What it is worth, from the side to move there. */
  readonly score: Score;
}

/** A reply of an engine, read from one line. */
export type EngineReply =
  /** `key` is `name`, `author`, or of ours `extensions`: names of them with spaces between. */
  | { readonly type: 'id'; readonly key: string; readonly value: string }
  | { readonly type: 'option'; readonly option: EngineOption }
  /** `uciok` or `usiok`. */
  | { readonly type: 'uciok' }
  | { readonly type: 'readyok' }
  | { readonly type: 'info'; readonly info: Info }
  | { readonly type: 'bestmove'; readonly best: BestMove }
  /** USI, after `go mate`: the moves of a mate, or why there are none. */
  | {
      readonly type: 'checkmate';
      readonly moves?: readonly string[];
      readonly outcome?: 'nomate' | 'timeout' | 'notimplemented';
    }
  /** After `plyades hash N`: at most N of these, the deepest first, parents before children, then `hashend`. */
  | { readonly type: 'hash'; readonly entry: HashLine }
  | { readonly type: 'hashend' }
  | { readonly type: 'unknown'; readonly text: string };

/** Reads a line, without its newline. */
export function parseReply(protocol: Protocol, line: string): EngineReply {
  const unknown: EngineReply = { type: 'unknown', text: line };
  if (line.length > MAX_LINE) return unknown;
  const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/s.exec(line) ?? [];
  switch (word) {
    case words[protocol].uciok:
      return { type: 'uciok' };
    case 'readyok':
      return { type: 'readyok' };
    case 'id': {
      const [, key = '', value = ''] = /^(\S*)\s*(.*)$/s.exec(rest) ?? [];
      return { type: 'id', key, value };
    }
    case 'option': {
      const option = parseOption(rest);
      return option === undefined ? unknown : { type: 'option', option };
    }
    case 'info':
      return { type: 'info', info: parseInfo(protocol, rest) };
    case 'bestmove': {
      const best = parseBestMove(rest);
      return best === undefined ? unknown : { type: 'bestmove', best };
    }
    case 'checkmate':
      return parseCheckmate(rest);
    case 'plyades':
      return parseHash(protocol, rest) ?? unknown;
    default:
      return unknown;
  }
}

const NO_MOVE = ['(none)', '0000', 'none', 'NULL'];

function parseBestMove(text: string): BestMove | undefined {
  const [word, keyword, ponder] = new Tokens(text).rest();
  if (word === undefined) return undefined;
  if (NO_MOVE.includes(word)) return { outcome: 'none' };
  if (word === 'resign' || word === 'win') return { outcome: word };
  const expected = keyword === 'ponder' && ponder !== undefined && !NO_MOVE.includes(ponder);
  return expected ? { move: word, ponder } : { move: word };
}

function parseCheckmate(text: string): EngineReply {
  const moves = new Tokens(text).rest();
  const [outcome] = moves;
  if (outcome === 'nomate' || outcome === 'timeout' || outcome === 'notimplemented') {
    return { type: 'checkmate', outcome };
  }
  return { type: 'checkmate', moves };
}

/** `plyades hash depth D score S pv M...` or `plyades hash end`. */
function parseHash(protocol: Protocol, text: string): EngineReply | undefined {
  const tokens = new Tokens(text);
  if (tokens.take() !== 'hash') return undefined;
  const word = tokens.take();
  if (word === 'end') return { type: 'hashend' };
  const depth = tokens.takeInteger();
  if (word !== 'depth' || depth === undefined || tokens.take() !== 'score') return undefined;
  const score = parseScore(protocol, tokens);
  if (score === undefined || tokens.take() !== 'pv' || tokens.done) return undefined;
  return { type: 'hash', entry: { depth, score, line: tokens.rest() } };
}

/** The line of an answer, without a newline. */
export function makeReply(protocol: Protocol, answer: EngineReply): string {
  switch (answer.type) {
    case 'id':
      return `id ${answer.key} ${answer.value}`;
    case 'option':
      return `option ${makeOption(answer.option)}`;
    case 'uciok':
      return words[protocol].uciok;
    case 'readyok':
      return 'readyok';
    case 'info':
      return `info ${makeInfo(protocol, answer.info)}`;
    case 'bestmove':
      return makeBestMove(protocol, answer.best);
    case 'checkmate':
      return `checkmate ${answer.outcome ?? (answer.moves ?? []).join(' ')}`;
    case 'hash': {
      const { depth, score, line } = answer.entry;
      return `plyades hash depth ${depth} score ${makeScore(protocol, score)} pv ${line.join(' ')}`;
    }
    case 'hashend':
      return 'plyades hash end';
    case 'unknown':
      return answer.text;
  }
}

/** A shogi engine without a move has lost, so it resigns; chess programs read `(none)`. */
function makeBestMove(protocol: Protocol, { move, outcome, ponder }: BestMove): string {
  if (move === undefined) {
    const none = protocol === 'usi' ? 'resign' : '(none)';
    return `bestmove ${outcome === undefined || outcome === 'none' ? none : outcome}`;
  }
  return ponder === undefined ? `bestmove ${move}` : `bestmove ${move} ponder ${ponder}`;
}
