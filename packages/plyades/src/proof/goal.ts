// The goals of a proof. The kernel knows one question: does the attacker win on the board? 'At least a draw' asks it of
// the other side and reverses the answer. docs/proofs.md explains what a repetition means for each goal.
import { type InputError, inputError } from '../core/errors.js';
import type { GameNotation } from '../core/game.js';
import { err, ok, type Result } from '../core/result.js';
import type { Attack } from '../kernel/index.js';

/** The goals. */
export const goals = ['win', 'draw', 'mate'] as const;

/** `win`; `draw`: at least that; `mate`: in chess and shogi. */
export type Goal = (typeof goals)[number];

/** `proved`: the side reaches the goal against any defence; `disproved`: it does not. */
export type ProofVerdict = 'proved' | 'disproved' | 'unknown';

/** A goal and the side that wants it. */
export interface ProofClaim {
  readonly goal: Goal;
  /** 0 is the side that begins the game. */
  readonly side: 0 | 1;
}

/** A claim as the kernel knows it. */
export interface AttackGoal {
  readonly attack: Attack;
  /** True when the attacker is the other side: what it proves is disproved. */
  readonly turned: boolean;
}

/** The properties of a notation that goals depend on. */
export type GoalRules = Pick<GameNotation, 'title' | 'check' | 'winnable'>;

/** The attack behind a claim; ERR_OPTION when the game knows no such goal. */
export function attackGoalOf(
  { title, check, winnable }: GoalRules,
  { goal, side }: ProofClaim,
  mobility = true,
): Result<AttackGoal, InputError> {
  const refuse = (why: string) => err(inputError('ERR_OPTION', `goal ${goal}: ${why}`, goal));
  if (winnable === false)
    return refuse(`${title} has no winner and no loser, so there is nothing to prove`);
  if (goal === 'mate' && check === undefined) return refuse(`there is no mate in ${title}`);
  const other = side === 0 ? 1 : 0;
  if (goal === 'draw') {
    const attack = { attacker: other, mobility, perpetualLoses: check?.perpetualLoses ?? false };
    return ok({ attack, turned: true });
  }
  const checksOnly = goal === 'mate' && check?.mateByChecks === true;
  return ok({ attack: { attacker: side, mobility, checksOnly }, turned: false });
}

/** The answer to a claim when the attacker was found to win (`true`) or not to. */
export function verdictOf({ turned }: AttackGoal, attackerWins: boolean): ProofVerdict {
  return attackerWins !== turned ? 'proved' : 'disproved';
}

/** Whether the attacker wins, when a claim is proved or disproved. */
export function attackerWins({ turned }: AttackGoal, verdict: ProofVerdict): boolean {
  return (verdict === 'proved') !== turned;
}
