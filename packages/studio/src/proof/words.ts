// What a proof claims and what the checker found, in sentences.
import type { OpenedProof, ProofHeader, ProofPosition, Verified } from 'plyades';
import { makeCount } from '../ui/format.js';

/** The sides of a game as players call them; the first one begins. */
export type SideNames = readonly [string, string];

/** `White mates, whatever Black does.` */
export function claimWords({ goal, side, result }: ProofHeader, sides: SideNames): string {
  const [who, other] = [sides[side], sides[side === 0 ? 1 : 0]];
  const holds = result === 'proved';
  switch (goal) {
    case 'win':
      return holds
        ? `${who} wins, whatever ${other} does.`
        : `${who} cannot win: ${other} always holds at least a draw.`;
    case 'draw':
      return holds
        ? `${who} holds at least a draw, whatever ${other} does.`
        : `${who} cannot hold a draw: ${other} wins.`;
    case 'mate':
      return holds
        ? `${who} mates, whatever ${other} does.`
        : `${who} cannot force mate: ${other} always has a way out.`;
  }
}

/** What is to do at a position of a proof. */
export function taskWords(
  { kind, moves, threats }: ProofPosition,
  prover: string,
  other: string,
): string {
  if (kind === 'over') return 'The proof ends here.';
  if (kind === 'move') return `${prover} is to move, and the proof gives the move.`;
  if (moves.length === 1 && threats === undefined) return `${other} has one move.`;
  const count = `${makeCount(moves.length)} moves`;
  if (threats === undefined) return `${other} may choose among ${count}; the proof answers each.`;
  return `${other} may choose among ${count} that the proof names; after every other move ${prover} wins at once by a threat.`;
}

/** Why a walk has ended. */
export function endWords(
  { game, prover }: Pick<OpenedProof, 'game' | 'prover'>,
  { position }: ProofPosition,
  sides: SideNames,
): string {
  if (!game.over(position)) return 'The game is drawn for lack of progress.';
  const result = game.result(position);
  const turn = game.turn(position);
  const reason = game.notation.reason?.(position, result);
  const why = reason === undefined ? '' : `: ${reason}`;
  if (result === 0) return `The game is a draw${why}.`;
  const winner = result > 0 ? turn : 1 - turn;
  const asClaimed = winner === prover ? '' : ', against the claim';
  return `${sides[winner as 0 | 1]} has won${why}${asClaimed}.`;
}

export function verdictWords(
  verified: Pick<Verified, 'valid' | 'positions' | 'hole' | 'line'>,
  title: string,
): { readonly kind: 'good' | 'bad'; readonly text: string } {
  if (verified.valid) {
    const text = `Verified. Every one of ${makeCount(verified.positions)} positions was played out by the rules of ${title} alone: each move of the proving side is legal, each reply of the other side has an answer, and every line ends as claimed. The checker knows the rules and nothing of the search that found the proof.`;
    return { kind: 'good', text };
  }
  const line = verified.line.length === 0 ? 'at the root' : `after ${verified.line.join(' ')}`;
  return {
    kind: 'bad',
    text: `Not a proof: ${verified.hole}, ${line}. The file claims more than it shows.`,
  };
}
