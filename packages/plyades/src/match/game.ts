// One game between two players: they move in turn, the other one ponders meanwhile, and the rules or an
// adjudication end it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LoadedGame, Position } from '../api/index.js';
import { PlyadesError } from '../core/errors.js';
import { unwrap } from '../core/result.js';
import { type Adjudication, type AdjudicationRules, adjudicate } from './adjudication.js';
import type { Opening } from './openings.js';
import type { Ends, Player, PlayerFigures, PlayerMove } from './player.js';

/** An engine that failed in a game, and so lost it. */
export interface Forfeit {
  readonly by: Player;
  readonly error: PlyadesError;
}

export interface PlayedGame extends Adjudication {
  /** Moves from the opening on, as the protocol writes them, and their players' values. */
  readonly moves: readonly string[];
  readonly thoughts: readonly PlayerMove[];
  /** Of the two players, the side that moves first at the opening first. */
  readonly figures: readonly [PlayerFigures, PlayerFigures];
  readonly forfeit?: Forfeit;
}

export interface GameOptions {
  readonly game: LoadedGame;
  readonly opening: Opening;
  /** The one who moves first at the opening, then the other one. */
  readonly players: readonly [Player, Player];
  readonly rules: AdjudicationRules;
  readonly signal?: AbortSignal;
  /** True when an engine that fails loses the game; else its failure rejects. */
  readonly forfeits?: boolean;
  /** True when one ponders while the other one thinks at the same time; else one after the other. */
  readonly together?: boolean;
}

/** Plays a game to its end. Rejects when the signal is aborted, or a player fails and that is no forfeit. */
export async function playGame(options: GameOptions): Promise<PlayedGame> {
  const { game, opening, players, rules, signal, forfeits = false, together = false } = options;
  const positions: Position[] = [...opening.positions];
  const first = game.turn(positions.at(-1)!);
  const moves: string[] = [];
  const thoughts: PlayerMove[] = [];
  for (const player of players) await player.begin(game, positions, opening.setup);
  const finish = ({ winner, reason }: Adjudication): PlayedGame => {
    const [a, b] = players.map((player) => player.end?.(moves) ?? {});
    return { winner, reason, moves, thoughts, figures: [a!, b!] };
  };
  const lost = (forfeit: Forfeit): PlayedGame => {
    const { by, error } = forfeit;
    const winner = by === players[0] ? opposite(first) : first;
    const reason = `${by.name} fails: ${error.code}: ${error.message}`;
    return { ...finish({ winner, reason }), forfeit };
  };
  for (;;) {
    // Players in this process may never wait for anything; an abort must still be noticed.
    await nextTurn();
    signal?.throwIfAborted();
    const values = thoughts.map(({ value }) => value);
    const verdict = game.ending(positions) ?? adjudicate(rules, values, first);
    if (verdict !== undefined) return finish(verdict);
    const turn = game.turn(positions.at(-1)!) === first ? 0 : 1;
    const [mover, other] = [players[turn]!, players[1 - turn]!];
    const tries = <T>(player: Player, work: Promise<T>) =>
      forfeits ? work.catch((error: unknown) => forfeitOf(player, error, signal)) : work;
    const thinks = tries(mover, mover.think());
    if (!together) await untilAborted(signal, thinks);
    const both = Promise.all([thinks, tries(other, other.ponder())]);
    const [thought, pondered] = await untilAborted(signal, both);
    if (isForfeit(thought)) return lost(thought);
    if (isForfeit(pondered)) return lost(pondered);
    if (thought.move === undefined) {
      return finish(outcomeOf(game, positions.at(-1)!, mover.name, thought));
    }
    const move = unwrap(game.notation.parseMove(thought.move));
    const next = unwrap(game.play(positions.at(-1)!, move));
    positions.push(next);
    moves.push(thought.move);
    thoughts.push(thought);
    for (const player of players) await player.played(thought.move);
  }
}

/** An abort need not wait for a player. */
function untilAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    stopListening = () => signal.removeEventListener('abort', onAbort);
  });
  return Promise.race([work, aborted]).finally(stopListening);
}

/** Throws errors that are no fault of an engine, and those after an abort. */
function forfeitOf(by: Player, error: unknown, signal: AbortSignal | undefined): Forfeit {
  const fault = error instanceof PlyadesError && /^ERR_ENGINE_/.test(error.code);
  if (!fault || signal?.aborted) throw error;
  return { by, error };
}

const isForfeit = (value: unknown): value is Forfeit =>
  typeof value === 'object' && value !== null && 'by' in value;

const opposite = (side: 0 | 1): 0 | 1 => (side === 0 ? 1 : 0);

/** A claim counts when the rules confirm it; a wrong one loses. */
function outcomeOf(
  game: LoadedGame,
  position: Position,
  name: string,
  { outcome }: Ends,
): Adjudication {
  const side = game.turn(position);
  const wins = outcome === 'claims' && game.claim?.(position).wins === true;
  const what = outcome === 'resigns' ? 'resigns' : wins ? 'claims the game' : 'claims it wrongly';
  return { winner: wins ? side : opposite(side), reason: `${name} ${what}` };
}
