// The sliders of the laboratory are logarithmic: a step multiplies. Numbers of processors keep the values that the
// papers used (16, 64, 1,536) within reach of the keyboard, and costs move in tenths of a power of ten around a profile.

export const LEAST_PROCESSORS = 2;
export const MOST_PROCESSORS = 1536;

/** Every number of processors that the slider can choose, in order: powers of two with two numbers between them. */
export const processorSteps: readonly number[] = (() => {
  const steps = new Set<number>();
  for (let power = LEAST_PROCESSORS; power <= MOST_PROCESSORS; power *= 2) {
    for (const factor of [1, 1.25, 1.5, 1.75]) {
      const step = power * factor;
      if (Number.isInteger(step) && step <= MOST_PROCESSORS) steps.add(step);
    }
  }
  return [...steps].sort((a, b) => a - b);
})();

/** The position on the slider that is nearest to a number of processors. */
export function sliderOf(processors: number): number {
  let best = 0;
  for (const [index, step] of processorSteps.entries()) {
    const nearer = Math.abs(step - processors) < Math.abs(processorSteps[best]! - processors);
    if (nearer) best = index;
  }
  return best;
}

export const processorsAt = (position: number): number =>
  processorSteps[Math.max(0, Math.min(processorSteps.length - 1, Math.round(position)))]!;

/** Steps of a cost: a tenth to a hundred times that of the profile. */
export const LEAST_COST_STEP = -10;
export const MOST_COST_STEP = 20;

/** What a cost is multiplied by; step 0 leaves it as the profile has it. */
export const costFactor = (step: number): number => 10 ** (step / 10);

/** Numbers of processors of a sweep: powers of two, then `most` itself. */
export function sweepSteps(most: number): readonly number[] {
  const steps: number[] = [];
  for (let processors = 1; processors < most; processors *= 2) steps.push(processors);
  return [...steps, most];
}
