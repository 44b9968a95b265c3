// Where the card of a tour's step stands: beside what it speaks of, inside the window, never over it where there is
// space elsewhere.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 14;

/** The corner of a card of this size. Without a target it stands in the middle. */
export function placeCard(
  target: Box | undefined,
  card: Pick<Box, 'width' | 'height'>,
  view: Pick<Box, 'width' | 'height'>,
): Pick<Box, 'left' | 'top'> {
  const fit = (at: number, size: number, all: number) =>
    Math.max(GAP, Math.min(at, all - size - GAP));
  if (target === undefined) {
    const middle = (size: number, all: number) => fit((all - size) / 2, size, all);
    return { left: middle(card.width, view.width), top: middle(card.height, view.height) };
  }
  const right = target.left + target.width + GAP;
  const below = target.top + target.height + GAP;
  const beside = fit(target.top, card.height, view.height);
  if (right + card.width + GAP <= view.width) return { left: right, top: beside };
  const leftOf = target.left - GAP - card.width;
  if (leftOf >= GAP) return { left: leftOf, top: beside };
  const over = fit(target.left + (target.width - card.width) / 2, card.width, view.width);
  if (below + card.height + GAP <= view.height) return { left: over, top: below };
  const above = target.top - GAP - card.height;
  if (above >= GAP) return { left: over, top: above };
  // No side has space: the corner hides least.
  return {
    left: fit(view.width, card.width, view.width),
    top: fit(view.height, card.height, view.height),
  };
}
