// The endgames of Lines of Action, beside this file: positions of games that the engine played against
// itself, with what PNS found (tools/loa-endgames). The paper's own set is not to be had.
import { readFileSync } from 'node:fs';

export interface Endgame {
  readonly name: string;
  readonly position: string;
  readonly result: 'proved' | 'disproved';
  /** Nodes that PNS evaluated, and nodes in memory at most. */
  readonly nodes: number;
  readonly memory: number;
}

let all: readonly Endgame[] | undefined;

/** All endgames, in the order of the file. */
export function endgames(): readonly Endgame[] {
  all ??= readFileSync(new URL('../../data/endgames.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line, index) => {
      const [position, result, nodes, memory] = line.split(' | ');
      return {
        name: `endgame ${index + 1}`,
        position: position!,
        result: result === 'proved' ? 'proved' : 'disproved',
        nodes: Number(nodes),
        memory: Number(memory),
      };
    });
  return all;
}
