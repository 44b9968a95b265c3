// The proof that was open last, kept for a reload: the file as text, and the moves of the way through it.

export interface KeptProof {
  readonly name: string;
  /** The bytes of the file in base64. */
  readonly file: string;
  readonly moves: readonly number[];
}

/** Larger files would fill the storage of the page. */
const MAX_KEPT_BYTES = 300_000;
const MAX_KEPT_MOVES = 1000;

/** What is kept of a proof; undefined when its file is too large. */
export function makeKept(
  name: string,
  bytes: Uint8Array,
  moves: readonly number[],
): KeptProof | undefined {
  if (bytes.length > MAX_KEPT_BYTES) return undefined;
  let characters = '';
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return { name, file: btoa(characters), moves: moves.slice(0, MAX_KEPT_MOVES) };
}

/** The bytes of a kept file; undefined when it is none. */
export function keptBytes({ file }: KeptProof): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Whether a stored value is a kept proof. */
export function isKept(value: unknown): value is KeptProof {
  const kept = value as Partial<Record<keyof KeptProof, unknown>> | null;
  return (
    typeof kept === 'object' &&
    kept !== null &&
    typeof kept.name === 'string' &&
    typeof kept.file === 'string' &&
    kept.file.length <= 2 * MAX_KEPT_BYTES &&
    Array.isArray(kept.moves) &&
    kept.moves.length <= MAX_KEPT_MOVES &&
    kept.moves.every((move) => Number.isSafeInteger(move))
  );
}
