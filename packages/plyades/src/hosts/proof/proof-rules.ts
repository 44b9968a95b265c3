// The rules of a distributed proof: those of the game on a board, restricted to the moves that the goal allows.
import { PlyadesError } from '../../core/errors.js';
import type { ProofRules } from '../../parallel/pns-dfpn/ports.js';
import { Fault } from '../../parallel/pns-dfpn/strategy.js';
import { type AttackGoal, named, type ProofBoard } from '../../proof/index.js';

/** The rules of a proof on a board. */
export function proofRules<P>(
  board: ProofBoard<P>,
  root: P,
  { attack }: Pick<AttackGoal, 'attack'>,
): ProofRules<P> {
  const { attacker, checksOnly = false, perpetualLoses = false } = attack;
  const attacks = (position: P) => board.turn(position) === attacker;
  return {
    root,
    attacks,
    moves(position) {
      if (!attacks(position)) {
        return board.listsAll(position) ? board.moves(position) : (board.replies(position) ?? []);
      }
      const moves = board.moves(position);
      if (!checksOnly) return moves;
      return moves.filter((move) => board.checked(board.play(position, move)));
    },
    play: (position, move) => board.play(position, move),
    threats(position) {
      if (attacks(position) || board.listsAll(position)) return undefined;
      try {
        return named({ board }, position).threats;
      } catch (error) {
        if (!(error instanceof PlyadesError)) throw error;
        throw new Fault(error.message);
      }
    },
    ended(position) {
      const result = board.result(position);
      if (result !== undefined) return (attacks(position) ? result : -result) > 0;
      return board.pliesToDraw(position) <= 0 ? false : undefined;
    },
    identity: (position) => board.identity(position),
    left: (position) => board.pliesToDraw(position),
    perpetual: perpetualLoses,
    listsAll: board.listsAll(root),
  };
}
