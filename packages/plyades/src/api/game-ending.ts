// How a game ended: a finished position, too long without progress, or repetition. One
// judge for the command line and for programs that play a game.
import type { Position } from '../core/game.js';
import { PROVEN } from '../core/score.js';
import type { LoadedGame } from './games.js';

/** Who won a game that has ended, and why. */
export interface GameEnding {
  /** 0 is the side that begins the game; undefined when it is a draw. */
  readonly winner: 0 | 1 | undefined;
  /** Such as `checkmate` or `the same position for the 3rd time`. */
  readonly reason: string;
  /** In games played for a margin: by how much, 0 or more. */
  readonly margin?: number;
  /** What the points of the margin are called. */
  readonly marginName?: string;
}

type Judge = Pick<
  LoadedGame,
  'notation' | 'over' | 'result' | 'turn' | 'drawnByCount' | 'repeats' | 'repetition'
>;

/** The end of a game, all its positions given in order; undefined while it goes on. */
export function endingOf(game: Judge, played: readonly Position[]): GameEnding | undefined {
  const position = played.at(-1);
  if (position === undefined) return undefined;
  if (game.over(position)) return byRules(game, position);
  if (game.drawnByCount(position)) {
    return { winner: undefined, reason: 'too many moves without a capture or a pawn move' };
  }
  const repetition = game.repetition(played);
  if (repetition === undefined) return undefined;
  const again = `the same position for the ${ordinal(game.repeats)} time`;
  if (repetition.result === 'draw') return { winner: undefined, reason: again };
  const checks = game.notation.check?.perpetualLoses ? ' with nothing but checks' : '';
  return { winner: other(repetition.loser), reason: `${again}${checks}` };
}

function byRules({ notation, result, turn }: Judge, position: Position): GameEnding {
  const value = result(position);
  const side = turn(position);
  const winner = value === 0 ? undefined : value > 0 ? side : other(side);
  const reason = notation.reason?.(position, value) ?? 'by the rules of the game';
  const { marginUnit, marginName = 'points' } = notation;
  return {
    winner,
    reason,
    ...(marginUnit !== undefined &&
      Math.abs(value) < PROVEN && {
        margin: Math.abs(value) / marginUnit,
        marginName,
      }),
  };
}

const ordinal = (number: number): string => {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return `${number}${(isTeen ? undefined : ['', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
};

const other = (side: 0 | 1): 0 | 1 => (side === 0 ? 1 : 0);
