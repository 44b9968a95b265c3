// Opening a game: the one way to a kernel with its memory. A game of the library has a kernel of its own; a
// game in plain TypeScript is bound to the kernel `foreign`, which asks its functions. The caller says
// by a memory plan where the memory comes from and whether the game's data is loaded into it.
import { Kernel, type KernelOptions } from '../kernel/index.js';
import { type GameKernel, loadKernel } from './load.js';
import {
  type Binding,
  bindGame,
  importGame,
  inertImports,
  type PlainGame,
  type RulesSample,
  requireServedGame,
} from './plain/index.js';

/** What can be posted to a thread to open a game there. */
export type GameSource =
  | { readonly kind: 'kernel'; readonly kernel: GameKernel }
  | {
      readonly kind: 'plain';
      readonly module: WebAssembly.Module;
      /** Undefined: the thread serves the game itself. */
      readonly url: string | undefined;
      readonly exportName: string;
      /** Of the game that a thread should serve; left out where it cannot be another. */
      readonly sample?: RulesSample | undefined;
    };

/** Memory of its own of some capacity, or a part of one that there is; `data` as needed for evaluations. */
export interface KernelMemory extends Omit<KernelOptions, 'imports' | 'data'> {
  readonly data?: KernelOptions['data'] | undefined;
}

/** What the memory of a kernel depends on. */
export interface MemoryNeeds {
  /** False when positions have no keys: a table would be of no use. */
  readonly usesTable: boolean;
  /** The game's data file, if it has one. */
  readonly data: Uint8Array | undefined;
  /** A kernel with hardly any memory, which knows how large a searcher or a proof table is. */
  readonly probe: Kernel;
}

export type MemoryPlan = KernelMemory | ((needs: MemoryNeeds) => KernelMemory);

/** A game on a kernel. */
export interface OpenedGame {
  readonly kernel: Kernel;
  readonly usesTable: boolean;
  /** Of a game in plain TypeScript only. */
  readonly binding: Binding<unknown, unknown> | undefined;
}

/** Opens a game; imports the module of one in plain TypeScript. */
export async function openGame(source: GameSource, plan: MemoryPlan): Promise<OpenedGame> {
  const binding = await bind(source);
  const kernel = instantiate(source, binding?.imports, plan, binding?.usesTable ?? true);
  binding?.useMemory(kernel.memory);
  return { kernel, usesTable: binding?.usesTable ?? true, binding };
}

/** What the memory of a game will depend on, before any is made. */
export async function needsOf(source: GameSource): Promise<MemoryNeeds> {
  const binding = await bind(source);
  return new Needs(source, binding?.imports, binding?.usesTable ?? true);
}

/**
 * A kernel for a thread that divides memory among others and never plays: the module of a game in plain
 * TypeScript is not imported.
 */
export function openLayout(source: GameSource, plan: MemoryPlan): Kernel {
  return instantiate(source, source.kind === 'plain' ? inertImports : undefined, plan, true);
}

/** The kernel of a game of the library, by its name. */
export async function openKernel(id: string, plan: MemoryPlan): Promise<Kernel> {
  const source = { kind: 'kernel', kernel: await loadKernel(id) } as const;
  return instantiate(source, undefined, plan, true);
}

/** Gives positions to a searcher, a prover or a perft of `maxPly` plies: the record with which it starts. */
export function placerOf(
  { binding }: OpenedGame,
  maxPly: number,
): (position: unknown) => Uint8Array {
  if (binding === undefined) return (position) => position as Uint8Array;
  const slot = binding.reserve(maxPly);
  return (state) => binding.place(slot, state);
}

/** Equal for sources that need the same kernel. */
export function identityOf(source: GameSource): string {
  return source.kind === 'kernel'
    ? source.kernel.id
    : `${source.url ?? 'served'}#${source.exportName}`;
}

/** The game of a source in plain TypeScript, with its own functions. */
export async function plainGameOf(source: GameSource): Promise<PlainGame> {
  if (source.kind === 'plain') {
    const { url, exportName, sample } = source;
    return url === undefined ? requireServedGame(exportName, sample) : importGame(url, exportName);
  }
  throw new TypeError(`${source.kernel.id} is no game in plain TypeScript`);
}

type Imports = Binding<unknown, unknown>['imports'] | undefined;

async function bind(source: GameSource): Promise<Binding<unknown, unknown> | undefined> {
  return source.kind === 'kernel' ? undefined : bindGame(await plainGameOf(source));
}

function instantiate(
  source: GameSource,
  imports: Imports,
  plan: MemoryPlan,
  usesTable: boolean,
): Kernel {
  const memory = typeof plan === 'function' ? plan(new Needs(source, imports, usesTable)) : plan;
  const { data, ...rest } = memory;
  return new Kernel(moduleOf(source), {
    ...rest,
    ...(imports && { imports }),
    ...(data !== undefined && { data }),
  });
}

const moduleOf = (source: GameSource): WebAssembly.Module =>
  source.kind === 'kernel' ? source.kernel.module : source.module;

class Needs implements MemoryNeeds {
  readonly usesTable: boolean;
  readonly data: Uint8Array | undefined;
  readonly #source: GameSource;
  readonly #imports: Imports;
  #probe: Kernel | undefined;

  constructor(source: GameSource, imports: Imports, usesTable: boolean) {
    this.usesTable = usesTable;
    this.data = source.kind === 'kernel' ? source.kernel.data : undefined;
    this.#source = source;
    this.#imports = imports;
  }

  get probe(): Kernel {
    const imports = this.#imports && { imports: this.#imports };
    this.#probe ??= new Kernel(moduleOf(this.#source), imports ?? {});
    return this.#probe;
  }
}
