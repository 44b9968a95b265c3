// Many searchers that steal from each other, driven by chance alone: who runs, for how long, what is
// split, when a value arrives, whether a message comes twice or a thief works on for nothing. A seed
// determines all of it.
import { createRandom, type Random } from '#dist/core/random.js';
import type { SearchMode } from '#dist/core/search-request.js';
import type { Binding, PlainGame } from '#dist/games/plain/index.js';
import {
  type Found,
  type Kernel,
  type KernelMethod,
  Searcher,
  type Split,
  type Table,
} from '#dist/kernel/index.js';

/** A game whose positions are of type `Root`, as far as thieves are concerned. */
export interface Stage<Root> {
  readonly kernel: Kernel;
  /** The record that searcher number `index` starts with. */
  place(index: number, root: Root): Uint8Array;
  /** The child that was split off below `root`. */
  child(root: Root, split: Split): Root;
}

export function nativeStage(kernel: Kernel): Stage<Uint8Array> {
  return { kernel, place: (_, root) => root, child: (_, split) => split.record };
}

export function plainStage<State, Move>(
  kernel: Kernel,
  game: PlainGame<State, Move>,
  binding: Binding<State, Move>,
  { searchers, maxPly }: { searchers: number; maxPly: number },
): Stage<State> {
  const slots = Array.from({ length: searchers }, () => binding.reserve(maxPly));
  return {
    kernel,
    place: (index, root) => binding.place(slots[index]!, root),
    child: (root, { path }) =>
      path.reduce((state, move) => game.play(state, game.moves(state)[move]!), root),
  };
}

interface Job<Root> {
  readonly root: Root;
  readonly from: { readonly job: Job<Root>; readonly ticket: number } | undefined;
  /** Which searcher works on it; undefined when none does any more. */
  place: number | undefined;
}

interface Message<Root> {
  readonly job: Job<Root>;
  readonly found: Found;
}

export interface Outcome {
  readonly found: Found;
  readonly splits: number;
  readonly nested: number;
  readonly waits: number;
  readonly dead: number;
}

export interface Plan {
  readonly seed: number;
  readonly maxDepth: number;
  readonly minDepth: number;
  readonly method: KernelMethod;
  /** Exact if not given; `selective` is for play mode. */
  readonly mode?: SearchMode;
  readonly selective?: boolean;
  /** True when only nodes that the young brothers' rule allows are split. */
  readonly rule: boolean;
  /** Most nodes of a slice. */
  readonly slice: number;
  /** True when searchers also move, saved and restored, while they are split. */
  readonly moves: boolean;
  table(index: number): Table | undefined;
}

/** How often the rule is ignored at a ply that may not exist: no search here goes deeper. */
const PLIES = 12;

/** A crowd that searches one position after the other. */
export class Thieves<Root> {
  readonly #stage: Stage<Root>;
  readonly #searchers: readonly Searcher[];

  constructor(stage: Stage<Root>, count: number, maxPly: number) {
    this.#stage = stage;
    this.#searchers = Array.from({ length: count }, () => new Searcher(stage.kernel, maxPly));
  }

  search(root: Root, plan: Plan): Outcome {
    return new Heist(this.#stage, this.#searchers, root, plan).run();
  }
}

class Heist<Root> {
  readonly #stage: Stage<Root>;
  readonly #searchers: readonly Searcher[];
  readonly #plan: Plan;
  readonly #random: Random;
  readonly #first: Job<Root>;
  #jobs: Job<Root>[];
  #mail: Message<Root>[] = [];
  #splits = 0;
  #nested = 0;
  #waits = 0;
  #dead = 0;

  constructor(stage: Stage<Root>, searchers: readonly Searcher[], root: Root, plan: Plan) {
    this.#stage = stage;
    this.#searchers = searchers;
    this.#plan = plan;
    this.#random = createRandom(plan.seed);
    for (const [i, searcher] of searchers.entries()) searcher.attach(plan.table(i));
    this.#first = { root, from: undefined, place: 0 };
    this.#jobs = [this.#first];
    const { method, minDepth, maxDepth, mode = 'exact', selective = true } = plan;
    const options = { method, minDepth, maxDepth, mode, selective };
    searchers[0]!.start(stage.place(0, root), options);
  }

