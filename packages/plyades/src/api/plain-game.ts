// A game in plain TypeScript as the rest of the library sees games: with a notation and positions. A
// position is the line of moves from the start, since states are values of the author's own; a move is
// written as it prints (a number, a text, or JSON without spaces) and numbered when it is first seen,
// so codes and records hold within one process only.
import { type InputError, inputError, PlyadesError, quote, tooLong } from '../core/errors.js';
import type { GameNotation, Move, Position } from '../core/game.js';
import { err, ok, type Result } from '../core/result.js';
import { bindGame, importGame } from '../games/plain/index.js';
import { compileKernel } from '../kernel/index.js';
import { endingOf } from './game-ending.js';
import type { Playable } from './games.js';
import { illegalMove, lastOf, playLine } from './lines.js';

const START = 'start';
const MAX_TEXT = 100_000;

/** True for what is a module rather than a name: a path, a file name, an address. */
export function isModulePath(id: string): boolean {
  return /[\\/]|\.[cm]?[jt]s$/.test(id);
}

/** The address of a module that is given by a path relative to the working directory. */
export async function addressOf(path: string): Promise<string> {
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) return path;
  const { pathToFileURL } = await import('node:url');
  return pathToFileURL(path).href;
}

export async function openPlainGame(id: string): Promise<Playable> {
  const url = await addressOf(id);
  const game = await importGame(url);
  const module = await compileKernel('foreign');
  const binding = bindGame(game);
  const codes = new Map<string, Move>();
  const texts: string[] = [];

  function codeOf(move: unknown): Move {
    const text = textOf(move);
    let code = codes.get(text);
    if (code === undefined) {
      code = texts.push(text) - 1;
      codes.set(text, code);
    }
    return code;
  }

  const title = game.title ?? id;
  const positionFormat = `${START}, or ${START} and the moves played, separated by spaces`;
  const notation: GameNotation = {
    id,
    title,
    // Four bytes a move: the one notation whose records differ in length, so nothing asks for it.
    recordSize: 0,
    positionFormat,
    moveFormat: 'as it prints: a number, a text, or JSON without spaces',
    positionExamples: [{ text: START, about: 'the start' }],
    moveExamples: [],
    start: () => ({ game: id, record: new Uint8Array(0) }),
    parsePosition(text) {
      if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
      const words = text.trim().split(/\s+/);
      if (words[0] !== START) {
        const message = `${quote(text)} is no position of ${title}: expected ${positionFormat}`;
        return err(inputError('ERR_CHARACTER', message, text, 0));
      }
      const played = lastOf(playLine(readMove, play, notation.start(), words.slice(1).join(' ')));
      if (played.ok) return played;
      const { at, ...error } = played.error;
      return err(
        at === undefined ? error : { ...error, at: text.indexOf(START) + START.length + 1 + at },
      );
    },
    makePosition: (position) => [START, ...lineOf(position).map(notation.makeMove)].join(' '),
    parseMove(text) {
      if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
      return ok(codeOf(text));
    },
    makeMove(move) {
      const text = texts[move];
      if (text === undefined) throw new RangeError(`${move} is no move of ${title}`);
      return text;
    },
    draw(position) {
      const state = stateOf(position);
      return game.draw?.(state) ?? JSON.stringify(state, undefined, 2) ?? String(state);
    },
  };

  const readMove = (_: Position, text: string) => notation.parseMove(text);

  function lineOf(position: Position): Move[] {
    const { record } = position;
    if (position.game !== id || record.length % 4 !== 0) {
      throw new TypeError(`a position of ${position.game} is no position of ${id}`);
    }
    const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
    return Array.from({ length: record.length / 4 }, (_, i) => view.getUint32(4 * i, true));
  }

  function stateOf(position: Position): unknown {
    let state = game.start();
    for (const move of lineOf(position)) {
      state = binding.play(state, binding.moves(state).map(codeOf).indexOf(move));
    }
    return state;
  }

  const legalMoves = (position: Position) => binding.moves(stateOf(position)).map(codeOf);

  function play(position: Position, move: Move): Result<Position, InputError> {
    const legal = legalMoves(position);
    if (!legal.includes(move)) {
      return err(illegalMove(legal.map(notation.makeMove), notation.makeMove(move)));
    }
    const record = new Uint8Array(position.record.length + 4);
    record.set(position.record);
    new DataView(record.buffer).setUint32(position.record.length, move, true);
    return ok({ game: id, record });
  }

  const playThrough = (position: Position, moves: string) =>
    playLine(readMove, play, position, moves);

  const open: Playable = {
    id,
    notation,
    legalMoves,
    play,
    readMove,
    writeMove: (_, move) => notation.makeMove(move),
    writeLine: (_, moves) => moves.map(notation.makeMove),
    ending: (played) => endingOf(open, played),
    over: (position) => legalMoves(position).length === 0,
    drawnByCount: () => false,
    result: (position) => binding.value(stateOf(position)),
    evaluate: (position) => binding.value(stateOf(position)),
    turn: (position) => (binding.turn(stateOf(position)) === 0 ? 0 : 1),
    parsePosition(text, moves = '') {
      const position = notation.parsePosition(text);
      return position.ok ? lastOf(playThrough(position.value, moves)) : position;
    },
    playMoves: (position, moves) => lastOf(playThrough(position, moves)),
    playThrough,
    repeats: 0,
    repetition: () => undefined,
    job: { kind: 'plain', module, url, exportName: game.exportName ?? 'default' },
    jobPosition: stateOf,
    translate(report) {
      const pv: readonly Move[] = (report.plainPv ?? []).map(codeOf);
      return { ...report, pv, move: pv[0] };
    },
  };
  return open;
}

function textOf(move: unknown): string {
  const text = typeof move === 'string' ? move : (JSON.stringify(move) ?? String(move));
  if (/\s/.test(text) || text === '') {
    const message = `the move ${quote(text)} cannot be written: moves as text have no spaces`;
    throw new PlyadesError('ERR_RULES', message);
  }
  return text;
}
