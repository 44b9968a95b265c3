// Links to simulated runs: everything that decides a run, the build that made it and the digest of what happened, packed
// into the fragment of an address. A link comes from anywhere, so it is checked field by field before it is run: it can
// name a game of the library and numbers, but neither code nor a host.
import {
  type InputError,
  type InputErrorCode,
  inputError,
  PlyadesError,
  quote,
} from '../core/errors.js';
import { err, ok, type Result, unwrap } from '../core/result.js';
import {
  boolean,
  choice,
  either,
  integer,
  makeRefusal,
  number,
  object,
  parseJson,
  parseValue,
  printableText,
  record,
  type Schema,
  type SchemaFields,
  text,
  type ValueOf,
  variants,
} from '../core/schema.js';
import { MAX_DEPTH, MAX_HASH_MB, searchModes, tableKinds } from '../core/search-request.js';
import { notationOf } from '../games/load.js';
import { gameNames } from '../games/names.js';
import { makeHierarchy, parseHierarchy } from '../parallel/hierarchy/file.js';
import { PROOF_SETTINGS } from '../parallel/pns-dfpn/options.js';
import { checkSettings, MAX_SETTING } from '../parallel/settings.js';
import { DISTRIBUTED_SOLVER, goals } from '../proof/index.js';
import { findAlgorithm, simulatedAlgorithms } from './algorithms.js';
import { parseFaults } from './faults.js';
import { MAX_EPOCH_NS, MAX_PROCESSORS } from './options.js';
import { MAX_UNPACKED, packText, unpackText } from './packed-text.js';
import { MAX_COST, profileNames } from './profiles.js';

/** The fragment of a link begins with this. */
export const LINK_FRAGMENT = '#run=';
/** The same run in an address that names a view of the studio too, such as `#/tree?run=...`. */
const PACKED_RUN = /#(?:\/[\w-]*\?(?:[^#]*&)?)?run=([^&]*)/;
/** Characters of the longest address that is read. */
const MAX_LINK = 1 << 17;
/** Version of the format: other ones are refused. */
const VERSION = 1;

const MAX_TEXT = 100_000;
const cost = (least = 0) => number(least, MAX_COST, { unit: 'nanoseconds' });
const micros = integer(1, Number.MAX_SAFE_INTEGER, { unit: 'microseconds' });

/** Costs that no profile of the library has: the numbers of the link's own game. */
const ownProfile = record({
  name: printableText(60),
  nodeNs: cost(1),
  masterNodeNs: cost(),
  messageNs: cost(),
  byteNs: cost(),
  latencyNs: cost(),
  epochNs: number(1, MAX_EPOCH_NS, { unit: 'nanoseconds' }),
});

const common = {
  game: choice(gameNames, { code: 'ERR_GAME' }),
  position: text(MAX_TEXT),
  processors: integer(1, MAX_PROCESSORS),
  hash: number(0, MAX_HASH_MB * MAX_PROCESSORS, { unit: 'MiB' }),
  profile: either([choice(profileNames), ownProfile]),
  seed: integer(0, Number.MAX_SAFE_INTEGER),
  faults: text(MAX_TEXT),
  /** The build that made the link. */
  build: text(60, /^[\w.+-]+$/),
} as const satisfies SchemaFields;

/** Of what happened, when the run has been made. */
const outcome = { digest: text(16, /^[0-9a-f]{16}$/) } as const satisfies SchemaFields;

const proofSettings = record(
  Object.fromEntries(
    Object.keys(PROOF_SETTINGS).map((name) => [name, number(0, MAX_SETTING)]),
  ) as Record<keyof typeof PROOF_SETTINGS, Schema<number>>,
);

const linkedRun = variants({
  search: record(
    {
      ...common,
      algorithm: choice(simulatedAlgorithms),
      depth: integer(1, MAX_DEPTH),
      table: choice(tableKinds),
    },
    {
      ...outcome,
      mode: choice(searchModes),
      selective: boolean(),
      limitMs: integer(1, Number.MAX_SAFE_INTEGER),
      horizon: integer(1, MAX_DEPTH),
      settings: object(),
      hierarchy: text(MAX_TEXT),
      flat: boolean(),
      linkTimes: record(
        { heartbeat: micros, silence: micros, resend: micros, acknowledge: micros },
        { roundTrip: micros },
      ),
    },
  ),
  proof: record(
    {
      ...common,
      algorithm: choice([DISTRIBUTED_SOLVER]),
      goal: choice(goals),
      side: integer(0, 1),
      settings: proofSettings,
      show: boolean(),
    },
    outcome,
  ),
});