  run(): Outcome {
    for (let step = 0; ; step++) {
      if (step > 2_000_000) throw new Error('the thieves are stuck');
      const done = this.#of(this.#first);
      if (done.status === 'done') break;
      this.#act();
    }
    const found = this.#of(this.#first).found!;
    return {
      found,
      splits: this.#splits,
      nested: this.#nested,
      waits: this.#waits,
      dead: this.#dead,
    };
  }

  #act(): void {
    const chance = this.#random.below(100);
    if (chance < 40) this.#work(this.#any(this.#jobs));
    else if (chance < 70) this.#steal(this.#any(this.#jobs));
    else if (chance < 85) this.#receive();
    else if (chance < 92) this.#announce(this.#any(this.#jobs));
    else if (chance < 96) this.#dismiss(this.#any(this.#jobs));
    else if (this.#plan.moves) this.#move(this.#any(this.#jobs));
  }

  #work(job: Job<Root>): void {
    const searcher = this.#of(job);
    const status = searcher.run(1 + this.#random.below(this.#plan.slice));
    if (status === 'waiting') this.#waits++;
    if (status === 'done' && job.from) {
      this.#mail.push({ job, found: searcher.found! });
      this.#end(job);
    }
  }

  #steal(from: Job<Root>): void {
    const place = this.#free();
    if (place === undefined) return;
    const searcher = this.#of(from);
    const plies = this.#plan.rule
      ? searcher.candidates({ reasonable: this.#random.below(4) })
      : [this.#random.below(PLIES)];
    if (plies.length === 0) return;
    const split = searcher.split(this.#any(plies));
    if (!split) {
      if (this.#plan.rule) throw new Error('a candidate could not be split');
      return;
    }
    const root = this.#stage.child(from.root, split);
    const job = { root, from: { job: from, ticket: split.ticket }, place };
    this.#jobs.push(job);
    this.#splits++;
    if (from.from) this.#nested++;
    // Cuts of ProbCut prove no more than the bound: MTD(f) would go on in steps of one.
    const methods = ['negascout', 'alphabeta', ...(this.#plan.mode === 'play' ? [] : ['mtdf'])];
    const method = this.#any(methods as KernelMethod[]);
    const { mode = 'exact', selective = true } = this.#plan;
    const part = { ...split, record: this.#stage.place(place, root) };
    this.#searchers[place]!.take(part, method, { mode, selective });
  }

  /** A message arrives, in any order, and sometimes twice. */
  #receive(): void {
    if (this.#mail.length === 0) return;
    const [{ job, found }] = this.#mail.splice(this.#random.below(this.#mail.length), 1) as [
      Message<Root>,
    ];
    const { job: owner, ticket } = job.from!;
    if (owner.place === undefined) {
      this.#dead++;
      return;
    }
    const searcher = this.#of(owner);
    const alive = searcher.alive(ticket);
    if (searcher.deliver(ticket, found) !== alive) throw new Error('alive and deliver disagree');
    if (!alive) this.#dead++;
    if (this.#random.below(4) === 0 && searcher.deliver(ticket, found)) {
      throw new Error('a value was taken twice');
    }
  }

  /** A thief gets the present window. */
  #announce(job: Job<Root>): void {
    if (!job.from || job.from.job.place === undefined) return;
    const window = this.#of(job.from.job).window(job.from.ticket);
    if (window) this.#of(job).rewindow(window.alpha, window.beta);
  }

  /** A thief whose work is not needed may be stopped, or may go on. */
  #dismiss(job: Job<Root>): void {
    if (!job.from) return;
    const { job: owner, ticket } = job.from;
    if (owner.place === undefined || !this.#of(owner).alive(ticket)) this.#end(job);
  }

  #move(job: Job<Root>): void {
    const to = this.#free();
    if (to === undefined) return;
    const saved = this.#of(job).save();
    job.place = to;
    this.#of(job).restore(saved);
  }

  #end(job: Job<Root>): void {
    job.place = undefined;
    this.#jobs = this.#jobs.filter((other) => other !== job);
  }

  #free(): number | undefined {
    const taken = new Set(this.#jobs.map(({ place }) => place));
    const free = this.#searchers.map((_, i) => i).filter((i) => !taken.has(i));
    return free.length === 0 ? undefined : this.#any(free);
  }

  #of(job: Job<Root>): Searcher {
    return this.#searchers[job.place!]!;
  }

  #any<T>(list: readonly T[]): T {
    return list[this.#random.below(list.length)]!;
  }
}
