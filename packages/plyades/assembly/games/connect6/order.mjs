// The order of the points that decides between equals, computed when the kernel is built: the build takes
// this text for `order.ts`. Many points are worth the same, on an open board all near the centre, and
// those that are kept must not lie on one side. So the nearer to the centre of the board comes first, by the
// square of the distance; of points at one distance the one with the smaller point * 156 modulo 361. Of all
// factors, this one keeps the first n points of the order balanced best around the centre, for all n.
import { data } from '../../tables.mjs';

const points = Array.from({ length: 361 }, (_, point) => point);
const distance = (point) => ((point % 19) - 9) ** 2 + (Math.floor(point / 19) - 9) ** 2;
const scrambled = (point) => (point * 156) % 361;

export const order = points.toSorted(
  (a, b) => distance(a) - distance(b) || scrambled(a) - scrambled(b),
);

export default [
  data('POINTS_IN_ORDER', 'i16', order, 'The points, the first in the order first.'),
  data(
    'PLACES',
    'i16',
    points.map((point) => order.indexOf(point)),
    'The place of each point in the order, 0 .. 360.',
  ),
].join('\n');
