// The players of a match. A player follows the game, thinks when it is its turn, and may ponder while the other side
// thinks. Each has its own limit: the same nodes for each move, or milliseconds.
import type { LoadedGame, Position } from '../api/index.js';
import type { Engine } from '../engines/engine.js';
import { goForTime } from '../engines/move-time.js';
import {
  type BudgetTeam,
  countForeseen,
  type TeamCounters,
  type TreeShape,
} from '../gpp/engines/index.js';
import type { Setup } from '../protocols/index.js';
import { scoreValue } from '../protocols/score.js';

/** A move and the player's value of it. */
export interface PlayerMove {
  readonly move: string;
  /** From its own side, in centipawns, mates beyond; undefined when it did not say. */
  readonly value?: number;
  readonly depth?: number;
  readonly line?: readonly string[];
}

/** A player ends the game instead: it gives up, or says that it has won (an entered king in shogi). */
export interface Ends {
  readonly move?: undefined;
  readonly value?: undefined;
  readonly outcome: 'resigns' | 'claims';
}

/** A player's counts in a game, for tables. */
export type PlayerFigures = Readonly<Record<string, number>>;

export interface Player {
  readonly name: string;
  /** A new game, as the protocol writes its beginning. */
  begin(game: LoadedGame, positions: readonly Position[], setup: Setup): Promise<void>;
  /** A move was made, by either side. */
  played(move: string): Promise<void>;
  think(): Promise<PlayerMove | Ends>;
  /** The other side thinks. */
  ponder(): Promise<void>;
  /** At the end of a game: what it did, all moves of the game given. */
  end?(moves: readonly string[]): PlayerFigures;
  close(): Promise<void>;
}

/** Per move, for thinking and while the other side thinks; 0 for not at all. */
export interface Budget {
  readonly think: number;
  readonly ponder: number;
}

/** How much of what. */
export type MoveBudget =
  | { readonly kind: 'nodes'; readonly nodes: Budget }
  /** By the clock no player ponders: both sides share the machine. */
  | { readonly kind: 'time'; readonly ms: number };

/**
 * One engine. It ponders the position of the game and not a predicted one, so what it gains does not depend on its
 * predictions (the paper's sequential program).
 */
export class EnginePlayer implements Player {
  readonly name: string;
  readonly #engine: Engine;
  readonly #allowance: MoveBudget;
  readonly #forgets: boolean;
  #setup: Setup = { moves: [] };

  /** `forgets`: empties its table every time it has found a move, to see what the table is worth. */
  constructor(name: string, engine: Engine, allowance: MoveBudget, forgets = false) {
    this.name = name;
    this.#engine = engine;
    this.#allowance = allowance;
    this.#forgets = forgets;
  }

  async begin(_game: LoadedGame, _positions: readonly Position[], setup: Setup): Promise<void> {
    this.#setup = setup;
    await this.#engine.newGame();
  }

  async played(move: string): Promise<void> {
    this.#setup = { ...this.#setup, moves: [...this.#setup.moves, move] };
  }

  async think(): Promise<PlayerMove | Ends> {
    const allowance = this.#allowance;
    const go =
      allowance.kind === 'nodes'
        ? { nodes: allowance.nodes.think }
        : goForTime(this.#engine.game, allowance.ms);
    const { move, outcome, lines } = await this.#engine.search({ setup: this.#setup, go });
    if (this.#forgets) await this.#engine.newGame();
    if (move === undefined) return { outcome: outcome === 'win' ? 'claims' : 'resigns' };
    const { score, depth, pv } = lines[0] ?? {};
    return {
      move,
      ...(score !== undefined && { value: scoreValue(score) }),
      ...(depth !== undefined && { depth }),
      ...(pv !== undefined && { line: pv }),
    };
  }

  async ponder(): Promise<void> {
    const allowance = this.#allowance;
    if (allowance.kind !== 'nodes' || allowance.nodes.ponder === 0) return;
    await this.#engine.search({ setup: this.#setup, go: { nodes: allowance.nodes.ponder } });
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

/** Many workers as one player, by numbers of nodes: all of them think and ponder as long as one would. */
export class TeamPlayer implements Player {
  readonly name: string;
  readonly #team: BudgetTeam;
  readonly #budget: Budget;
  /** Its trees on its turns, and how many moves had been played then. */
  #trees: { readonly at: number; readonly shape: TreeShape }[] = [];
  #plies = 0;
  #before: TeamCounters;
  readonly #forgets: boolean;

  /** `forgets`: a team of one empties its table every time it has found a move. */
  constructor(name: string, team: BudgetTeam, budget: Budget, forgets = false) {
    this.name = name;
    this.#team = team;
    this.#budget = budget;
    this.#before = { ...team.counters };
    this.#forgets = forgets;
  }

  async begin(_game: LoadedGame, positions: readonly Position[], setup: Setup): Promise<void> {
    this.#trees = [];
    this.#plies = 0;
    this.#before = { ...this.#team.counters };
    await this.#team.begin(positions, setup);
  }

  async played(move: string): Promise<void> {
    this.#plies++;
    await this.#team.played(move);
  }

  async think(): Promise<PlayerMove> {
    this.#trees.push({ at: this.#plies, shape: this.#team.shape });
    await this.#team.spend(this.#budget.think);
    const { move, bestLine } = this.#team;
    if (this.#forgets) await this.#team.forget();
    if (move === undefined) throw new Error(`${this.name} has no move in a game that goes on`);
    return { move, ...bestLine };
  }

  async ponder(): Promise<void> {
    if (this.#budget.ponder > 0) await this.#team.spend(this.#budget.ponder);
  }

  /** `utility`: the moves that its trees had foreseen on its turns, on average (the paper's figure 4b). */
  end(moves: readonly string[]): PlayerFigures {
    const depths = this.#trees.map(({ at, shape }) => countForeseen(shape, moves.slice(at)));
    const turns = depths.length;
    const utility = turns === 0 ? 0 : depths.reduce((sum, depth) => sum + depth, 0) / turns;
    const { counters } = this.#team;
    const since = Object.entries(counters).map(([name, count]) => {
      return [name, count - this.#before[name as keyof TeamCounters]] as const;
    });
    return { turns, utility, ...Object.fromEntries(since) };
  }

  close(): Promise<void> {
    return this.#team.close();
  }
}
