// A way through a proof: the positions from the root to the one that is shown. Going back and choosing another reply cuts
// off what came after, and the longest way so far can be followed again.
import type { Move, OpenedProof, ProofPosition } from 'plyades';

/** A position on the way, and the move that led there. */
export interface WalkStep {
  readonly at: ProofPosition;
  /** Undefined at the root. */
  readonly move: Move | undefined;
  /** As players write it; empty at the root. */
  readonly text: string;
}

export interface Walk {
  readonly steps: readonly WalkStep[];
  /** Index of the step that is shown. */
  readonly shown: number;
}

export const beginWalk = ({ root }: OpenedProof): Walk => ({
  steps: [{ at: root, move: undefined, text: '' }],
  shown: 0,
});

export const shownStep = ({ steps, shown }: Walk): WalkStep => steps[shown]!;

/** Plays a move at the position that is shown. Throws a PlyadesError where the proof has no answer to it. */
export function playOn(proof: OpenedProof, walk: Walk, move: Move): Walk {
  const { at } = shownStep(walk);
  if (walk.steps[walk.shown + 1]?.move === move) return { ...walk, shown: walk.shown + 1 };
  const text = proof.game.writeMove(at.position, move);
  const step = { at: proof.play(at, move), move, text };
  return { steps: [...walk.steps.slice(0, walk.shown + 1), step], shown: walk.shown + 1 };
}

/** Plays a reply and then the proving side's moves, until the other side is to choose again or the game is over. */
export function playReply(proof: OpenedProof, walk: Walk, move: Move): Walk {
  return playGiven(proof, playOn(proof, walk, move));
}

export function playGiven(proof: OpenedProof, walk: Walk): Walk {
  let next = walk;
  // A side may move twice in a row, but not without end.
  for (let plies = 0; plies < MOST_GIVEN && shownStep(next).at.kind === 'move'; plies++) {
    next = playOn(proof, next, shownStep(next).at.moves[0]!);
  }
  return next;
}

const MOST_GIVEN = 64;

export const goTo = (walk: Walk, shown: number): Walk => ({
  ...walk,
  shown: Math.max(0, Math.min(walk.steps.length - 1, shown)),
});

/** A reply, as players write it, and what the proof does about it. */
export interface Reply {
  readonly move: Move;
  readonly text: string;
  /** The proving side's next move; empty where the game ends. */
  readonly answer: string;
  /** Whether the game is over after the reply or the answer. */
  readonly ends: boolean;
}

/** The replies of the other side at a position. Those after which the file is wrong say so in `answer`. */
export function repliesAt({ game, play }: OpenedProof, at: ProofPosition): readonly Reply[] {
  if (at.kind !== 'replies') return [];
  return at.moves.map((move) => {
    const text = game.writeMove(at.position, move);
    try {
      const next = play(at, move);
      if (next.kind !== 'move') return { move, text, answer: '', ends: next.kind === 'over' };
      const [given] = next.moves;
      const answer = game.writeMove(next.position, given!);
      return { move, text, answer, ends: play(next, given!).kind === 'over' };
    } catch {
      return { move, text, answer: 'no answer: the proof is wrong here', ends: false };
    }
  });
}
