// How a program with a search of its own is described: where its module is, so that worker threads can load
// it too, and how an instance is made for a process.
import { PlyadesError } from '../core/errors.js';
import type { Aphid, SearchProgram } from '../parallel/own-search/program.js';

/** Whether a value is one of the program's; without a function every value is. */
export interface AcceptedValues {
  readonly position?: (value: unknown) => boolean;
  readonly move?: (value: unknown) => boolean;
  readonly entry?: (value: unknown) => boolean;
}

/** A program with an alpha-beta search of its own. */
export interface SearchDefinition<Position, Move, Entry = never> {
  /** `import.meta.url` of the module that exports the definition: workers import it from there. */
  readonly url: string;
  /** The name under which that module exports it, `default` if not given. */
  readonly exportName?: string;
  /** No score of the search or of an evaluation is greater, nor below its negative. */
  readonly maxScore: number;
  /** On a cluster: checks what arrives from other machines before `create`'s program gets it. */
  readonly accepts?: AcceptedValues;
  /**
   * Makes the program's instance of one process. It is called once in every thread, and everything that
   * the search changes (board, tables, counters) belongs inside. `aphid` is what the recursion calls.
   */
  create(aphid: Aphid<Move, Entry>): SearchProgram<Position, Move, Entry>;
}

/** Symbol.for: a worker may load the library from another copy of it than the program did. */
const SEARCH = Symbol.for('plyades.search');

/** A definition that passed the checks of `defineSearch`. */
export interface OwnSearch<Position = unknown, Move = unknown, Entry = unknown>
  extends SearchDefinition<Position, Move, Entry> {
  /** The mark of `defineSearch`. */
  readonly [SEARCH]: true;
}

/** Twice a score must be a safe integer. */
const GREATEST_SCORE = 2 ** 50;

/**
 * Describes a program to `parallelize`. Throws a PlyadesError with ERR_DEFINITION when something is missing.
 *
 * The module that exports the definition is loaded by every worker: it should do nothing else.
 */
export function defineSearch<Position, Move, Entry = never>(
  definition: SearchDefinition<Position, Move, Entry>,
): OwnSearch<Position, Move, Entry> {
  const { url, exportName, maxScore, accepts, create } = definition;
  if (typeof url !== 'string' || !URL.canParse(url)) {
    refuse(`url: expected import.meta.url, not ${url}`);
  }
  if (exportName !== undefined && typeof exportName !== 'string') {
    refuse(`exportName: expected a name, not ${exportName}`);
  }
  if (!(Number.isSafeInteger(maxScore) && maxScore > 0 && maxScore <= GREATEST_SCORE)) {
    refuse(`maxScore: expected an integer from 1 to 2^50, not ${maxScore}`);
  }
  checkAccepts(accepts);
  if (typeof create !== 'function') refuse('create: expected a function that makes a program');
  return { ...definition, [SEARCH]: true };
}

const VALUES = ['position', 'move', 'entry'];

function checkAccepts(accepts: unknown): void {
  if (accepts === undefined) return;
  if (typeof accepts !== 'object' || accepts === null) {
    refuse(`accepts: expected functions, not ${accepts}`);
  }
  for (const [name, check] of Object.entries(accepts)) {
    if (!VALUES.includes(name)) refuse(`accepts.${name}: expected one of ${VALUES.join(', ')}`);
    if (typeof check !== 'function') refuse(`accepts.${name}: expected a function, not ${check}`);
  }
}

function refuse(message: string): never {
  throw new PlyadesError('ERR_DEFINITION', `a search of your own, ${message}`);
}

const isSearch = (value: unknown): value is OwnSearch =>
  typeof value === 'object' && value !== null && SEARCH in value;

/** Throws a PlyadesError with ERR_DEFINITION unless `defineSearch` made this. */
export function checkSearch(search: unknown): void {
  if (!isSearch(search)) refuse('expected what defineSearch returns');
}

/** Imports the module of a definition; what it throws while loading is thrown on. */
export async function importSearch(url: string, exportName = 'default'): Promise<OwnSearch> {
  const module: Record<string, unknown> = await import(url);
  const search = module[exportName];
  if (isSearch(search)) return search;
  const message = `${url} has no search: its export '${exportName}' was not made by defineSearch`;
  throw new PlyadesError('ERR_DEFINITION', message);
}

const required = ['setRoot', 'moveDownPath', 'moveUpPath', 'search'] as const;

/** An instance of the program, with all the functions that it must have. */
export function createProgram<Position, Move, Entry>(
  definition: SearchDefinition<Position, Move, Entry>,
  aphid: Aphid<Move, Entry>,
): SearchProgram<Position, Move, Entry> {
  const program = definition.create(aphid);
  for (const name of required) {
    if (typeof program?.[name] !== 'function') {
      throw new PlyadesError('ERR_DEFINITION', `create: the program has no function ${name}`);
    }
  }
  return program;
}
