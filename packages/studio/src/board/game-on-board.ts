// The game on the board: a first position, the moves after it, and the position that is looked at. Records never change;
// each action returns another one, so that taking back a set-up is as easy as taking back a move.
import type { GameEnding, LoadedGame, Move, Position } from 'plyades';

/** What files say about a game: players, event, date. */
export type GameTags = ReadonlyMap<string, string>;

export interface GameOnBoard {
  readonly game: LoadedGame;
  /** One more than there are moves. */
  readonly positions: readonly Position[];
  readonly moves: readonly Move[];
  /** The position that is looked at, 0 for the first. */
  readonly at: number;
  /** The side that gave the game up. */
  readonly resigned?: 0 | 1 | undefined;
  readonly tags: GameTags;
}

/** A game of which only its first position is known. */
export function beginGame(
  game: LoadedGame,
  position: Position = game.notation.start(),
): GameOnBoard {
  return { game, positions: [position], moves: [], at: 0, tags: new Map() };
}

/** A game with the moves that were played in it; undefined when one of them is illegal. */
export function replayGame(
  game: LoadedGame,
  position: Position,
  moves: readonly Move[],
  tags: GameTags = new Map(),
): GameOnBoard | undefined {
  const positions = [position];
  for (const move of moves) {
    const next = game.play(positions.at(-1)!, move);
    if (!next.ok) return undefined;
    positions.push(next.value);
  }
  return { game, positions, moves, at: moves.length, tags };
}

/** The position that is looked at. */
export const positionAt = ({ positions, at }: GameOnBoard): Position => positions[at]!;

/** The positions of the game up to the one that is looked at, which is the last. */
export const lineTo = ({ positions, at }: GameOnBoard): readonly Position[] =>
  positions.slice(0, at + 1);

/** The move that led to the position that is looked at. */
export const lastMove = ({ moves, at }: GameOnBoard): Move | undefined => moves[at - 1];

/** True when the position that is looked at is the last one. */
export const isAtEnd = ({ positions, at }: GameOnBoard): boolean => at === positions.length - 1;

/**
 * The game after a move in the position that is looked at. The next move of the game itself only moves on; another move
 * replaces what came after. A RangeError for an illegal move.
 */
export function playMove(played: GameOnBoard, move: Move): GameOnBoard {
  const { game, positions, moves, at, tags } = played;
  if (moves[at] === move) return { ...played, at: at + 1 };
  const next = game.play(positions[at]!, move);
  if (!next.ok) throw new RangeError(next.error.message);
  return {
    game,
    positions: [...positions.slice(0, at + 1), next.value],
    // An abbreviated capture of checkers is stored as the kernel knows it, which the position tells.
    moves: [...moves.slice(0, at), move],
    at: at + 1,
    tags,
  };
}

/** The game with another position looked at; a number outside the game means its nearest end. */
export function goTo(played: GameOnBoard, at: number): GameOnBoard {
  const nearest = Math.min(Math.max(0, Math.round(at)), played.positions.length - 1);
  return nearest === played.at ? played : { ...played, at: nearest };
}

/** The game without its last moves, back to the one that is looked at. */
export function cutAfter(played: GameOnBoard, at: number): GameOnBoard {
  const { positions, moves } = played;
  return {
    ...played,
    positions: positions.slice(0, at + 1),
    moves: moves.slice(0, at),
    at,
    resigned: undefined,
  };
}

/** How the game stands in the position that is looked at; undefined while it goes on. */
export function endingAt(played: GameOnBoard): GameEnding | undefined {
  const { game, resigned } = played;
  const byRules = game.ending(lineTo(played));
  if (byRules !== undefined || resigned === undefined || !isAtEnd(played)) return byRules;
  return { winner: resigned === 0 ? 1 : 0, reason: 'resignation' };
}
