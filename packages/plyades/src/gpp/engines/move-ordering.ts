// A quick look at a position: its moves in the order of our own search after one ply and the
// captures that follow. It costs some thousand nodes, so it is used only where no engine has reported a line.
import { openKernel } from '../../games/open.js';
import { Rules, Searcher } from '../../kernel/index.js';

export interface MoveOrdering {
  /** Legal moves of a record, the best first. */
  order(record: Uint8Array): readonly number[];
  /** Nodes searched so far. */
  readonly nodes: number;
}

const MAX_PLY = 64;
/** More than one ply and its captures ever take; a position that takes more keeps the value it has. */
const MOST_NODES = 5000;

export async function createMoveOrdering(game: string): Promise<MoveOrdering> {
  const kernel = await openKernel(game, ({ data }) => ({ capacity: 4 << 20, data }));
  const rules = new Rules(kernel);
  const searcher = new Searcher(kernel, MAX_PLY);
  let nodes = 0;
  const worth = (record: Uint8Array): number => {
    if (rules.over(record)) return rules.result(record);
    searcher.start(record, { maxDepth: 1, mode: 'play' });
    searcher.run(MOST_NODES);
    nodes += searcher.nodes;
    return searcher.found?.value ?? rules.evaluate(record);
  };
  return {
    get nodes() {
      return nodes;
    },
    order: (record) =>
      rules
        .moves(record)
        .map((move) => ({ move, value: -worth(rules.play(record, move)) }))
        .sort((a, b) => b.value - a.value)
        .map(({ move }) => move),
  };
}