/** A simulated run as a link holds it: all that decides it, and what came out if that is known. */
export type LinkedRun = ValueOf<typeof linkedRun>;
/** A simulated search as a link holds it. */
export type LinkedSearch = Extract<LinkedRun, { readonly type: 'search' }>;
/** A simulated proof as a link holds it. */
export type LinkedProof = Extract<LinkedRun, { readonly type: 'proof' }>;
/** Costs that no profile of the library has. */
export type LinkedProfile = ValueOf<typeof ownProfile>;

/**
 * The link of a run, below the address of a page that opens links; `''` makes a fragment alone, which `parseLink` reads
 * as well. Rejects with a PlyadesError when the run cannot be written as a link.
 */
export async function makeLink(base: string, run: LinkedRun): Promise<string> {
  const { hierarchy, ...rest } = run as LinkedSearch;
  // Addresses and comments of the file stay where it is.
  const tree = hierarchy && { hierarchy: makeHierarchy(unwrap(parseHierarchy(hierarchy))) };
  const packed = unwrap(await packText(JSON.stringify({ v: VERSION, ...rest, ...tree })));
  return `${base.replace(/#.*$/s, '')}${LINK_FRAGMENT}${packed}`;
}

/** Reads a link, an address or its fragment alone. */
export async function parseLink(link: string): Promise<Result<LinkedRun, InputError>> {
  if (link.length > MAX_LINK) return refused('ERR_TOO_LONG', `${link.length} characters`, link);
  const packed = PACKED_RUN.exec(link)?.[1]?.trim();
  if (packed === undefined)
    return refused('ERR_MISSING', `there is no ${LINK_FRAGMENT} in it`, link);
  const unpacked = await unpackText(packed);
  if (!unpacked.ok) return refused(unpacked.error.code, unpacked.error.message, link);
  const bytes = new TextEncoder().encode(unpacked.value);
  const parsed = parseJson(object(), bytes, MAX_UNPACKED, 'link');
  if (!parsed.ok) return refused('ERR_VALUE', makeRefusal(parsed.error), link);
  const { v, ...fields } = parsed.value;
  if (v !== VERSION) {
    const version = typeof v === 'number' ? String(v) : 'unknown';
    return refused('ERR_VALUE', `its version is ${version}: expected ${VERSION}`, link);
  }
  const run = parseValue(linkedRun, fields, 'link');
  if (!run.ok) return refused(run.error.code ?? 'ERR_VALUE', makeRefusal(run.error), link);
  return checkContents(run.value, link);
}

/** The texts of a run mean something, and its settings are those of its algorithm. */
function checkContents(run: LinkedRun, link: string): Result<LinkedRun, InputError> {
  try {
    unwrap(notationOf(run.game).parsePosition(run.position));
    unwrap(parseFaults(run.faults, run.processors));
    if (run.type === 'search') checkSearch(run);
    return ok(run);
  } catch (error) {
    if (!(error instanceof PlyadesError) || error.refused === undefined) throw error;
    return refused(error.refused.code, error.message, link);
  }
}

function checkSearch(run: LinkedSearch): void {
  const { algorithm, mode = 'exact', table, depth, settings, horizon, hierarchy } = run;
  const given = { ...settings, ...(horizon !== undefined && { horizon }) };
  checkSettings(findAlgorithm(algorithm), given, { host: 'simulation', mode, table, depth });
  if (hierarchy === undefined) return;
  const file = unwrap(parseHierarchy(hierarchy));
  // As makeLink writes it: without comments, and without the addresses of servers.
  if (hierarchy === makeHierarchy(file)) return;
  const message = 'its hierarchy has comments or addresses, which a link may not have';
  throw PlyadesError.refusing(inputError('ERR_VALUE', message, hierarchy));
}

function refused(code: InputErrorCode, why: string, link: string): Result<never, InputError> {
  return err(inputError(code, `${quote(link)} is no link to a run: ${why}`, link));
}
