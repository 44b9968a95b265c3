// The node in view as a parameter of the address: its moves from the root as numbers, `node=19.26`. The address comes
// from outside, so it is read with care; a path that the tree does not have is forgotten.
import { effect } from '@preact/signals';
import { route, setParameters } from '../shell/route.js';
import { NONE, ROOT } from './nodes.js';
import type { TreeScene } from './scene.js';

const PARAMETER = 'node';
/** Longer than any path to a node of a picture. */
const MOST_MOVES = 500;

/** Reads a path; undefined for what is none. */
export function parseNodePath(text: string): number[] | undefined {
  if (!/^\d{1,10}(?:\.\d{1,10})*$/.test(text)) return undefined;
  const moves = text.split('.').map(Number);
  return moves.length <= MOST_MOVES ? moves : undefined;
}

export const makeNodePath = (path: readonly number[]): string => path.join('.');

/** Shows the node that the address names as soon as the tree has it, then keeps the address up to date. */
export function followAddress(scene: TreeScene): () => void {
  let requested = parseNodePath(route.peek().parameters.get(PARAMETER) ?? '');
  return effect(() => {
    scene.viewVersion.value;
    // Before the first moment was shown no node is there.
    if (scene.figures.value === 0) return;
    const { nodes } = scene.model;
    if (requested !== undefined) {
      const node = nodes.follow(requested);
      const isHere = node !== NONE && scene.moment.isPresent(node);
      if (!isHere && !scene.log.complete) return;
      requested = undefined;
      if (isHere) {
        scene.select(node);
        scene.showNode(node);
        return;
      }
    }
    const { anchor } = scene.viewport;
    const text = anchor === ROOT ? undefined : makeNodePath(nodes.path(anchor));
    if (route.peek().parameters.get(PARAMETER) !== text) setParameters({ [PARAMETER]: text });
  });
}
