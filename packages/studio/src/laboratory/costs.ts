// Custom cost profiles: a profile of the library with its latency and the cost of a node multiplied. The name of a custom
// profile says what it was made from, so that the sliders find their places again when a link or a reload brings one.
import { type Costs, costsOf, type Profile, type ProfileName, profileNames } from 'plyades/sim';
import { costFactor, LEAST_COST_STEP, MOST_COST_STEP } from './scales.js';

/** A profile of the library and how far the sliders moved it. */
export interface CostChoice {
  readonly profile: ProfileName;
  /** Tenths of a power of ten. */
  readonly latencyStep: number;
  readonly nodeStep: number;
}

const NAME = /^(paper|measured) l(-?\d{1,2}) n(-?\d{1,2})$/;

/** The costs of a game under a choice. */
export function chosenCosts(choice: CostChoice, base: Profile, game: string, width: number): Costs {
  const { nodeNs, masterNodeNs, latencyNs, ...others } = costsOf(base, game, width);
  const node = costFactor(choice.nodeStep);
  return {
    ...others,
    // A game's costs hold for the kernel and the master alike.
    nodeNs: Math.max(1, nodeNs * node),
    masterNodeNs: masterNodeNs * node,
    latencyNs: latencyNs * costFactor(choice.latencyStep),
  };
}

/**
 * The profile of a choice: the name of one of the library where no slider was moved. An epoch keeps its share of the
 * latency, because packets are delivered at its multiples.
 */
export function profileOf(
  choice: CostChoice,
  base: Profile,
  game: string,
  width: number,
): string | Profile {
  const { profile, latencyStep, nodeStep } = choice;
  if (latencyStep === 0 && nodeStep === 0) return profile;
  const factor = (step: number) => Number(costFactor(step).toPrecision(3));
  return {
    name: `${profile} l${latencyStep} n${nodeStep}`,
    about: [`${profile}: latency times ${factor(latencyStep)}, nodes times ${factor(nodeStep)}`],
    games: {},
    other: chosenCosts(choice, base, game, width),
    epochNs: base.epochNs * costFactor(latencyStep),
  };
}

/** The choice behind a profile; undefined when it was not made by the sliders. */
export function choiceOf(profile: string | Profile): CostChoice | undefined {
  const name = typeof profile === 'string' ? profile : profile.name;
  const known = profileNames.find((each) => each === name);
  if (known !== undefined) return { profile: known, latencyStep: 0, nodeStep: 0 };
  const found = NAME.exec(name);
  if (found === null) return undefined;
  const [latencyStep, nodeStep] = [Number(found[2]), Number(found[3])];
  const inRange = (step: number) => step >= LEAST_COST_STEP && step <= MOST_COST_STEP;
  if (!inRange(latencyStep) || !inRange(nodeStep)) return undefined;
  return { profile: found[1] as ProfileName, latencyStep, nodeStep };
}
