// A game in plain TypeScript as the rest of the library sees games: with rules, a notation and a source for threads.
import type { Move } from '../core/game.js';
import { importGame } from '../games/plain/index.js';
import { compileKernel } from '../kernel/index.js';
import { endingOf } from './game-ending.js';
import type { Playable } from './games.js';
import { linesOf } from './lines.js';
import { plainNotation } from './plain-notation.js';
import { PlainRules } from './plain-rules.js';

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
  const rules = new PlainRules(id, game);
  const notation = plainNotation(rules);
  const readMove: Playable['readMove'] = (_, text) => notation.parseMove(text);
  const play: Playable['play'] = (position, move) => rules.play(position, move);
  const open: Playable = {
    id,
    notation,
    legalMoves: (position) => rules.legalMoves(position),
    play,
    readMove,
    writeMove: (_, move) => notation.makeMove(move),
    writeLine: (_, moves) => moves.map(notation.makeMove),
    ending: (played) => endingOf(open, played),
    over: (position) => rules.legalMoves(position).length === 0,
    drawnByCount: () => false,
    result: (position) => rules.value(position),
    evaluate: (position) => rules.value(position),
    turn: (position) => rules.turn(position),
    ...linesOf({ notation, readMove, play }),
    repeats: 0,
    repetition: () => undefined,
    source: { kind: 'plain', module, url, exportName: game.exportName ?? 'default' },
    sourcePosition: (position) => rules.stateOf(position),
    translate(report) {
      const pv: readonly Move[] = (report.plainPv ?? []).map((move) => rules.codeOf(move));
      return { ...report, pv, move: pv[0] };
    },
  };
  return open;
}
