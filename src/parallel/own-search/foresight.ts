// What the next iteration is probably worth. Evaluations often favour the side that moved last: then values
// of even and odd depths differ, and the last but one says more than the last (section 5.2.1 has guesses
// scaled for that reason). Whichever would have foretold the finished iterations better is taken.

/** Finished iterations that are looked at. */
const LATEST = 6;

/** The value that is to be expected of an iteration, or undefined when none before it is known. */
export function foresee(
  values: ReadonlyMap<number, number>,
  iteration: number,
): number | undefined {
  const [last, lastButOne] = [values.get(iteration - 1), values.get(iteration - 2)];
  if (last === undefined || lastButOne === undefined) return last ?? lastButOne;
  const mistakes = (back: number) => {
    let sum = 0;
    for (let at = iteration - 1; at >= iteration - LATEST; at--) {
      const [value, foretold] = [values.get(at), values.get(at - back)];
      if (value !== undefined && foretold !== undefined) sum += Math.abs(value - foretold);
    }
    return sum;
  };
  return mistakes(2) < mistakes(1) ? lastButOne : last;
}
