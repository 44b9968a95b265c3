// The value that an iteration is expected to have before anything of it is known: it scales the guesses of the first
// passes, and the first windows of workers lie around it. The thesis takes the value of the last iteration
// (section 5.2.1). Where values swing between odd and even depths, as in Othello, the last but one is nearer.

/** How the expected value is found. */
export const EXPECTATIONS = ['last', 'parity', 'nearer'] as const;
export type Expectation = (typeof EXPECTATIONS)[number];

/** The last four iterations decide which of the two predictions is nearer. */
const REMEMBERED = 4;

/** `values` are those of the finished iterations, the first one first; 0 when there is none. */
export function expectedValue(values: readonly number[], expectation: Expectation): number {
  const count = values.length;
  const last = values[count - 1] ?? 0;
  if (expectation === 'last' || count < 2) return last;
  const sameParity = values[count - 2]!;
  if (expectation === 'parity') return sameParity;
  let gain = 0;
  for (let i = Math.max(2, count - REMEMBERED); i < count; i++) {
    const value = values[i]!;
    gain += Math.abs(value - values[i - 1]!) - Math.abs(value - values[i - 2]!);
  }
  return gain > 0 ? sameParity : last;
}
