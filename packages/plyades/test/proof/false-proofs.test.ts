// Proofs that would be right if a rule of one game were not there, or if a reply were forgotten that no player
// would choose: a mate of shogi with a quiet move, a win of Connect6 that leaves replies without an answer, and
// threats that end the game without winning it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeAll, loadGame, type Position, solve, verify } from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import {
  makeProofFile,
  type ProofHeader,
  type ProofNode,
  parseProofFile,
} from '#dist/proof/index.js';
import { puzzles } from '../support/connect6-positions.js';
import { connect6Text } from '../support/connect6-rules.js';
import { openBench } from '../support/kernels.js';

afterAll(closeAll);

interface Unpacked {
  readonly header: ProofHeader;
  readonly nodes: readonly ProofNode[];
}

async function proofOf(position: Position): Promise<Unpacked> {
  const { proof } = await solve(position, { proof: true, memory: 64 }).result;
  const { header, graph } = unwrap(await parseProofFile(proof!));
  return { header, nodes: [...graph.nodes] };
}

const judge = async (header: ProofHeader, nodes: readonly ProofNode[]) =>
  verify(await makeProofFile(header, { nodes }));

describe('shogi', () => {
  // Won by a quiet move, after which mate cannot be stopped; not mate by checks alone.
  const BRINKMATE = '8k/9/9/5GS2/9/9/9/1K7/9 b G 1';

  test('a win with a quiet move is no mate', async () => {
    const position = unwrap((await loadGame('shogi')).parsePosition(BRINKMATE));
    expect((await solve(position, { goal: 'mate' }).result).result).toBe('disproved');
    const { header, nodes } = await proofOf(position);
    expect(await judge(header, nodes)).toMatchObject({ valid: true, goal: 'win' });
    expect(await judge({ ...header, goal: 'mate' }, nodes)).toMatchObject({
      valid: false,
      hole: 'the move gives no check',
    });
  });
});

describe('Connect6', () => {
  type Named = Extract<ProofNode, { kind: 'named' }>;
  let proof: Unpacked;
  beforeAll(async () => {
    const game = await loadGame('connect6');
    const { game: puzzle } = puzzles().find(({ turns, proved }) => turns === 2 && proved)!;
    proof = await proofOf(unwrap(game.parsePosition(connect6Text(puzzle))));
  });

  /** The verdict when every node with replies is changed so. */
  const changed = (change: (node: Named) => Named) =>
    judge(
      proof.header,
      proof.nodes.map((node) => (node.kind === 'named' ? change(node) : node)),
    );

  test('a proof names replies, and threats against all others', async () => {
    expect(await changed((node) => node)).toMatchObject({ valid: true });
    const named = proof.nodes.filter((node) => node.kind === 'named');
    expect(named.some(({ moves }) => moves.length > 0)).toBe(true);
    expect(named.some(({ threats }) => threats.length > 0)).toBe(true);
  });

  test('a reply that is not named needs a threat', async () => {
    const hole = 'this move has no answer';
    const none = await changed((node) => ({ ...node, moves: [], to: [] }));
    expect(none).toMatchObject({ valid: false, hole });
    expect(none.line.length).toBeGreaterThan(0);
    expect(await changed((node) => ({ ...node, threats: [] }))).toMatchObject({
      valid: false,
      hole,
    });
  });

  test('more replies or threats than a position has are a hole', async () => {
    const many = Array.from({ length: 100_000 }, (_, i) => i);
    const hole = 'more moves or threats are named than a position has';
    expect(await changed((node) => ({ ...node, threats: many }))).toMatchObject({ hole });
    expect(await changed((node) => ({ ...node, moves: many, to: many }))).toMatchObject({ hole });
  });

  test('any named reply that no threat answers is missed', async () => {
    const { header, nodes } = proof;
    const { rules, start } = await openBench('connect6', header.position);
    const root = nodes.at(-1) as Extract<ProofNode, { kind: 'move' }>;
    const after = rules.play(start, root.move);
    const node = nodes[root.to - 1] as Named;
    let missed = 0;
    for (const [i, move] of node.moves.entries()) {
      const without = (_: unknown, at: number) => at !== i;
      const less = { ...node, moves: node.moves.filter(without), to: node.to.filter(without) };
      const first = rules.unanswered(after, less.moves, node.threats);
      const found = await judge(
        header,
        nodes.map((each) => (each === node ? less : each)),
      );
      expect([move, found.valid]).toEqual([move, first === undefined]);
      if (first === undefined) continue;
      expect(first).toBe(move);
      missed++;
    }
    expect(missed).toBeGreaterThan(0);
  });

  test('a move that only fills the board is no threat', async () => {
    const { rules, start } = await openBench('connect6', nearlyFull());
    const open = [...holes].sort((a, b) => a - b);
    const pairs = open.flatMap((one, i) => open.slice(i + 1).map((two) => 512 * one + two));
    for (const reply of pairs) {
      expect(rules.legal(start, reply)).toBe(true);
      const next = rules.play(start, reply);
      const [last] = pairs.filter((pair) => rules.legal(next, pair));
      const end = rules.play(next, last!);
      expect([rules.over(end), rules.result(end)]).toEqual([true, 0]);
    }
    expect(rules.unanswered(start, [], pairs)).toBeDefined();
    expect(rules.unanswered(start, pairs, [])).toBeUndefined();
  });
});

/** Points that are left open; two of each colour in the pattern. */
const holes = [0, 9, 9 * 19 + 1, 9 * 19 + 12];

/** A board without six of one colour in any direction and with four points open: White, then Black fills it. */
function nearlyFull(): string {
  const stones: string[] = Array.from({ length: 361 }, (_, i) => {
    const [row, column] = [Math.floor(i / 19), i % 19];
    return (column + 2 * row) % 4 < 2 ? 'x' : 'o';
  });
  const at = (stone: string) => holes.filter((i) => stones[i] === stone).length;
  expect([at('x'), at('o')]).toEqual([2, 2]);
  for (const i of holes) stones[i] = '.';
  return connect6Text({ stones, side: 'o' } as Parameters<typeof connect6Text>[0]);
}
