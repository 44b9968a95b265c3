// A checkpoint: what a search was asked for, the last depth that it finished, its counts so far, and what its master knows
// of the leaves of its tree, so that the search that resumes does not repeat them. The form is the same in a file and on
// the server of a cluster.
import { algorithms, type EarlierResult, type LoadedGame, MAX_DEPTH } from '../api/index.js';
import { inputError, PlyadesError, quote, refuse } from '../core/errors.js';
import {
  choice,
  integer,
  list,
  makeRefusal,
  number,
  parseJson,
  printableText,
  record,
  text,
  type ValueOf,
} from '../core/schema.js';
import { searchRequestSchema } from '../core/search-request.js';

const MOST = Number.MAX_SAFE_INTEGER;

/** Raised with every change of the form. */
const FORMAT = 2;

const found = record(
  {
    depth: integer(0, MAX_DEPTH),
    value: integer(-1e7, 1e7),
    bound: choice(['exact', 'lower', 'upper']),
    pv: list(text(1000), 2000),
  },
  { move: text(1000) },
);

const checkpointSchema = record(
  {
    format: integer(FORMAT, FORMAT),
    /** Of the package: searches are resumed by the version that began them. */
    version: printableText(64),
    job: text(64, /^[A-Za-z0-9_-]+$/),
    state: choice(['searching', 'interrupted', 'done']),
    request: searchRequestSchema(algorithms),
    nodes: integer(0, MOST),
    leaves: integer(0, MOST),
    seconds: number(0, 1e12),
    savedAt: printableText(40),
  },
  {
    found,
    /** As bytes of src/parallel/saved-tree.ts, in base64. */
    tree: text(900_000, /^[A-Za-z0-9+/]*={0,2}$/),
    /** The server of the cluster that searched. */
    server: printableText(4096),
  },
);

/** What is kept of a search. */
export type Checkpoint = ValueOf<typeof checkpointSchema>;

/** The format of checkpoints that this version writes. */
export const CHECKPOINT_FORMAT = FORMAT;

/** Reads a checkpoint. Throws a PlyadesError with ERR_JOB when it is none, or damaged. */
export function parseCheckpoint(bytes: Uint8Array): Checkpoint {
  const read = parseJson(checkpointSchema, bytes, undefined, 'checkpoint');
  if (!read.ok) throw damaged(makeRefusal(read.error));
  const { found, request } = read.value;
  if ((found?.depth ?? 0) > request.depth) throw damaged('it is deeper than its search');
  return read.value;
}

function damaged(reason: string): PlyadesError {
  const message = `that is no checkpoint, or a damaged one: ${reason}`;
  return PlyadesError.refusing(inputError('ERR_JOB', message, ''));
}

/** What a checkpoint has found, as `search` takes it; undefined when no depth was finished. */
export function earlierResult(
  game: LoadedGame,
  { found, tree }: Checkpoint,
): EarlierResult | undefined {
  if (found === undefined) return undefined;
  const read = (text: string) => {
    const move = game.notation.parseMove(text);
    if (move.ok) return move.value;
    const message = `${quote(text)} in the checkpoint is no move`;
    refuse('ERR_JOB', message, text);
  };
  const { depth, value, bound, pv, move } = found;
  return {
    depth,
    value,
    bound,
    line: pv.map(read),
    move: move === undefined ? undefined : read(move),
    ...(tree !== undefined && { tree: new Uint8Array(Buffer.from(tree, 'base64')) }),
  };
}

/** A name for a job that no other one has. */
export function newJob(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(5))).toString('hex');
}
