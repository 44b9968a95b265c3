// The proof that is open, the way through it, and its verification in a worker.
import { effect, signal } from '@preact/signals';
import {
  type Goal,
  loadGame,
  type OpenedProof,
  openProof,
  type SolveProgress,
  solve,
  unwrap,
  type Verified,
} from 'plyades';
import { stored } from '../shell/stored.js';
import { notify, notifyError } from '../ui/notices.js';
import { isKept, type KeptProof, keptBytes, makeKept } from './kept.js';
import type { VerifyMessage } from './verify-worker.js';
import { beginWalk, playGiven, playOn, type Walk } from './walk.js';

export interface LoadedProof {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly opened: OpenedProof;
}

export const proof = signal<LoadedProof | undefined>(undefined);
export const walk = signal<Walk | undefined>(undefined);

const kept = stored<KeptProof | null>('proof', null, (value) => value === null || isKept(value));

/** Opens the proof that was open before the page was loaded, where it was left. */
export async function restoreProof(): Promise<void> {
  const before = kept.peek();
  const bytes = before === null ? undefined : keptBytes(before);
  if (before !== null && bytes !== undefined && proof.peek() === undefined) {
    try {
      const opened = await openProof(bytes);
      let way = beginWalk(opened);
      for (const move of before.moves) way = playOn(opened, way, move);
      proof.value = { name: before.name, bytes, opened };
      walk.value = way;
    } catch {
      // Kept by another build, or changed by someone: there is nothing to go on with.
      kept.value = null;
    }
  }
  keep();
}

let isKeeping = false;

/** Keeps what is open from now on. */
function keep(): void {
  if (isKeeping) return;
  isKeeping = true;
  effect(() => {
    const [loaded, way] = [proof.value, walk.value];
    const steps = way?.steps.slice(1, way.shown + 1) ?? [];
    const moves = steps.map(({ move }) => move!);
    kept.value = loaded === undefined ? null : (makeKept(loaded.name, loaded.bytes, moves) ?? null);
  });
}

export type Verification =
  | { readonly status: 'running'; readonly positions: number }
  | { readonly status: 'done'; readonly verified: Verified }
  | { readonly status: 'failed'; readonly message: string };
export const verification = signal<Verification | undefined>(undefined);

/** More than the library reads: larger files are refused before they are loaded. */
const MAX_FILE_BYTES = 2 ** 28 + 2 ** 20;

export async function openFile(file: File): Promise<void> {
  try {
    if (file.size > MAX_FILE_BYTES) {
      const size = `${Math.ceil(file.size / 2 ** 20)} MiB`;
      throw new Error(
        `${file.name} has ${size}: a proof has ${MAX_FILE_BYTES / 2 ** 20} MiB at most.`,
      );
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    await open(file.name, bytes);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    notify('bad', `${file.name} cannot be opened: ${message}`);
  }
}

async function open(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const opened = await openProof(bytes);
  cancelVerification();
  verification.value = undefined;
  proof.value = { name, bytes, opened };
  walk.value = playGiven(opened, beginWalk(opened));
}

export function closeProof(): void {
  cancelVerification();
  verification.value = undefined;
  proof.value = undefined;
  walk.value = undefined;
}

/** What the solver has done so far. */
export const solving = signal<SolveProgress | undefined>(undefined);
let solver: AbortController | undefined;

/** In milliseconds: longer ones are for the command line. */
const SOLVE_MS = 120_000;
const SOLVE_MEMORY_MB = 64;

export async function makeProof(game: string, text: string, goal: Goal): Promise<void> {
  solver?.abort();
  const abort = new AbortController();
  solver = abort;
  try {
    const loaded = await loadGame(game);
    const position = text === '' ? loaded.notation.start() : unwrap(loaded.parsePosition(text));
    solving.value = { nodes: 0, expanded: 0, memoryBytes: 0, pn: undefined, dn: undefined };
    const handle = solve(position, {
      goal,
      proof: true,
      memory: SOLVE_MEMORY_MB,
      ms: SOLVE_MS,
      signal: abort.signal,
    });
    for await (const progress of handle) if (solver === abort) solving.value = progress;
    const { result, reason, proof: file, proofError } = await handle.result;
    if (solver !== abort) return;
    if (file === undefined) notify('warning', whyNoProof(result, reason, proofError));
    else await open(`${game}-${goal}.proof`, new Uint8Array(file));
  } catch (error) {
    notifyError(error);
  } finally {
    if (solver === abort) solving.value = undefined;
  }
}

function whyNoProof(result: string, reason: string | undefined, error: string | undefined): string {
  if (result !== 'unknown') return `The position is ${result}, but there is no file: ${error}.`;
  const reasons: Readonly<Record<string, string>> = {
    aborted: 'The solver was stopped before it had an answer.',
    time: `The solver found no answer within ${SOLVE_MS / 60_000} minutes. Try 'plyades solve' in a terminal.`,
    memory: `The solver has used up its ${SOLVE_MEMORY_MB} MiB. Try 'plyades solve' in a terminal.`,
  };
  return reasons[reason ?? ''] ?? `The position is not solved: ${reason}.`;
}

export function stopSolving(): void {
  solver?.abort();
}

/** The build has it as an entry of its own (vite.config.ts); the development server compiles the source. */
const WORKER_FILE = import.meta.env.DEV ? 'src/proof/verify-worker.ts' : 'assets/verify-worker.js';
let worker: Worker | undefined;

/** Checks the file in a worker, so that the page stays quick. */
export function verifyProof(): void {
  const loaded = proof.peek();
  if (loaded === undefined) return;
  cancelVerification();
  verification.value = { status: 'running', positions: 0 };
  // Its name says where the library's files are.
  const url = new URL(WORKER_FILE, document.baseURI);
  const started = new Worker(url, { type: 'module', name: document.baseURI });
  worker = started;
  started.onmessage = ({ data }: MessageEvent<VerifyMessage>) => {
    if (worker !== started) return;
    verification.value = data;
    if (data.status !== 'running') endWorker();
  };
  started.onerror = (event) => {
    if (worker !== started) return;
    event.preventDefault();
    const message = event.message ?? 'the worker could not be loaded';
    verification.value = { status: 'failed', message };
    endWorker();
  };
  started.postMessage(loaded.bytes);
}

function endWorker(): void {
  worker?.terminate();
  worker = undefined;
}

export function cancelVerification(): void {
  endWorker();
  if (verification.peek()?.status === 'running') verification.value = undefined;
}
