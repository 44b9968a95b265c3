// The scale of UCI_Elo in chess. It is Plyades' own: level 1 is 1000 by definition, and a level lies as many points
// above the one below as its measured score says (packages/lab/results/levels). It says nothing about ratings of people.

/** The points of levels 1 to 9. */
const points = [1000, 1199, 1349, 1511, 1806, 2047, 2250, 2433, 2652] as const;

export const MIN_ELO: number = points[0];
export const MAX_ELO: number = points[points.length - 1]!;

/** The level of a number of points, which may lie between two levels. */
export function levelOfElo(elo: number): number {
  const above = points.findIndex((each) => each >= elo);
  if (above === 0) return 1;
  if (above < 0) return points.length;
  const [low, high] = [points[above - 1]!, points[above]!];
  return above + (elo - low) / (high - low);
}
