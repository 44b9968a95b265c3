// Which process an idle one asks for work, and when. It asks one process at a time: one that searches for it already,
// or one that another process named, or any. A busy process that has nothing to give yet keeps the request, so that
// asking costs few messages; one that is idle itself refuses at once. After some refusals the process rests, each
// time longer.
//
// A process never follows two hints in a row: hints are old, and idle processes that only followed hints could send
// each other round in circles without ever asking the one that has work.
import type { Random } from '../../core/random.js';
import type { Micros, ProcessId } from '../actor.js';

/** Refusals in a row before a process rests. */
const MAX_REFUSALS = 4;
/** Times and rests are doubled up to this many times their least. */
const LONGEST = 8;

export class VictimChoice {
  readonly #random: Random;
  readonly #patience: Micros;
  readonly #rest: Micros;
  #asked: ProcessId | undefined;
  #until: Micros = 0;
  #hint: ProcessId | undefined;
  /** True when the last process was asked because of a hint. */
  #followed = false;
  #refusals = 0;
  #waits = 1;
  #rests = 1;
  #restUntil: Micros = 0;

  /** The least time that a process is given to find work, and that of a rest. */
  constructor(random: Random, patience: Micros, rest: Micros) {
    this.#random = random;
    this.#patience = patience;
    this.#rest = rest;
  }

  /** The process that has been asked and has not replied. */
  get asked(): ProcessId | undefined {
    return this.#asked;
  }

  /** True when a process may be asked now; one that was asked before may need a notice. */
  isDue(now: Micros): boolean {
    return now >= this.wakeAt;
  }

  get wakeAt(): Micros {
    return this.#asked === undefined ? this.#restUntil : this.#until;
  }

  /** Chooses one of `others`, which are not empty; `holders`, which search for this process, come first. */
  ask(others: readonly ProcessId[], holders: readonly ProcessId[], now: Micros): ProcessId {
    const hint = this.#followed ? undefined : this.#hint;
    this.#hint = undefined;
    const first = this.#refusals === 0 ? holders.filter((holder) => holder !== this.#asked) : [];
    const rest = others.filter((other) => other !== this.#asked);
    const from = first.length > 0 ? first : rest.length > 0 ? rest : others;
    const drawn = from[this.#random.below(from.length)]!;
    this.#followed = hint !== undefined && others.includes(hint);
    const chosen = this.#followed ? hint! : drawn;
    this.#asked = chosen;
    this.#until = now + this.#patience * this.#waits;
    this.#waits = Math.min(LONGEST, 2 * this.#waits);
    return chosen;
  }

  /** The process that was asked has nothing; `hint` may have more. */
  refused(hint: ProcessId | undefined, now: Micros): void {
    this.#asked = undefined;
    this.#hint = hint;
    this.#restUntil = now;
    if (++this.#refusals < MAX_REFUSALS) return;
    this.#refusals = 0;
    this.#restUntil = now + this.#rest * this.#rests;
    this.#rests = Math.min(LONGEST, 2 * this.#rests);
  }

  /** There is work. */
  succeeded(): void {
    this.#asked = undefined;
    this.#hint = undefined;
    this.#followed = false;
    this.#refusals = 0;
    this.#waits = 1;
    this.#rests = 1;
    this.#restUntil = 0;
  }

  /** This process is asked next, unless the last one was asked because of a hint. */
  prefer(process: ProcessId): void {
    this.#hint = process;
  }

  /** A process will not reply. */
  forget(process: ProcessId): void {
    if (this.#asked === process) this.#asked = undefined;
  }
}
