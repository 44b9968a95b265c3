// Checks of workers' results. A random sample of them is searched again by another worker; where the two contradict
// each other, the master searches for itself, and a worker that contradicts the master is a liar. A worker that gives n
// false results is found with probability 1 - (1 - rate)^n, as long as the checking workers are honest. The algorithm
// decides which worker is asked, and what happens to a liar.
import type { Random } from '../core/random.js';
import { INFINITE } from '../core/score.js';
import type { Micros, ProcessId } from './actor.js';
import { decides } from './value-bounds.js';

/** Bounds of a value, from the side to move. */
interface Range {
  readonly lower: number;
  readonly upper: number;
}

/** A worker, for as long as it keeps its seat: a later worker of the seat does not answer for its results. */
export interface ResultSource {
  readonly process: ProcessId;
  /** False when it has left, or is lost. */
  present: boolean;
  /** Results that it has given so far. */
  results: number;
}

/** A worker's claim: the value after these moves at this depth lies between two bounds. */
export interface ResultClaim<T> extends Range {
  /** The algorithm's name of it. */
  readonly subject: T;
  readonly source: ResultSource;
  readonly path: readonly number[];
  readonly depth: number;
  /** The depth of the whole search that it belongs to. */
  readonly iteration: number;
  /** True when, by the worker's claim, nothing rests on an evaluation. */
  readonly complete: boolean;
}

/** The claim and the window in which a search says whether it is true. */
export interface ResultCheck<T> {
  readonly claim: ResultClaim<T>;
  readonly alpha: number;
  readonly beta: number;
}

interface Open<T> extends ResultCheck<T> {
  readonly number: number;
  /** Which of its source's results it is. */
  readonly result: number;
  /** When it was drawn. */
  readonly since: Micros;
  /** The worker that searches it, and since when. */
  asked: ProcessId | undefined;
  askedAt: Micros;
  /** Workers that were asked and whose answers do not help. */
  readonly tried: Set<ProcessId>;
  /** Another worker's contradiction: the master decides. */
  against: (Range & { readonly source: ResultSource }) | undefined;
}

/** A worker with a false result, and the number of that result, from 1. */
export interface ExposedLiar {
  readonly source: ResultSource;
  readonly result: number;
}

/** The outcome of a check. */
export interface CheckVerdict<T> {
  readonly claim: ResultClaim<T>;
  /** Empty when the claim is true. */
  readonly liars: readonly ExposedLiar[];
  /** True when the claim was found to be true, and complete. */
  readonly complete: boolean;
}

/** A worker that does not answer a check for this long is not waited for. */
const PATIENCE: Micros = 10_000_000;
/** The master searches a check that no worker has taken by then. */
const LONGEST_WAIT: Micros = 1_000_000;
/** Checks that a worker has at a time: the next waits there when one is finished. */
const AT_ONCE = 3;
/** Rates are drawn in parts of this. */
const PARTS = 2 ** 30;

export class ResultChecks<T> {
  readonly #rate: number;
  readonly #random: Random;
  readonly #open = new Map<number, Open<T>>();
  readonly #sources = new Map<ProcessId, ResultSource>();
  #number = 0;

  /** `rate` of all results, 0 to 1, is searched again. Only the master may know the numbers drawn. */
  constructor(rate: number, random: Random) {
    this.#rate = rate;
    this.#random = random;
  }

  sourceOf(process: ProcessId): ResultSource {
    const known = this.#sources.get(process);
    if (known !== undefined) return known;
    const source = { process, present: true, results: 0 };
    this.#sources.set(process, source);
    return source;
  }

  /** The process has lost its seat. Its checks go to others. */
  lost(process: ProcessId): void {
    const source = this.#sources.get(process);
    if (source !== undefined) source.present = false;
    this.#sources.delete(process);
    for (const check of this.#open.values()) {
      check.tried.delete(process);
      if (check.asked === process) check.asked = undefined;
    }
  }

