// Most nodes of a search are leaves. This looks at all children of a node one ply from the horizon in one call, so that
// a leaf costs no call from the kernel.
import { INFINITE } from '../../core/score.js';
import { evaluationOf, movesOf, turnOf } from './answers.js';
import type { PlainGame, Side } from './define.js';
import { canonicalOf } from './hash.js';
import { playoutValue } from './playouts.js';
import { type EndsByPath, resultByPath, resultOf } from './result.js';

type Evaluator<State, Move> = (game: PlainGame<State, Move>, state: State) => number;

/**
 * The game's own evaluation; seeded random games when it has none, from one state for all that are symmetric to it,
 * since they share an entry of the table.
 */
export function evaluatorOf<State, Move>(game: PlainGame<State, Move>): Evaluator<State, Move> {
  if (game.evaluate) return evaluationOf<State, Move>;
  const canonical = canonicalOf(game);
  return (_, state) => playoutValue(game, canonical(state));
}

export class LeafSearch<State, Move> {
  readonly #game: PlainGame<State, Move>;
  readonly #evaluate: Evaluator<State, Move>;
  readonly #endsByPath: EndsByPath<State>;
  #best = 0;

  constructor(game: PlainGame<State, Move>, endsByPath: EndsByPath<State>) {
    this.#game = game;
    this.#endsByPath = endsByPath;
    this.#evaluate = evaluatorOf(game);
  }

  /** The best move of the last search. */
  get best(): number {
    return this.#best;
  }

  /**
   * Values the children of a state until one reaches `beta`. As the kernel reads it: the best value from `side`, then
   * one bit that says whether a child's game goes on or was ended by the way to it, then 11 bits with the number of children looked at.
   */
  search(state: State, side: Side, beta: number, playing: boolean): number {
    const game = this.#game;
    const moves = movesOf(game, state);
    let best = -INFINITE;
    let open = 0;
    let looked = 0;
    while (looked < moves.length && best < beta) {
      const leaf = game.play(state, moves[looked]!);
      let value = resultOf(game, leaf, side);
      if (value === undefined) {
        const own = this.#evaluate(game, leaf);
        value = turnOf(game, leaf) === side ? own : -own;
        open = 1;
      } else if (playing && this.#endsByPath(leaf)) {
        value = resultByPath(value);
        open = 1;
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
