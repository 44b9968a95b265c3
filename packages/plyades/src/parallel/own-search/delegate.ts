// A middle master (sections 5.2.4 and 5.4.3): to the master above it is a worker, and the searches of its larger pieces
// it divides among the workers of its site, as their master. It makes one of them at a time, and smaller ones itself.
import type { Actor } from '../actor.js';
import { FROM_ABOVE, FROM_BELOW } from '../hierarchy/middle.js';
import type { OwnMaster } from './master.js';
import type { OwnSubtreeRequest } from './search.js';
import type { SiteHorizon } from './site-horizon.js';

/** Makes the larger searches of a worker. */
export interface Delegate<Position, Move> {
  /** All that follows has this root; searches go to iteration `last` at most. */
  begin(position: Position, last: number): void;
  end(): void;
  /** Begins a search for an iteration of the whole one; false when the worker is to make it itself. */
  start(request: OwnSubtreeRequest<Move>, iteration: number): boolean;
  /** Ends a search that is over; undefined while it is under way. Without a value it was broken off. */
  takeOutcome(): { readonly value: number | undefined } | undefined;
  /** Nodes of the search so far, as far as the site's workers have reported. */
  readonly nodes: number;
  breakOff(): void;
  /** The worker has made a search itself. */
  note(depth: number, nodes: number): void;
}

export class SiteDelegate<Position, Move, Entry> implements Delegate<Position, Move> {
  readonly #master: OwnMaster<Position, Move, Entry>;
  readonly #horizon: SiteHorizon;
  #depth: number | undefined;
  #before = 0;

  constructor(master: OwnMaster<Position, Move, Entry>, horizon: SiteHorizon) {
    this.#master = master;
    this.#horizon = horizon;
  }

  begin(position: Position, last: number): void {
    this.#depth = undefined;
    this.#master.begin(position, { maxDepth: last });
  }

  end(): void {
    this.#depth = undefined;
    if (this.#master.searching) this.#master.end();
  }

  start({ path, depth, alpha, beta }: OwnSubtreeRequest<Move>, iteration: number): boolean {
    const master = this.#master;
    const horizon = this.#horizon.of(depth, master.workers);
    if (horizon === undefined) return false;
    this.#depth = depth;
    this.#before = master.nodes;
    path.forEach((move, ply) => {
      master.premove(ply, move);
    });
    const plies = path.length + horizon.plies;
    master.start(path.length, depth, alpha, beta, { iteration, horizon: { ...horizon, plies } });
    return true;
  }

  get nodes(): number {
    // The count of a worker that died begins again.
    return Math.max(0, this.#master.nodes - this.#before);
  }

  /** A search is over, and its outcome was not taken. */
  get isOver(): boolean {
    return this.#depth !== undefined && this.#master.result !== undefined;
  }

  takeOutcome(): { readonly value: number | undefined } | undefined {
    const depth = this.#depth;
    if (depth === undefined) return { value: undefined };
    const { result } = this.#master;
    if (result === undefined) return undefined;
    this.#depth = undefined;
    if (!result.certain) return { value: undefined };
    this.#horizon.note(depth, Math.max(1, this.nodes));
    return { value: result.value };
  }

  breakOff(): void {
    this.#master.breakOff();
  }

  note(depth: number, nodes: number): void {
    this.#horizon.note(depth, nodes);
  }
}

/**
 * The two halves of a middle master as one process. To its host it has the numbers of the upper group as they are, and
 * behind them those of the lower one; packets to it begin with a byte that says from which of the two they come.
 * `isOver` says that the lower half has a result for the upper one.
 */
export function stackActors(
  upper: Actor,
  lower: Actor,
  size: number,
  isOver: () => boolean,
): Actor {
  const { counters } = upper;
  return {
    counters,
    receive(packet, now) {
      const rest = packet.subarray(1);
      if (packet[0] === FROM_ABOVE) upper.receive(rest, now);
      else if (packet[0] === FROM_BELOW) lower.receive(rest, now);
      else counters.refused++;
    },
    lost(process, now) {
      if (process < size) upper.lost(process, now);
      else lower.lost(process - size, now);
    },
    step(budget, now) {
      const above = upper.step(budget, now);
      const below = lower.step(budget, now);
      return {
        nodes: above.nodes + below.nodes,
        masterNodes: below.masterNodes,
        idle: above.idle && below.idle && !isOver(),
        wakeAt: Math.min(above.wakeAt, below.wakeAt),
      };
    },
  };
}
