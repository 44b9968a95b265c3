// A node of a synthetic tree and its children. The score of a position is the sum of the edges that lead to it, seen
// from the side to move, so the edge to a child is what the child's score, seen from here, adds.
import type { LoadedGame, Move, Position } from 'plyades';

export interface SyntheticChild {
  readonly move: Move;
  /** What the move is worth to the side that makes it. */
  readonly edge: number;
}

export interface SyntheticNode {
  /** Parameters of the tree, such as `b` and `seed`. */
  readonly tree: readonly (readonly [name: string, value: string])[];
  readonly ply: number;
  /** From the side to move. */
  readonly score: number;
  readonly children: readonly SyntheticChild[];
}

function fieldsOf(text: string): Map<string, string> {
  return new Map(
    text.split(/[ ,]/).map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=');
      return [name, value];
    }),
  );
}

const scoreOf = (fields: ReadonlyMap<string, string>): number => Number(fields.get('score') ?? 0);

export function syntheticNode(
  game: LoadedGame,
  position: Position,
  moves: readonly Move[] = game.legalMoves(position),
): SyntheticNode {
  const fields = fieldsOf(game.notation.makePosition(position));
  const score = scoreOf(fields);
  const children = moves.flatMap((move) => {
    const next = game.play(position, move);
    if (!next.ok) return [];
    const after = scoreOf(fieldsOf(game.notation.makePosition(next.value)));
    return [{ move, edge: -after - score }];
  });
  const tree = [...fields].filter(([name]) => !['path', 'ply', 'score'].includes(name));
  return { tree, ply: Number(fields.get('ply') ?? 0), score, children };
}
