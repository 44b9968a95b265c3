// A game in plain TypeScript as the rest of the library sees games: with rules, a notation and a source for threads.
import { fileAddress } from '#platform';
import { PlyadesError } from '../core/errors.js';
import type { Move, Position } from '../core/game.js';
import type { GameSource } from '../games/open.js';
import { drawState, importGame, type PlainGame, type RulesSample } from '../games/plain/index.js';
import { compileKernel } from '../kernel/index.js';
import { endingOf } from './game-ending.js';
import type { Playable } from './games.js';
import { linesOf } from './lines.js';
import { plainNotation } from './plain-notation.js';
import { PlainRules } from './plain-rules.js';
import type { GameModule } from './search-options.js';

/** True for what is a module rather than a name: a path, a file name, an address. */
export function isModulePath(id: string): id is GameModule {
  return /[\\/]|\.[cm]?[jt]s$/.test(id);
}

/** The address of a module that is given by a path relative to the working directory. */
export function addressOf(path: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) return path;
  return fileAddress(path);
}

/** The address of a game's module, from which threads import it. */
export function requireUrl({ url }: Pick<PlainGame, 'url'>): string {
  if (url !== undefined) return url;
  const message =
    'the game has no `url`, and the bot no `worker`: without a bundler, give defineGame({ url: import.meta.url, ... }); ' +
    'in a bundle, give bot(game, { worker }) a function that starts a worker, whose file calls serveGame(game) of ' +
    "'plyades/worker'";
  throw new PlyadesError('ERR_DEFINITION', message);
}

/** A game object as threads load it; without an address, those that serve it, which compare it with the sample. */
export async function sourceOfPlain({
  url,
  exportName = 'default',
  sample,
}: {
  readonly url: string | undefined;
  readonly exportName?: string;
  readonly sample?: RulesSample | undefined;
}): Promise<GameSource> {
  const module = await compileKernel('foreign');
  return { kind: 'plain', module, url, exportName, ...(sample && { sample }) };
}

export async function openPlainGame(id: string): Promise<Playable> {
  const url = addressOf(id);
  const game = await importGame(url);
  return playableOf(id, game, await sourceOfPlain({ ...game, url }));
}

/** A game object as the rest of the library sees games. */
export function playableOf(id: string, game: PlainGame, source: GameSource): Playable {
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
    // The last position knows the whole game; `over` is asked first there, and repetition has a reason of its own.
    ending: (played) => endingOf({ ...open, over: (each) => rules.isFinished(each) }, played),
    over: (position) => rules.legalMoves(position).length === 0,
    drawnByCount: () => false,
    result: (position) => rules.value(position),
    evaluate: (position) => rules.value(position),
    turn: (position) => rules.turn(position),
    ...(game.draw && {
      picture: (position: Position) => drawState(game, rules.stateOf(position), 'svg'),
    }),
    ...linesOf({ notation, readMove, play }),
    repeats: game.repetition?.times ?? 0,
    repetition: (played) => (played.length === 0 ? undefined : rules.repetition(played.at(-1)!)),
    source,
    evaluates: game.evaluate !== undefined,
    usesTable: game.key !== undefined,
    sourcePosition: (position) => rules.sourceOf(position),
    translate(report) {
      const line: readonly Move[] = (report.plainLine ?? []).map((move) => rules.codeOf(move));
      return { ...report, line, move: line[0] };
    },
  };
  return open;
}
