// Ties a game in plain TypeScript to a kernel: the functions that the kernel imports, the slots in which its searchers
// keep their states, and the answers of the rules for code outside the kernel.
import { keyOf, movesOf, turnOf } from './answers.js';
import { type PlainGame, rulesOf } from './define.js';
import { hashOf, type StateHash } from './hash.js';
import { type KernelImports, kernelImports } from './kernel-imports.js';
import { evaluatorOf } from './leaves.js';
import { RandomGames } from './random-games.js';
import { withHistory } from './repetition.js';
import { type EndsByPath, resultOf } from './result.js';
import { contentOf } from './same.js';
import { StateSlots } from './state-slots.js';

/** A plain game on a kernel. Its states are those that `positionOf` makes, and those that follow them. */
export interface Binding<State, Move> {
  /** For `new Kernel(module, { imports })` with the module `foreign`. One kernel per binding. */
  readonly imports: KernelImports;
  /** False when the game has no `key`: its searchers must then be attached to no table. */
  readonly usesTable: boolean;
  /** To be called with the kernel's memory before the kernel plays random games. */
  useMemory(memory: WebAssembly.Memory): void;
  /** False when positions are valued by random games. */
  readonly evaluates: boolean;
  /** The first state of the game. */
  start(): State;
  /** Takes slots for a searcher, or a perft, of `maxPly` plies; returns the first, its root's. */
  reserve(maxPly: number): number;
  /** Places a root state in a reserved slot; returns the record that `Searcher.start` takes. */
  place(slot: number, state: State): Uint8Array;
  /** The moves that a kernel's move numbers index; none when the game is over. */
  moves(state: State): readonly Move[];
  /** The state after move number `index`, which is one of `moves(state)`. */
  play(state: State, index: number): State;
  /** The moves of a line of move numbers that starts at `state`. */
  line(state: State, indices: readonly number[]): Move[];
  /** 0 or 1. */
  turn(state: State): number;
  /** Result of a finished game, else its evaluation; from the side to move. */
  value(state: State): number;
  /** Side and key of the state as text, equal for equal ones; undefined when the game has no key. */
  key(state: State): string | undefined;
  /** The content of the state as `contentOf` writes it; of its past, too, where the rules look at it. */
  content(state: State): string | undefined;
}

/** Makes the functions that the kernel imports; states live in the returned binding. */
export function bindGame<State, Move>(game: PlainGame<State, Move>): Binding<State, Move> {
  const rules = rulesOf(game);
  const evaluates = rules.evaluate !== undefined;
  if (rules.repetition === undefined) {
    return { ...bind(rules, hashOf(rules), () => false, contentOf), evaluates };
  }
  const played = withHistory(rules, rules.repetition);
  return { ...bind(played.game, played.hash, played.endsByPath, played.content), evaluates };
}

/** The moves of a line of move numbers that starts at `state`, as the game's own `moves` returns them. */
export function lineOf<State, Move>(
  game: PlainGame<State, Move>,
  state: State,
  indices: readonly number[],
): Move[] {
  let current = state;
  return indices.map((index) => {
    const move = movesOf(game, current)[index]!;
    current = game.play(current, move);
    return move;
  });
}

function bind<State, Move>(
  game: PlainGame<State, Move>,
  hash: StateHash<State>,
  endsByPath: EndsByPath<State>,
  content: (state: State) => string | undefined,
): Omit<Binding<State, Move>, 'evaluates'> {
  const slots = new StateSlots(game);
  const evaluate = evaluatorOf(game);
  const randomGames = new RandomGames(game, slots);
  return {
    imports: kernelImports(game, slots, { hash, endsByPath, randomGames }),
    usesTable: game.key !== undefined,
    useMemory: (memory) => randomGames.useMemory(memory),
    start: () => game.start(),
    reserve: (maxPly) => slots.reserve(maxPly),
    place: (slot, state) => slots.place(slot, state),
    moves: (state) => (resultOf(game, state, 0) === undefined ? movesOf(game, state) : []),
    play: (state, index) => game.play(state, movesOf(game, state)[index]!),

    line: (state, indices) => lineOf(game, state, indices),

    turn: (state) => turnOf(game, state),

    key(state) {
      if (game.key === undefined) return undefined;
      const key = keyOf(game, state);
      return `${turnOf(game, state)} ${typeof key} ${key}`;
    },

    value: (state) => resultOf(game, state, turnOf(game, state)) ?? evaluate(game, state),

    content,
  };
}
