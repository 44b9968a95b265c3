// What the processes of a distributed proof need of the game and of the depth-first search. As in the kernel the only
// question is whether the attacker wins. A host provides the answers; `P` is a position, which only the host can look
// into.

/** The rules of the game and of the goal. All answers are functions of the position alone. */
export interface ProofRules<P> {
  readonly root: P;
  /** True when the attacker is to move. */
  attacks(position: P): boolean;
  /** Moves that a proof must look at, in the same order everywhere: those that the goal allows. */
  moves(position: P): readonly number[];
  play(position: P, move: number): P;
  /**
   * Where `moves` are not all that the rules allow to the defender: moves of the attacker one of which wins at once
   * after any other. Undefined where they are all.
   */
  threats(position: P): readonly number[] | undefined;
  /** Of a finished game, whether the attacker has won; undefined while it goes on. */
  ended(position: P): boolean | undefined;
  /** Equal for equal positions only, with any counts of moves without progress. */
  identity(position: P): string;
  /** Plies without progress that are left before the game is drawn; Infinity in games without that rule. */
  left(position: P): number;
  /** True when an answer that rests on a repetition never becomes independent of the way there. */
  readonly perpetual: boolean;
  /** False when the root has more moves than are looked at: then it cannot be shown that the attacker does not win. */
  readonly listsAll: boolean;
}

/** Numbers of a position; one of them is 0 when it is solved. */
export interface Numbers {
  readonly pn: number;
  readonly dn: number;
  /** Of a solved position: the ply of its path that the answer rests on; Infinity for none. */
  readonly rests: number;
}

/** The result of a search. */
export interface ProofSearchResult extends Numbers {
  /** True when a line became too long, and nothing is known. */
  readonly deep: boolean;
  /** Of an open position: one for each of its moves, in the order of the rules. */
  readonly children: readonly Numbers[];
}

/** A depth-first search of a worker, and what explains its answers. Paths are moves from the root, all legal. */
export interface ProofSearch {
  /** Begins at the end of a path, to which lines must not come back; ends when the numbers reach `most`, if given. */
  start(path: readonly number[], most?: Pick<Numbers, 'pn' | 'dn'>): void;
  /** Searches about `budget` more nodes; true when it has ended. */
  run(budget: number): boolean;
  /** Ends the search; what is known now. */
  leave(): ProofSearchResult;
  /** Nodes evaluated so far, by all searches and explanations. */
  readonly nodes: number;
  /** Begins to look for moves that make good that the attacker wins, or does not, at the end of a path. */
  explain(path: readonly number[], wins: boolean): void;
  /** Goes on with it; true when it has ended. */
  runExplanation(budget: number): boolean;
  /** The moves, in the order of a walk (see strategy.ts); undefined when there are none. */
  readonly explanation: readonly number[] | undefined;
}

/** Everything a process is given by its host. */
export interface ProofPorts<P> {
  readonly rules: ProofRules<P>;
  /** A worker's; a master has none. */
  readonly search?: ProofSearch;
}
