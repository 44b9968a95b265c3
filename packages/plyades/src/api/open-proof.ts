// openProof(): the file of a proof to walk through, one move at a time. Reading checks the file and the moves that are
// played; whether the whole file proves what it says is for `verify` to find.
import { PlyadesError } from '../core/errors.js';
import type { Move, Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { openProofGame } from '../hosts/proof/game.js';
import {
  type AttackGoal,
  attackerWins,
  attackGoalOf,
  type ProofBoard,
  type ProofHeader,
  type ProofNode,
  parseProofFile,
} from '../proof/index.js';
import { type LoadedGame, namedGame } from './games.js';

/** A position of a proof: what the file says to do there. */
export interface ProofPosition {
  readonly position: Position;
  /** Number of its node in the file; 0 where the proof ends, and after a move that the file does not name. */
  readonly node: number;
  /**
   * `move`: the side that proves something is to move, and `moves` has its one move. `replies`: the other side is, and
   * `moves` has all of its moves that need an answer. `over`: the game has ended, or is drawn for lack of progress.
   */
  readonly kind: 'move' | 'replies' | 'over';
  readonly moves: readonly Move[];
  /** In games of too many moves: moves of the proving side one of which wins at once after any other reply. */
  readonly threats?: readonly Move[];
}

/** The file of a proof, opened. */
export interface OpenedProof {
  /** What the file claims; the position is in our own words. */
  readonly header: ProofHeader;
  readonly game: LoadedGame;
  /** The side that proves something: it has a move everywhere. */
  readonly prover: 0 | 1;
  readonly root: ProofPosition;
  /**
   * The position after one of `moves`, or, where there are threats, after any other legal move. Throws a PlyadesError
   * with ERR_PROOF where the file is wrong, and with ERR_ILLEGAL_MOVE when the move is.
   */
  play(at: ProofPosition, move: Move): ProofPosition;
}

/**
 * Opens the file of a proof of a game of the library. Throws a PlyadesError: ERR_PROOF when the file is none, or is cut
 * or damaged; ERR_GAME when it is of another game.
 */
export async function openProof(file: Uint8Array): Promise<OpenedProof> {
  const proof = unwrap(await parseProofFile(file));
  const game = await namedGame(proof.header.game);
  const position = unwrap(game.parsePosition(proof.header.position));
  const header = { ...proof.header, game: game.id, position: game.notation.makePosition(position) };
  const goal = unwrap(attackGoalOf(game.notation, header));
  const { board } = await openProofGame(game.source);
  const { nodes } = proof.graph;
  const walk = new ProofReader(board as ProofBoard<Uint8Array>, goal, nodes, game);
  const { attacker } = goal.attack;
  const prover = attackerWins(goal, header.result) ? attacker : 1 - attacker;
  return {
    header,
    game,
    prover: prover as 0 | 1,
    root: walk.open(nodes.length, position),
    play: (at, move) => walk.play(at, move),
  };
}

class ProofReader {
  readonly #board: ProofBoard<Uint8Array>;
  readonly #goal: AttackGoal;
  readonly #nodes: { readonly length: number; at(index: number): ProofNode | undefined };
  readonly #game: LoadedGame;

  constructor(
    board: ProofBoard<Uint8Array>,
    goal: AttackGoal,
    nodes: { readonly length: number; at(index: number): ProofNode | undefined },
    game: LoadedGame,
  ) {
    this.#board = board;
    this.#goal = goal;
    this.#nodes = nodes;
    this.#game = game;
  }

  /** What a node says at a position. */
  open(node: number, position: Position): ProofPosition {
    const { record } = position;
    if (this.#board.result(record) !== undefined || node === 0) {
      return { position, node: 0, kind: 'over', moves: [] };
    }
    const found = node <= this.#nodes.length ? this.#nodes.at(node - 1) : undefined;
    if (found === undefined) throw wrong(`node ${node} does not exist`);
    if (found.kind === 'move') {
      if (!this.#board.legal(record, found.move))
        throw wrong(`the move of node ${node} is illegal`);
      return { position, node, kind: 'move', moves: [found.move] };
    }
    if (found.kind === 'all') {
      return { position, node, kind: 'replies', moves: this.#allowed(record) };
    }
    const { moves, threats } = found;
    return { position, node, kind: 'replies', moves, threats };
  }

  play({ position, node, kind, moves, threats }: ProofPosition, move: Move): ProofPosition {
    const next = unwrap(this.#game.play(position, move));
    if (node === 0) return this.open(0, next);
    const index = moves.indexOf(move);
    if (index >= 0) return this.open(this.#target(node, index), next);
    if (kind === 'move' || threats === undefined) throw wrong('this move has no answer');
    return this.#withThreat(next, threats);
  }

  /** Node 0 where the answer ends the game. */
  #target(node: number, index: number): number {
    const found = this.#nodes.at(node - 1)!;
    const to = found.kind === 'move' ? found.to : found.to[index];
    if (to === undefined) throw wrong('this move has no answer');
    return to;
  }

  /** The threat that wins at once after a reply that the file does not name. */
  #withThreat(position: Position, threats: readonly Move[]): ProofPosition {
    const { record } = position;
    const wins = (move: Move) => {
      if (!this.#board.legal(record, move)) return false;
      const after = this.#board.play(record, move);
      const result = this.#board.result(after);
      if (result === undefined) return false;
      return (this.#board.turn(after) === this.#board.turn(record) ? result : -result) > 0;
    };
    const threat = threats.find(wins);
    if (threat === undefined) throw wrong('this move has no answer');
    return { position, node: 0, kind: 'move', moves: [threat] };
  }

  /** Moves that need an answer, in the order of the node's targets. */
  #allowed(record: Uint8Array): readonly Move[] {
    const board = this.#board;
    const { checksOnly = false, attacker } = this.#goal.attack;
    const moves = board.moves(record);
    if (!checksOnly || board.turn(record) !== attacker) return moves;
    return moves.filter((move) => board.checked(board.play(record, move)));
  }
}

const wrong = (what: string): PlyadesError =>
  new PlyadesError('ERR_PROOF', `the proof is wrong: ${what}`);
