// A log that grows up to a time, for tests of models that follow a run: records come in the order of time, and pieces
// under way have neither an end nor all their nodes yet, as in the log of a live search.
import type { PieceRecord, TraceLog } from 'plyades/trace';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

export class GrowingCopy {
  readonly #whole: TraceLog;
  readonly #pieces: Writable<PieceRecord>[] = [];
  readonly #copies = new Map<PieceRecord, Writable<PieceRecord>>();
  readonly log: Writable<TraceLog>;

  constructor(whole: TraceLog) {
    this.#whole = whole;
    this.log = {
      ...whole,
      ...{ end: 0, version: 0, complete: false, tree: [], pieces: this.#pieces, passes: [] },
    };
  }

  /** Everything until `time` is there; of processes with an odd number, only what happened `lag` before. */
  growTo(time: number, lag = 0): void {
    const { tree, pieces, passes } = this.#whole;
    this.log.end = time;
    this.log.version++;
    this.log.tree = tree.filter(({ at }) => at <= time);
    this.log.passes = passes.filter(({ to }) => to <= time);
    for (const piece of pieces) {
      const until = piece.process % 2 === 1 ? time - lag : time;
      if (piece.from > until) continue;
      let copy = this.#copies.get(piece);
      if (copy === undefined) {
        copy = { ...piece };
        this.#copies.set(piece, copy);
        this.#pieces.push(copy);
      }
      const isOver = piece.to <= until;
      copy.to = isOver ? piece.to : Number.NaN;
      copy.outcome = isOver ? piece.outcome : undefined;
      const share = (until - piece.from) / (piece.to - piece.from);
      copy.nodes = isOver ? piece.nodes : Math.round(piece.nodes * share);
    }
    this.#pieces.sort((a, b) => a.from - b.from);
  }
}
