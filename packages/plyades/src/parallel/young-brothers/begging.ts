// Whom an idle process asks for work, and when. It asks one process at a time: one that works for it
// already, or one that was named to it, or any. A busy process that has nothing to give yet keeps the
// request, so that asking costs few messages; who is asked in vain says so at once. After some
// refusals the process rests, each time longer.
//
// Never are two names followed in a row: names are old news, and idle processes that followed nothing
// else could send each other round in circles without ever asking the one that has work.
import type { Random } from '../../core/random.js';
import type { Micros, ProcessId } from '../actor.js';

/** Refusals in a row before a process rests. */
const MAX_REFUSALS = 4;
/** Times and rests are doubled up to this many times their least. */
const LONGEST = 8;

export class Begging {
  readonly #random: Random;
  readonly #patience: Micros;
  readonly #rest: Micros;
  #asked: ProcessId | undefined;
  #until: Micros = 0;
  #hint: ProcessId | undefined;
  /** True when the last one was asked because it had been named. */
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

  /** Who has been asked and has not answered. */
  get asked(): ProcessId | undefined {
    return this.#asked;
  }

  /** True when somebody may be asked now; somebody who was asked before may have to be told. */
  isDue(now: Micros): boolean {
    return now >= this.wakeAt;
  }

  get wakeAt(): Micros {
    return this.#asked === undefined ? this.#restUntil : this.#until;
  }

  /** Chooses one of these, which are not empty; those who work for this process come first. */
  ask(others: readonly ProcessId[], thieves: readonly ProcessId[], now: Micros): ProcessId {
    const hint = this.#followed ? undefined : this.#hint;
    this.#hint = undefined;
    const first = this.#refusals === 0 ? thieves.filter((thief) => thief !== this.#asked) : [];
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

  /** This process is asked next, unless the last one was asked for its name. */
  prefer(process: ProcessId): void {
    this.#hint = process;
  }

  /** A process will not answer. */
  forget(process: ProcessId): void {
    if (this.#asked === process) this.#asked = undefined;
  }
}
