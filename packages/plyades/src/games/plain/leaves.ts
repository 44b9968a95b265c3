// Most nodes of a search are leaves. This looks at all children of a node one ply from the horizon in one call, so that
// a leaf costs no call from the kernel.
import { INFINITE, WIN } from '../../core/score.js';
import { evaluationOf, movesOf, turnOf, winnerOf } from './answers.js';
import type { PlainGame } from './define.js';
import { playoutValue } from './playouts.js';

type Evaluator<State, Move> = (game: PlainGame<State, Move>, state: State) => number;

/** The game's own evaluation; seeded random games when it has none. */
export function evaluatorOf<State, Move>(game: PlainGame<State, Move>): Evaluator<State, Move> {
  return game.evaluate ? evaluationOf<State, Move> : playoutValue<State, Move>;
}

export class LeafSearch<State, Move> {
  readonly #game: PlainGame<State, Move>;
  readonly #evaluate: Evaluator<State, Move>;
  #best = 0;

  constructor(game: PlainGame<State, Move>) {
    this.#game = game;
    this.#evaluate = evaluatorOf(game);
  }

  /** The best move of the last search. */
  get best(): number {
    return this.#best;
  }

  /**
   * Values the children of a state until one reaches `beta`. As the kernel reads it: the best value from `side`, then
   * one bit that says whether a child's game goes on, then 11 bits with the number of children looked at.
   */
  search(state: State, side: number, beta: number): number {
    const game = this.#game;
    const moves = movesOf(game, state);
    let best = -INFINITE;
    let open = 0;
    let looked = 0;
    while (looked < moves.length && best < beta) {
      const leaf = game.play(state, moves[looked]!);
      const turn = turnOf(game, leaf);
      const winner = winnerOf(game, leaf);
      let value: number;
      if (winner === undefined) {
        const own = this.#evaluate(game, leaf);
        value = turn === side ? own : -own;
        open = 1;
      } else {
        value = winner === 'draw' ? 0 : winner === side ? WIN : -WIN;
      }
      if (value > best) {
        best = value;
        this.#best = looked;
      }
      looked++;
    }
    return (best << 12) | (open << 11) | looked;
  }
}
