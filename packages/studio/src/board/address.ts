// A game as the parameters of a link: its name, its first position, its moves, and the move that is looked at. What a link
// says is checked by the rules of the game; it names a game and never brings one.
import type { LoadedGame } from 'plyades';
import type { GameOnBoard } from './game-on-board.js';

export interface GameAddress {
  /** As `gameName` has it. */
  readonly game: string;
  /** In the notation of the game; its start when not given. */
  readonly position?: string | undefined;
  /** In the notation of the game, with spaces between them. */
  readonly moves?: string | undefined;
  /** The end of the game when not given. */
  readonly at?: number | undefined;
}

/** Longer ones are not put into the address. */
const MAX_TEXT = 8000;

export function makeAddress(
  { game, positions, moves, at }: GameOnBoard,
  name: string,
): GameAddress {
  const { notation } = game;
  const [first] = positions;
  const position = notation.makePosition(first!);
  const isStart = position === notation.makePosition(notation.start());
  const text = moves.map((move) => notation.makeMove(move)).join(' ');
  return {
    game: name,
    position: isStart ? undefined : position,
    moves: moves.length === 0 ? undefined : text,
    at: at === moves.length ? undefined : at,
  };
}

/** As parameters of a route: those that are not there are undefined. */
export function makeParameters({
  game,
  position,
  moves,
  at,
}: GameAddress): Readonly<Record<string, string | undefined>> {
  const isLong = (position?.length ?? 0) + (moves?.length ?? 0) > MAX_TEXT;
  return {
    game,
    position: isLong ? undefined : position,
    moves: isLong ? undefined : moves,
    at: at === undefined || isLong ? undefined : String(at),
  };
}

/** Undefined when the parameters name no game. */
export function parseParameters(parameters: ReadonlyMap<string, string>): GameAddress | undefined {
  const game = parameters.get('game');
  if (game === undefined) return undefined;
  const at = parameters.get('at');
  return {
    game,
    position: parameters.get('position'),
    moves: parameters.get('moves'),
    at: at !== undefined && /^\d{1,5}$/.test(at) ? Number(at) : undefined,
  };
}

/** Reads stored text; undefined for anything else. */
export function parseStored(value: unknown): GameAddress | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { game, position, moves, at } = value as Record<string, unknown>;
  const isText = (each: unknown): each is string | undefined =>
    each === undefined || typeof each === 'string';
  if (typeof game !== 'string' || !isText(position) || !isText(moves)) return undefined;
  return { game, position, moves, at: Number.isInteger(at) ? (at as number) : undefined };
}

/** The game of an address; throws an Error that says what is wrong with it. */
export function openAddress(
  game: LoadedGame,
  { position, moves = '', at }: GameAddress,
): GameOnBoard {
  const first =
    position === undefined
      ? { ok: true as const, value: game.notation.start() }
      : game.notation.parsePosition(position);
  if (!first.ok) throw new Error(`The link's position cannot be shown: ${first.error.message}`);
  const through = game.playThrough(first.value, moves);
  if (!through.ok) throw new Error(`The link's moves cannot be played: ${through.error.message}`);
  const positions = through.value;
  const codes = movesOf(game, positions, moves);
  const last = positions.length - 1;
  return { game, positions, moves: codes, at: Math.min(at ?? last, last), tags: new Map() };
}

/** The codes of moves that were played. */
function movesOf(
  game: LoadedGame,
  positions: readonly GameOnBoard['positions'][number][],
  moves: string,
): number[] {
  const words = moves.split(/\s+/).filter((word) => word !== '');
  return words.map((word, ply) => {
    const read = game.readMove(positions[ply]!, word);
    if (!read.ok) throw new Error(read.error.message);
    return meantMove(game, positions[ply]!, positions[ply + 1]!, read.value);
  });
}

/** The legal move that an abbreviated one stood for. */
export function meantMove(
  game: LoadedGame,
  position: GameOnBoard['positions'][number],
  next: GameOnBoard['positions'][number],
  move: number,
): number {
  if (game.notation.meanings === undefined) return move;
  const legal = game.legalMoves(position);
  if (legal.includes(move)) return move;
  const wanted = game.notation.makePosition(next);
  const found = legal.find((each) => {
    const played = game.play(position, each);
    return played.ok && game.notation.makePosition(played.value) === wanted;
  });
  return found ?? move;
}
