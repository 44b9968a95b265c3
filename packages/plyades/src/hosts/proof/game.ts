// A game opened for proofs: its rules on a board, a kernel with memory for a solver, and the goal as the kernel has it.
import { loadNotation } from '#notations';
import { unwrap } from '../../core/result.js';
import { type GameSource, identityOf, type KernelMemory, openGame } from '../../games/open.js';
import { type Kernel, Rules } from '../../kernel/index.js';
import {
  type AttackGoal,
  attackGoalOf,
  MAX_LINE,
  type ProofBoard,
  recordProofBoard,
  type SolverOptions,
  stateProofBoard,
} from '../../proof/index.js';

/** Bytes for rules and their scratch memory beside a solver. */
export const RULES_BYTES = 4 << 20;

export interface ProofGame {
  readonly kernel: Kernel;
  readonly board: ProofBoard<unknown>;
  /** False when positions have no keys. */
  readonly keyed: boolean;
  /** Moves of a game in plain TypeScript, from its numbers. */
  plain?(position: unknown, line: readonly number[]): unknown[];
}

/** Opens a game with `memory`: bytes beside those for the rules, or a part of a memory that has RULES_BYTES for them. */
export async function openProofGame(
  game: GameSource,
  memory: number | KernelMemory = 0,
): Promise<ProofGame> {
  const plan = typeof memory === 'number' ? { capacity: memory + RULES_BYTES } : memory;
  const { kernel, usesTable, binding } = await openGame(game, plan);
  if (binding === undefined) {
    const board = recordProofBoard(new Rules(kernel), await loadNotation(identityOf(game)));
    return { kernel, board: board as ProofBoard<unknown>, keyed: usesTable };
  }
  return {
    kernel,
    board: stateProofBoard(binding, MAX_LINE),
    keyed: usesTable,
    plain: (position, line) => binding.line(position, line),
  };
}

/** The goal of a request; whether the game knows it was checked when the request was made. */
export async function attackGoalFor(
  game: GameSource,
  options: Pick<SolverOptions, 'goal' | 'side' | 'numbers'>,
): Promise<AttackGoal> {
  const rules =
    game.kind === 'kernel' ? await loadNotation(identityOf(game)) : { title: 'the game' };
  const mobility = options.numbers === 'mobility';
  return unwrap(attackGoalOf(rules, options, mobility));
}
