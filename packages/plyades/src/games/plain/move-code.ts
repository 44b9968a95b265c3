// The identity of a move across positions, as an even 32-bit number: random games credit a move wherever it was played.
// Every thread must get the same number for the same content, so it is computed from the content alone. Two moves with
// the same number would share their credit, which only guides a search.

/** Of a number, a text, or a structure of both; even, so that a side fits beside it. */
export function moveCode(move: unknown): number {
  if (typeof move === 'number' && (move | 0) === move) return scramble(move) << 1;
  return hashOf(move) << 1;
}

const scramble = (word: number): number => Math.imul(word + 1, 0x9e3779b1);

function hashOf(value: unknown): number {
  switch (typeof value) {
    case 'number':
      return (value | 0) === value ? scramble(value) : hashText(String(value));
    case 'string':
      return hashText(value);
    case 'object':
      return value === null ? 0x2545f491 : hashObject(value);
    default:
      return hashText(String(value));
  }
}

function hashText(text: string): number {
  let hash = 0x61c88647 ^ text.length;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(((hash << 15) | (hash >>> 17)) ^ text.charCodeAt(i), 0x85ebca77);
  }
  return hash;
}

/** Maps and sets are hashed by their entries, other objects by their own properties. */
function hashObject(value: object): number {
  const parts = value instanceof Map || value instanceof Set ? [...value] : value;
  let hash = 0x7feb352d;
  for (const name in parts) {
    const part = hashOf((parts as Record<string, unknown>)[name]);
    const label = Array.isArray(parts) ? 0 : hashText(name);
    hash = Math.imul(((hash << 13) | (hash >>> 19)) ^ part ^ label, 0x9e3779b1);
  }
  return hash;
}
