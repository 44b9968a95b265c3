// Whether workers tell the truth. Of what they say, a sample drawn by lot is searched again by another
// worker; where the two contradict each other, the master searches for itself, and a worker that contradicts
// that is a liar. A worker that gives n false results is found with probability 1 - (1 - rate)^n, as long
// as those who search again are honest. The algorithm decides which worker is asked, and what becomes of a liar.
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

/** What a worker says: the value after these moves, searched so deep, lies between two bounds. */
export interface ResultClaim<T> extends Range {
  /** What the algorithm knows it by. */
  readonly subject: T;
  readonly source: ResultSource;
  readonly path: readonly number[];
  readonly depth: number;
  /** The depth of the whole search that it belongs to. */
  readonly iteration: number;
  /** True when nothing rests on an evaluation, as the worker says. */
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
  /** Who searches it, since when. */
  asked: ProcessId | undefined;
  askedAt: Micros;
  /** Those who were asked and have said nothing that helps. */
  readonly tried: Set<ProcessId>;
  /** What another worker has said against it: the master's turn. */
  against: (Range & { readonly source: ResultSource }) | undefined;
}

/** Who has said what is not so, and which of its results that was, counted from 1. */
export interface ExposedLiar {
  readonly source: ResultSource;
  readonly result: number;
}

/** What came of a check. */
export interface CheckVerdict<T> {
  readonly claim: ResultClaim<T>;
  /** Empty when the claim is true. */
  readonly liars: readonly ExposedLiar[];
  /** True when the claim was found to be true, and complete. */
  readonly complete: boolean;
}

/** A worker that has a check and says nothing for this long is not waited for. */
const PATIENCE: Micros = 10_000_000;
/** A check that no worker has taken by then is the master's. */
const LONGEST_WAIT: Micros = 1_000_000;
/** Checks that a worker has at a time: the next is there when one is finished. */
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

  /** The process has lost its place. What it was asked must be asked of others. */
  lost(process: ProcessId): void {
    const source = this.#sources.get(process);
    if (source !== undefined) source.present = false;
    this.#sources.delete(process);
    for (const check of this.#open.values()) {
      check.tried.delete(process);
      if (check.asked === process) check.asked = undefined;
    }
  }

  /** Draws whether a claim is searched again; `always` whatever is drawn. */
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

  /** What is being checked. */
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

  /** Whether what a worker says is an answer to what it was asked, or comes too late to matter. */
  isAnswer(from: ProcessId, number: number, said: Range): boolean {
    const check = this.#open.get(number);
    if (check === undefined || check.asked !== from) return true;
    return decides(said, check.alpha, check.beta);
  }

  /** A worker cannot search a check now; it may be asked again. */
  decline(from: ProcessId, number: number): void {
    const check = this.#open.get(number);
    if (check?.asked === from) check.asked = undefined;
  }

  /** What a check has come to by another worker's word; undefined while it is open. */
  answer(
    from: ProcessId,
    number: number,
    said: Range & { readonly complete: boolean },
  ): CheckVerdict<T> | undefined {
    const check = this.#open.get(number);
    if (check === undefined || check.asked !== from) return undefined;
    const { claim } = check;
    if (contradicts(said, claim)) {
      check.against = { lower: said.lower, upper: said.upper, source: this.sourceOf(from) };
      check.asked = undefined;
    } else if (confirms(said, claim)) {
      this.#open.delete(number);
      return { claim, liars: [], complete: claim.complete && said.complete };
    } else {
      this.#leave(check);
    }
    return undefined;
  }

  /**
   * What the master must search itself: where two contradict each other, what no worker is left for, and what
   * has waited too long because no worker was free; a liar may see to it that none ever is.
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

  /** The master's own word. */
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

  /** What a liar has said need not be checked any more, nor what it was asked. */
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

const contradicts = (said: Range, claim: Range): boolean =>
  said.upper < claim.lower || said.lower > claim.upper;

const confirms = (said: Range, claim: Range): boolean =>
  said.lower >= claim.lower && said.upper <= claim.upper;

/** How likely a worker is found after `results`, of which the share `lies` is false, at a rate. */
export const probabilityOfFinding = (rate: number, results: number, lies = 1): number =>
  1 - (1 - rate * lies) ** results;
