// A proof as data: nodes, of which the last one is the root. Where the side that proves something is to
// move, a node has one move; where the other side is, it has an answer to every move. Node 0 stands for
// every finished game. Nodes are written down in the order in which they were completed, so in the proof of
// a win each refers to earlier ones only, and no line of it can go round in a circle. The proof that a side
// is not beaten may go round in circles; its root is the last node all the same.

export type ProofNode =
  /** The prover's move, and the node it leads to. */
  | { readonly kind: 'move'; readonly move: number; readonly to: number }
  /** A node for each legal move of the other side, in the order of the rules. */
  | { readonly kind: 'all'; readonly to: readonly number[] }
  /**
   * In games of too many moves: nodes for some moves of the other side, and moves of the prover one of
   * which wins at once after any other.
   */
  | {
      readonly kind: 'named';
      readonly moves: readonly number[];
      readonly to: readonly number[];
      readonly threats: readonly number[];
    };

/** Node i of the proof is `nodes[i - 1]`; the root is the last. */
export interface ProofGraph {
  readonly nodes: readonly ProofNode[];
}

/** The node that stands for a finished game. */
export const END = 0;

const KINDS = ['move', 'all', 'named'] as const;

/** The graph as bytes: numbers of seven bits a byte, the last one below 128. */
export function encodeGraph({ nodes }: ProofGraph): Uint8Array {
  const out: number[] = [];
  const put = (number: number): void => {
    let rest = number;
    while (rest > 127) {
      out.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    out.push(rest);
  };
  const putAll = (numbers: readonly number[]) => {
    put(numbers.length);
    for (const each of numbers) put(each);
  };
  for (const node of nodes) {
    put(KINDS.indexOf(node.kind));
    switch (node.kind) {
      case 'move':
        put(node.move);
        put(node.to);
        break;
      case 'all':
        putAll(node.to);
        break;
      case 'named':
        putAll(node.moves);
        putAll(node.to);
        putAll(node.threats);
    }
  }
  return Uint8Array.from(out);
}

/** The graph of `count` nodes that the bytes hold; undefined when they do not. */
export function decodeGraph(bytes: Uint8Array, count: number): ProofGraph | undefined {
  let at = 0;
  let broken = false;
  const take = (): number => {
    let number = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      number += (byte & 127) * scale;
      if (byte < 128) return number;
    }
    broken = true;
    return 0;
  };
  const takeAll = (): number[] => {
    const length = take();
    const numbers: number[] = [];
    while (numbers.length < length && !broken) numbers.push(take());
    return numbers;
  };
  const nodes: ProofNode[] = [];
  while (nodes.length < count && !broken) {
    const kind = KINDS[take()];
    if (kind === 'move') nodes.push({ kind, move: take(), to: take() });
    else if (kind === 'all') nodes.push({ kind, to: takeAll() });
    else if (kind === 'named') {
      nodes.push({ kind, moves: takeAll(), to: takeAll(), threats: takeAll() });
    } else broken = true;
  }
  return broken || at !== bytes.length ? undefined : { nodes };
}