  /** Draws whether a claim is searched again; `always` overrides the draw. */
  consider(claim: ResultClaim<T>, always: boolean, now: Micros): void {
    const result = ++claim.source.results;
    const drawn = this.#random.below(PARTS) < this.#rate * PARTS;
    const says = claim.lower > -INFINITE || claim.upper < INFINITE;
    if ((!drawn && !always) || !says) return;
    const number = ++this.#number;
    const [alpha, beta] = windowOf(claim);
    this.#open.set(number, {
      ...{ number, result, claim, alpha, beta, since: now, asked: undefined, askedAt: 0 },
      ...{ tried: new Set<ProcessId>(), against: undefined },
    });
  }

  /** True while something that belongs to this depth of the whole search or an earlier one is not decided. */
  holds(iteration: number): boolean {
    for (const { claim } of this.#open.values()) if (claim.iteration <= iteration) return true;
    return false;
  }

  /** The claims that are being checked. */
  subjects(): Set<T> {
    return new Set([...this.#open.values()].map(({ claim }) => claim.subject));
  }

  /** Which worker to ask what now, of those that have nothing required to do. */
  offer(
    free: readonly ProcessId[],
    now: Micros,
  ): { readonly to: ProcessId; readonly number: number; readonly check: ResultCheck<T> }[] {
    const load = new Map<ProcessId, number>();
    const add = (worker: ProcessId) => load.set(worker, (load.get(worker) ?? 0) + 1);
    for (const check of this.#open.values()) {
      if (check.asked === undefined) continue;
      if (now - check.askedAt >= PATIENCE) this.#leave(check);
      else add(check.asked);
    }
    const offers = [];
    for (const check of this.#open.values()) {
      const { claim, number, asked, against, tried } = check;
      if (asked !== undefined || against !== undefined) continue;
      const others = free.filter(
        (worker) =>
          worker !== claim.source.process &&
          !tried.has(worker) &&
          (load.get(worker) ?? 0) < AT_ONCE,
      );
      if (others.length === 0) continue;
      const to = others[this.#random.below(others.length)]!;
      add(to);
      check.asked = to;
      check.askedAt = now;
      offers.push({ to, number, check });
    }
    return offers;
  }

  /** Whether there was ever a check of this number. */
  hasOffered(number: number): boolean {
    return number >= 1 && number <= this.#number;
  }

  /** Whether a worker's reply answers its check, or comes too late to matter. */
  isAnswer(from: ProcessId, number: number, answer: Range): boolean {
    const check = this.#open.get(number);
    if (check === undefined || check.asked !== from) return true;
    return decides(answer, check.alpha, check.beta);
  }

  /** A worker cannot search a check now; it may be asked again. */
  decline(from: ProcessId, number: number): void {
    const check = this.#open.get(number);
    if (check?.asked === from) check.asked = undefined;
  }

  /** Records another worker's answer; undefined while the check is open. */
  answer(
    from: ProcessId,
    number: number,
    answer: Range & { readonly complete: boolean },
  ): CheckVerdict<T> | undefined {
    const check = this.#open.get(number);
    if (check === undefined || check.asked !== from) return undefined;
    const { claim } = check;
    if (contradicts(answer, claim)) {
      check.against = { lower: answer.lower, upper: answer.upper, source: this.sourceOf(from) };
      check.asked = undefined;
    } else if (confirms(answer, claim)) {
      this.#open.delete(number);
      return { claim, liars: [], complete: claim.complete && answer.complete };
    } else {
      this.#leave(check);
    }
    return undefined;
  }

  /**
   * Checks that the master must search itself: where two workers contradict each other, where no worker is left, and
   * those that waited too long because no worker was free; a liar may see to that.
   */
  forMaster(
    workers: readonly ProcessId[],
    now: Micros,
  ): (ResultCheck<T> & { readonly number: number }) | undefined {
    for (const check of this.#open.values()) {
      if (check.against !== undefined) return check;
      if (check.asked !== undefined) continue;
      if (now - check.since >= LONGEST_WAIT) return check;
      const { source } = check.claim;
      if (!workers.some((each) => each !== source.process && !check.tried.has(each))) return check;
    }
    return undefined;
  }

  /** Records the master's own answer. */
  judge(
    number: number,
    found: Range & { readonly complete: boolean },
  ): CheckVerdict<T> | undefined {
    const check = this.#open.get(number);
    if (check === undefined) return undefined;
    this.#open.delete(number);
    const { claim, against, result } = check;
    const liars: ExposedLiar[] = [];
    if (contradicts(found, claim)) liars.push({ source: claim.source, result });
    if (against !== undefined && contradicts(found, against)) {
      liars.push({ source: against.source, result: against.source.results });
    }
    const complete = liars.length === 0 && claim.complete && found.complete;
    return { claim, liars, complete };
  }

  /** Drops the checks of a liar, both of its results and those that it was asked for. */
  forget(source: ResultSource): void {
    for (const [number, check] of this.#open) {
      if (check.claim.source === source) this.#open.delete(number);
      else if (check.against?.source === source) check.against = undefined;
    }
  }

  /** The worker that has it is not waited for any more. */
  #leave(check: Open<T>): void {
    if (check.asked !== undefined) check.tried.add(check.asked);
    check.asked = undefined;
  }
}

/** A window in which every answer says whether the value lies between the bounds. */
export function windowOf({ lower, upper }: Range): readonly [number, number] {
  if (upper === INFINITE) return [lower - 1, lower];
  if (lower === -INFINITE) return [upper, upper + 1];
  return [lower - 1, upper + 1];
}

const contradicts = (answer: Range, claim: Range): boolean =>
  answer.upper < claim.lower || answer.lower > claim.upper;

const confirms = (answer: Range, claim: Range): boolean =>
  answer.lower >= claim.lower && answer.upper <= claim.upper;

/** How likely a worker is found after `results`, of which the share `lies` is false, at a rate. */
export const probabilityOfFinding = (rate: number, results: number, lies = 1): number =>
  1 - (1 - rate * lies) ** results;
