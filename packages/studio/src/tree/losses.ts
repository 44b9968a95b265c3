// Where work was wasted at a moment: the highest nodes outside the predicted tree, by the work in and below
// them. In a tree of pieces alone, pieces that were given up.
import type { TreeMoment } from './moment.js';
import { ROOT } from './nodes.js';

/** At most `most` of them, the greatest effort first. */
export function greatestLosses(moment: TreeMoment, most: number): number[] {
  const { nodes } = moment.model;
  const { effort } = moment;
  const found: number[] = [];
  let least = 0;
  for (let node = ROOT + 1; node < nodes.count; node++) {
    const work = effort[node]!;
    if (work <= least || !moment.isPresent(node) || !moment.isOutside(node)) continue;
    if (moment.isOutside(nodes.parent[node]!)) continue;
    let place = found.length;
    while (place > 0 && effort[found[place - 1]!]! < work) place--;
    found.splice(place, 0, node);
    if (found.length > most) found.pop();
    if (found.length === most) least = effort[found.at(-1)!]!;
  }
  return found;
}
