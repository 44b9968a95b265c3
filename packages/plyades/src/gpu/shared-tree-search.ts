// One tree, many searchers on the device (src/gpu/shaders/shared-tree-search.wgsl): the fastest way to a value with pruning.
// Where there is no device, or a line does not fit into a searcher's memory, the search goes on in rounds, which
// calculate on the processor what the device does not.
import { PlyadesError } from '../core/errors.js';
import type { Calculates } from './calculator.js';
import type { SharedTreeReply, SharedTreeRequest } from './shared-tree.js';
import { moveAttaining, searchTrees, type TreeSearchResult } from './tree-search.js';

/** Plies on the device when the search goes on in rounds. */
const PLIES = 2;
/** Entries of the table hold depths up to this, and lines of Connect6 are no longer. */
const DEEPEST: Readonly<Record<string, number>> = { connect6: 10, chess: 24 };

/** What a search of one tree on the device has found. */
export interface SharedTreeResult extends Omit<SharedTreeReply, 'value' | 'move'> {
  readonly value: number;
  /** Undefined when the game is over. */
  readonly move: number | undefined;
  /** The search in rounds, where there was no device or the device left the value open; with its plies per subtree. */
  readonly inRounds?: TreeSearchResult & { readonly plies: number };
}

/** Searches one tree with all lanes of the device. */
export async function searchSharedTree(
  calculator: Calculates,
  record: Uint8Array,
  asked: SharedTreeRequest,
): Promise<SharedTreeResult> {
  const { depth } = asked;
  const deepest = DEEPEST[calculator.shaders.id]!;
  if (!(Number.isInteger(depth) && depth >= 1 && depth <= deepest)) {
    throw new PlyadesError('ERR_LIMIT', `depth ${depth}: expected 1 to ${deepest}`);
  }
  for (const name of ['searchers', 'step', 'sharedFrom', 'nodesInRun', 'mostRuns'] as const) {
    const { [name]: given = 1 } = asked;
    if (!(Number.isInteger(given) && given >= 1)) {
      throw new PlyadesError('ERR_LIMIT', `${name} ${given}: expected a whole number from 1 on`);
    }
  }
  const began = performance.now();
  const { reference } = calculator;
  const moves = reference.moves(record);
  const answer = moves.length > 0 ? await calculator.sharedTree?.(record, asked) : undefined;
  if (answer?.value !== undefined) {
    const { value } = answer;
    const move = moves.includes(answer.move)
      ? answer.move
      : moveAttaining(reference, record, value, depth);
    return { ...answer, value, move, seconds: (performance.now() - began) / 1000 };
  }
  const { signal } = asked;
  const plies = Math.min(PLIES, depth);
  const found = await searchTrees(calculator, record, { depth, plies, ...(signal && { signal }) });
  return {
    ...NO_SEARCHERS,
    ...answer,
    value: found.value,
    move: found.move,
    nodes: found.nodes + (answer?.nodes ?? 0),
    inRounds: { ...found, plies },
    seconds: (performance.now() - began) / 1000,
  };
}

const NO_SEARCHERS = {
  runs: 0,
  searchers: 0,
  probes: 0,
  hits: 0,
  cuts: 0,
  left: 0,
  joined: 0,
  longestRun: 0,
  deviceSeconds: 0,
};
