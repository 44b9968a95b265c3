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

const read = new Map<string, readonly Endgame[]>();

/** All endgames of a million nodes and more, in the order of the file. */
export const endgames = () => endgamesOf('endgames.txt', 'endgame');

/** Endgames of at least 25 million nodes, which take one core seconds: for threads of a machine. */
export const largeEndgames = () => endgamesOf('large-endgames.txt', 'large endgame');

function endgamesOf(file: string, name: string): readonly Endgame[] {
  let all = read.get(file);
  if (all === undefined) {
    all = readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line, index) => endgameOf(line, `${name} ${index + 1}`));
    read.set(file, all);
  }
  return all;
}

function endgameOf(line: string, name: string): Endgame {
  const [position, result, nodes, memory] = line.split(' | ');
  return {
    name,
    position: position!,
    result: result === 'proved' ? 'proved' : 'disproved',
    nodes: Number(nodes),
    memory: Number(memory),
  };
}
