// The calls of a program's recursion, as the behaviour of its process sees them: they go to the walk under
// way, count nodes and look at messages. In a worker there is no walk, and a call costs next to nothing.
import { type Aphid, type PositionKey, SearchInterrupted } from './program.js';
import type { ProgramWalk } from './walk.js';

/** Which process of a parallel search this is, and what it shares with the others. */
export interface Seat {
  readonly process: number;
  /** Processes in all; 1 when there are no workers. */
  readonly size: number;
  readonly shared: SharedArrayBuffer | undefined;
}

export class Calls<Move, Entry> implements Aphid<Move, Entry> {
  readonly isMaster: boolean;
  readonly isWorker: boolean;
  readonly process: number;
  readonly shared: SharedArrayBuffer | undefined;
  alarm = false;
  /** Nodes that were counted so far. */
  checks = 0;
  /** The alarm is raised when this many nodes have been counted. */
  alarmAt = Number.POSITIVE_INFINITY;
  walk: ProgramWalk<Move> | undefined;
  /** Looks at messages, or at the clock; may raise the alarm. */
  look: (force: boolean) => void = () => {};
  share: (hash: number, entry: Entry, depth: number) => void = () => {};

  constructor({ process, size, shared }: Seat) {
    this.process = process;
    this.shared = shared;
    this.isMaster = process === 0 && size > 1;
    this.isWorker = process > 0;
  }

  horizon(ply: number, depth: number, key?: PositionKey): boolean {
    return this.walk?.horizon(ply, depth, key) ?? false;
  }

  leafValue(...at: Parameters<Aphid<Move>['leafValue']>): number {
    if (this.walk === undefined) {
      throw new Error(
        'leafValue: only for nodes of which horizon has just said that they are leaves',
      );
    }
    return this.walk.leafValue(...at);
  }

  checkAlarm(force = false): boolean {
    this.checks++;
    this.look(force);
    if (this.checks >= this.alarmAt) this.alarm = true;
    return this.alarm;
  }

  throwIfAlarm(force = false): void {
    if (this.checkAlarm(force)) throw new SearchInterrupted();
  }

  nodeStart(ply: number): void {
    this.walk?.nodeStart(ply);
  }

  nodeMove(ply: number, move: Move, sameSide = false): void {
    this.walk?.nodeMove(ply, move, sameSide);
  }

  nodeUpdate(ply: number, value: number): void {
    this.walk?.nodeUpdate(ply, value);
  }

  nodeEnd(ply: number, value: number, beta: number): boolean {
    return this.walk?.nodeEnd(ply, value, beta) ?? true;
  }

  shareEntry(hash: number, entry: Entry, depth: number): void {
    this.share(hash, entry, depth);
  }
}
