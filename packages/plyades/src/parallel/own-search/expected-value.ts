// The expected value of the next iteration. Evaluations often favour the side that moved last: then values
// of even and odd depths differ, and the last but one says more than the last (section 5.2.1 has guesses
// scaled for that reason). The one that would have predicted the finished iterations better is taken.

/** Finished iterations that are looked at. */
const LATEST = 6;

/** The value that is to be expected of an iteration, or undefined when none before it is known. */
export function expectedValue(
  values: ReadonlyMap<number, number>,
  iteration: number,
): number | undefined {
  const [last, lastButOne] = [values.get(iteration - 1), values.get(iteration - 2)];
  if (last === undefined || lastButOne === undefined) return last ?? lastButOne;
  // By how much the last one would have been wrong so far, and the last but one, where both were known.
  let mistakes = 0;
  let mistakesByTwo = 0;
  for (let at = iteration - 1; at >= iteration - LATEST; at--) {
    const [value, before, twoBefore] = [values.get(at), values.get(at - 1), values.get(at - 2)];
    if (value === undefined || before === undefined || twoBefore === undefined) continue;
    mistakes += Math.abs(value - before);
    mistakesByTwo += Math.abs(value - twoBefore);
  }
  return mistakesByTwo < mistakes ? lastButOne : last;
}
