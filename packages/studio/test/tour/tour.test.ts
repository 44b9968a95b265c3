import type { Simulation } from 'plyades/sim';
import { expect, test } from 'vitest';
import { placeCard } from '../../src/tour/place.js';
import { lossWords, tourSteps } from '../../src/tour/steps.js';

const view = { width: 1280, height: 800 };
const card = { width: 360, height: 200 };

test('the tour has seven to nine short steps and ends with the waterfall', () => {
  expect(tourSteps.length).toBeGreaterThanOrEqual(7);
  expect(tourSteps.length).toBeLessThanOrEqual(9);
  expect(tourSteps.at(-1)).toMatchObject({ view: 'processors', target: 'waterfall' });
  for (const { text } of tourSteps) {
    const sentences = text(undefined).match(/[.?!:](?:\s|$)/g)?.length ?? 0;
    expect(sentences).toBeLessThanOrEqual(4);
    expect(text(undefined).length).toBeLessThan(260);
  }
});

test('the last step names the largest loss first', () => {
  const overheads = { search: 0.1, speculative: 0.2, parallelization: 0.05, master: 0.07 };
  const run = { processors: 16, speedup: 11.09, overheads } as unknown as Simulation;
  expect(lossWords(run)).toBe(
    'From 16 down to 11.1. Most of it went into positions that one processor would never have searched (30.0 % more work), then into the master, which searches nothing itself (7.0 %). That is why 16 processors are not 16 times as fast.',
  );
});

test.each([
  ['in the middle without a target', undefined],
  ['beside a narrow column', { left: 14, top: 60, width: 300, height: 700 }],
  ['beside a column at the right', { left: 900, top: 60, width: 370, height: 700 }],
  ['below a wide strip', { left: 14, top: 60, width: 1250, height: 200 }],
  ['above a wide strip', { left: 14, top: 500, width: 1250, height: 280 }],
  ['inside the window for a target that fills it', { left: 0, top: 0, width: 1280, height: 800 }],
])('the card stands %s', (_, target) => {
  const { left, top } = placeCard(target, card, view);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(left + card.width).toBeLessThanOrEqual(view.width);
  expect(top + card.height).toBeLessThanOrEqual(view.height);
  if (target === undefined || target.height === view.height) return;
  const apart =
    left >= target.left + target.width ||
    left + card.width <= target.left ||
    top >= target.top + target.height ||
    top + card.height <= target.top;
  expect(apart).toBe(true);
});
