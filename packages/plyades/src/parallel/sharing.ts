// Workers that several masters share, as those of a site's searches do: whose turn it is, and who has something to do
// for which of them. A master that knew of its own search alone would begin with the first worker, as all others do,
// and would count on workers that come to it last.
import type { ProcessId } from './actor.js';

/** What a master knows of the masters that share its workers. */
export interface Share {
  /** Where in the list of workers the next one is looked for. */
  turn: number;
  /** Of how many others' searches something waits for this worker. */
  othersOf(worker: ProcessId): number;
  /** Something of this master's search waits for these workers, and for no others. */
  note(workers: Iterable<ProcessId>): void;
}

/** The share of a master that has its workers for itself. */
export const wholeShare = (): Share => ({ turn: 0, othersOf: () => 0, note() {} });

export class Sharing {
  #turn = 0;
  readonly #waiting = new Map<Share, ReadonlySet<ProcessId>>();

  /** Another master. */
  join(): Share {
    const sharing = this;
    const share: Share = {
      get turn() {
        return sharing.#turn;
      },
      set turn(turn) {
        sharing.#turn = turn;
      },
      othersOf(worker) {
        let others = 0;
        for (const [each, workers] of sharing.#waiting) {
          if (each !== share && workers.has(worker)) others++;
        }
        return others;
      },
      note: (workers) => void sharing.#waiting.set(share, new Set(workers)),
    };
    return share;
  }

  /** A master's search is over. */
  leave(share: Share): void {
    this.#waiting.delete(share);
  }
}
