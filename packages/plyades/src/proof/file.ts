// The file of a proof: a line that says what it is, a line of JSON that says what is proved, and the graph,
// compressed. The sum over the graph finds files that were cut or damaged on the way; whether a file proves
// what it says, only the checker finds.
import { type InputError, inputError, PlyadesError, quote } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
import { type Goal, goals, type ProofVerdict } from './goal.js';
import {
  decodeGraph,
  encodeGraph,
  MAX_PROOF_BYTES,
  MAX_PROOF_NODES,
  type ProofGraph,
} from './graph.js';

const MAGIC = 'plyades proof 1';
const MAX_HEADER = 200_000;

/** Most bytes of a file: a graph that does not compress, and its header. */
export const MAX_PROOF_FILE_BYTES = MAX_PROOF_BYTES + 2 ** 20;

/** The claim of a file. */
export interface ProofHeader {
  readonly game: string;
  /** In the notation of the game. */
  readonly position: string;
  readonly goal: Goal;
  readonly side: 0 | 1;
  readonly result: Exclude<ProofVerdict, 'unknown'>;
  /** Nodes of the graph, its bytes before compression, and the SHA-256 of what they are packed to. */
  readonly nodes: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Proof {
  readonly header: ProofHeader;
  readonly graph: ProofGraph;
}

/** The bytes of a file; ERR_UNWRITTEN when it would be too large to be read. */
export async function makeProofFile(
  what: Pick<ProofHeader, 'game' | 'position' | 'goal' | 'side' | 'result'>,
  graph: ProofGraph,
): Promise<Uint8Array> {
  const body = encodeGraph(graph);
  const large = tooLarge(graph.nodes.length, body.length);
  if (large !== undefined) throw new PlyadesError('ERR_UNWRITTEN', large);
  const packed = await through(new CompressionStream('deflate-raw'), body);
  const { game, position, goal, side, result } = what;
  const header: ProofHeader = {
    game,
    position,
    goal,
    side,
    result,
    nodes: graph.nodes.length,
    bytes: body.length,
    sha256: await sha256(packed),
  };
  const head = new TextEncoder().encode(`${MAGIC}\n${JSON.stringify(header)}\n`);
  const file = new Uint8Array(head.length + packed.length);
  file.set(head);
  file.set(packed, head.length);
  return file;
}

/** Reads a file; ERR_PROOF when it is none, or is cut or damaged. */
export async function parseProofFile(file: Uint8Array): Promise<Result<Proof, InputError>> {
  const refuse = (why: string) => err(inputError('ERR_PROOF', why, ''));
  const first = file.indexOf(10);
  const start = new TextDecoder().decode(file.subarray(0, Math.min(Math.max(first, 0), 40)));
  if (start !== MAGIC) {
    return refuse(`this is no proof: expected ${quote(MAGIC)} in the first line`);
  }
  const second = file.indexOf(10, first + 1);
  if (second < 0 || second > MAX_HEADER) return refuse('the file ends before its header does');
  const header = readHeader(new TextDecoder().decode(file.subarray(first + 1, second)));
  if (header === undefined) return refuse('the second line does not say what is proved');
  const packed = file.subarray(second + 1);
  if ((await sha256(packed)) !== header.sha256) {
    return refuse('the file is cut or damaged: its sum is another');
  }
  // Before unpacking: a small file may say that it becomes a large one, and be right.
  const large = tooLarge(header.nodes, header.bytes);
  if (large !== undefined) return refuse(large);
  const unpacking = through(new DecompressionStream('deflate-raw'), packed, header.bytes);
  const body = await unpacking.catch(() => undefined);
  if (body === undefined || body.length !== header.bytes) {
    return refuse('the proof cannot be unpacked');
  }
  const graph = decodeGraph(body, header.nodes);
  if (!graph.ok) return refuse(`the proof does not have the nodes that it says: ${graph.error}`);
  return ok({ header, graph: graph.value });
}

function tooLarge(nodes: number, bytes: number): string | undefined {
  if (nodes > MAX_PROOF_NODES) return `it has more than ${MAX_PROOF_NODES} positions`;
  return bytes > MAX_PROOF_BYTES ? `it has more than ${MAX_PROOF_BYTES} bytes` : undefined;
}

function readHeader(text: string): ProofHeader | undefined {
  let header: Partial<Record<keyof ProofHeader, unknown>>;
  try {
    header = JSON.parse(text);
  } catch {
    return undefined;
  }
  const whole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  const fits =
    typeof header === 'object' &&
    header !== null &&
    typeof header.game === 'string' &&
    typeof header.position === 'string' &&
    goals.includes(header.goal as Goal) &&
    (header.side === 0 || header.side === 1) &&
    (header.result === 'proved' || header.result === 'disproved') &&
    whole(header.nodes) &&
    whole(header.bytes) &&
    typeof header.sha256 === 'string';
  return fits ? (header as unknown as ProofHeader) : undefined;
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', unshared(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same bytes; copied only if they lie in shared memory, which streams and digests do not take. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);
}

/** The output of a stream for these bytes. Throws as soon as it is more than `most`. */
async function through(
  stream: GenericTransformStream,
  bytes: Uint8Array,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = new Blob([unshared(bytes)])
    .stream()
    .pipeThrough(stream)
    .getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    length += next.value.length;
    if (length <= most) continue;
    await reader.cancel();
    throw new RangeError(`more than ${most} bytes come out`);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
