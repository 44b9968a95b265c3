// Even steps from measured ones: the scores between neighbours are distances on a scale, and the constants of a level
// are those of the place at which the whole scale is divided evenly.
import { profileOf, strengthOf } from 'plyades/internal/levels/index.js';

/** Levels with constants. */
const LAST = 9;
/** A score of 0 or 1 says no distance. */
const LEAST = 0.02;

const pointsOf = (score) => {
  const inside = Math.min(1 - LEAST, Math.max(LEAST, score));
  return 400 * Math.log10(inside / (1 - inside));
};

/** Constants with even steps for a game, and the score that each step would have; undefined when a step is missing. */
export function evenSteps(game, profileName, rows) {
  const distances = [];
  for (let level = 2; level <= LAST; level++) {
    const row = rows.findLast(
      (each) => each.game === game && each.level === level && each.against === level - 1,
    );
    if (row === undefined) return undefined;
    // A lower level that wins more is an accident of few games.
    distances.push(Math.max(1, pointsOf(row.score)));
  }
  const heights = [0];
  for (const distance of distances) heights.push(heights.at(-1) + distance);
  const step = heights.at(-1) / distances.length;
  const places = heights.map((_, i) => placeOf(heights, i * step));
  const { unit = 1 } = profileOf(profileName);
  const strengths = places.map((place) => strengthOf(profileOf(profileName), place, 1));
  return {
    game,
    score: Number((1 / (1 + 10 ** (-step / 400))).toFixed(3)),
    points: heights.map((height) => Math.round(1000 + height)),
    nodes: strengths.map(({ nodes }) => nodes),
    temperature: strengths.map(({ temperature }) => Number((temperature / unit).toFixed(3))),
  };
}

/** The level, which may lie between two, of a height. */
function placeOf(heights, height) {
  const above = Math.max(
    1,
    heights.findIndex((each) => each >= height - 1e-9),
  );
  const [low, high] = [heights[above - 1], heights[above]];
  return above + (height - low) / (high - low);
}
