// The checker: proofs pass, and whatever is changed in one is found. It is handed graphs that are wrong in
// one place, and files that are cut or have a byte changed.
import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeAll, loadGame, type Position, solve, verify } from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import { loadKernel } from '#dist/games/load.js';
import { openProofGame } from '#dist/hosts/proof/game.js';
import {
  makeProofFile,
  type Proof,
  type ProofNode,
  parseProofFile,
  Solver,
} from '#dist/proof/index.js';

afterAll(closeAll);

/** A proof of a win with some hundred nodes, and one of a draw, which goes round in no circles. */
const claims = [
  { game: 'tic-tac-toe', position: 'X---O---X O', goal: 'draw' },
  { game: 'tic-tac-toe', position: 'X-------- O', goal: 'win' },
  { game: 'chess', position: '8/8/8/8/8/6P1/6k1/4KR1R w K - 0 1', goal: 'win' },
  { game: 'checkers', position: 'B:WK28:BK14,K18', goal: 'win' },
] as const;

async function fileOf({ game, position, goal }: (typeof claims)[number]): Promise<Uint8Array> {
  const loaded = await loadGame(game);
  const at: Position = unwrap(loaded.parsePosition(position));
  const { proof } = await solve(at, { goal, proof: true, memory: 32 }).result;
  return proof!;
}

let files: Uint8Array[];
/** A proof whose nodes are at hand. */
interface Unpacked extends Proof {
  readonly graph: { readonly nodes: readonly ProofNode[] };
}

async function unpacked(file: Uint8Array): Promise<Unpacked> {
  const { header, graph } = unwrap(await parseProofFile(file));
  return { header, graph: { nodes: [...graph.nodes] } };
}

let proofs: Unpacked[];
beforeAll(async () => {
  files = await Promise.all(claims.map(fileOf));
  proofs = await Promise.all(files.map(unpacked));
});

/** The verdict on a proof with other nodes. */
async function judge({ header }: Proof, nodes: readonly ProofNode[]) {
  return verify(await makeProofFile(header, { nodes }));
}

describe('a proof', () => {
  test('as it was written is valid', async () => {
    for (const file of files) expect(await verify(file)).toMatchObject({ valid: true });
  });

  test('is the same after reading and writing', async () => {
    for (const [i, proof] of proofs.entries()) {
      expect(await makeProofFile(proof.header, proof.graph)).toEqual(files[i]);
    }
  });

  test('of a win refers to earlier nodes only', () => {
    const { graph } = proofs[3]!;
    graph.nodes.forEach((node, i) => {
      for (const each of targets(node)) expect(each).toBeLessThan(i + 1);
    });
  });
});

const targets = (node: ProofNode) => (node.kind === 'move' ? [node.to] : node.to);
const refers = (node: ProofNode, to: number) => targets(node).includes(to);
const renumbered = (node: ProofNode, place: (to: number) => number): ProofNode =>
  node.kind === 'move' ? { ...node, to: place(node.to) } : { ...node, to: node.to.map(place) };

describe('the checker finds', () => {
  const nodeWhere = (proof: Unpacked, fits: (node: ProofNode) => boolean) =>
    proof.graph.nodes.findLastIndex(fits);
  const replaced = (proof: Unpacked, at: number, node: ProofNode) =>
    proof.graph.nodes.map((old, i) => (i === at ? node : old));

  test('an answer that is missing', async () => {
    const proof = proofs[3]!;
    const at = nodeWhere(proof, (node) => node.kind === 'all' && node.to.length > 1);
    const node = proof.graph.nodes[at] as Extract<ProofNode, { kind: 'all' }>;
    const cut = { ...node, to: node.to.slice(0, -1) };
    const found = await judge(proof, replaced(proof, at, cut));
    expect(found).toMatchObject({ valid: false, hole: 'this move has no answer' });
    expect(found.line.length).toBeGreaterThan(0);
  });

  test('an illegal move', async () => {
    const proof = proofs[2]!;
    const at = nodeWhere(proof, (node) => node.kind === 'move');
    const node = proof.graph.nodes[at] as Extract<ProofNode, { kind: 'move' }>;
    const found = await judge(proof, replaced(proof, at, { ...node, move: 1 }));
    expect(found).toMatchObject({ valid: false, hole: 'the move is illegal' });
  });

  test('a line that comes back to itself', async () => {
    const proof = proofs[3]!;
    const root = proof.graph.nodes.length - 1;
    const at = nodeWhere(proof, (node) => node.kind === 'all' && node.to.some((to) => to > 0));
    const node = proof.graph.nodes[at] as Extract<ProofNode, { kind: 'all' }>;
    const back = { ...node, to: node.to.map((to) => (to > 0 ? root + 1 : to)) };
    expect(await judge(proof, replaced(proof, at, back))).toMatchObject({ valid: false });
  });

  test('a win that refers to a later node, though all positions are right', async () => {
    const { nodes } = proofs[3]!.graph;
    // The root's own number stays: two nodes before it change places, one of which refers to the other.
    const at = nodes.findIndex((_, i) => i < nodes.length - 2 && refers(nodes[i + 1]!, i + 1));
    const place = (to: number) => (to === at + 1 ? at + 2 : to === at + 2 ? at + 1 : to);
    const swapped = nodes.map((_, i) => renumbered(nodes[place(i + 1) - 1]!, place));
    const found = await judge(proofs[3]!, swapped);
    expect(found).toMatchObject({ valid: false, hole: expect.stringContaining('is not before') });
  });

  test('a claim that was turned round', async () => {
    for (const { header, graph } of proofs) {
      const result = header.result === 'proved' ? 'disproved' : 'proved';
      const file = await makeProofFile({ ...header, result }, graph);
      expect(await verify(file)).toMatchObject({ valid: false });
      const side = header.side === 0 ? 1 : 0;
      expect(await verify(await makeProofFile({ ...header, side }, graph))).toMatchObject({
        valid: false,
      });
    }
  });

  test('a win that comes after the draw for lack of progress', async () => {
    const { header, graph } = proofs[2]!;
    expect(header.position).toContain(' 0 1');
    const at = async (clock: number) => {
      const position = header.position.replace(' 0 1', ` ${clock} 90`);
      return verify(await makeProofFile({ ...header, position }, graph));
    };
    expect(await at(80)).toMatchObject({ valid: true });
    const hole = 'the game is drawn for lack of progress';
    expect(await at(99)).toMatchObject({ valid: false, hole });
  });

  test('a draw by giving check on and on', async () => {
    // What would hold if checks without end were a draw like others.
    const position = '8k/6R2/5L3/9/9/9/pg7/1N7/KL7 b - 1';
    const shogi = await loadGame('shogi');
    const { record } = unwrap(shogi.parsePosition(position));
    const options = {
      ...({ algorithm: 'dfpn', goal: 'draw', side: 0, numbers: 'mobility' } as const),
      ...{ memoryBytes: 32 << 20, nodes: 1_000_000, exponent: 0.75 },
    };
    const game = { kind: 'kernel', kernel: await loadKernel('shogi') } as const;
    const { kernel, board, keyed } = await openProofGame(game, Solver.bytes(options));
    const attackGoal = { attack: { attacker: 1, mobility: true }, turned: true };
    const solver = new Solver(kernel, board, record, attackGoal, options, keyed, { now: () => 0 });
    while (!solver.step());
    expect(solver.report.result).toBe('proved');
    const work = solver.explainer.proof('proved');
    let step = work.next();
    while (!step.done) step = work.next();
    const header = { game: 'shogi', position, goal: 'draw', side: 0, result: 'proved' } as const;
    expect(await verify(await makeProofFile(header, step.value))).toMatchObject({
      valid: false,
      hole: 'draw by giving check on and on is lost',
    });
    const { result } = await solve(unwrap(shogi.parsePosition(position)), { goal: 'draw' }).result;
    expect(result).toBe('disproved');
  });

  test('another position', async () => {
    const { header, graph } = proofs[2]!;
    const position = '8/8/8/8/8/6P1/6k1/4K2R w K - 0 1';
    expect(await verify(await makeProofFile({ ...header, position }, graph))).toMatchObject({
      valid: false,
    });
  });

  test('any change of a move or a reference, unless the proof is as good with it', async () => {
    const proof = proofs[2]!;
    const { nodes } = proof.graph;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(nodes.length - 1),
        fc.nat(5000),
        fc.boolean(),
        async (at, to, which) => {
          const node = nodes[at]!;
          const changed: ProofNode =
            node.kind === 'move'
              ? { ...node, [which ? 'move' : 'to']: to }
              : { ...node, to: node.to.map((old, i) => (i === to % node.to.length ? to : old)) };
          const found = await judge(proof, replaced(proof, at, changed));
          if (!found.valid) {
            expect(found.hole).toBeTruthy();
            return;
          }
          // A finished game stands for itself, whatever the proof refers to there.
          const old = node.kind === 'move' ? node.to : node.to[to % node.to.length];
          const isSame = JSON.stringify(changed) === JSON.stringify(node);
          expect(isSame || old === 0, `node ${at + 1} became ${JSON.stringify(changed)}`).toBe(
            true,
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a file', () => {
  test('that is cut anywhere is refused', async () => {
    for (const file of files) {
      for (const length of [0, 5, 16, 60, file.length >> 1, file.length - 1]) {
        await expect(verify(file.slice(0, length))).rejects.toMatchObject({ code: 'ERR_PROOF' });
      }
    }
  });

  test('with a changed byte is refused, or says something else that is judged', async () => {
    const file = files[3]!;
    const head = file.indexOf(10, file.indexOf(10) + 1);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: head + 1, max: file.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const changed = file.slice();
          changed[at] = changed[at]! ^ by;
          await expect(verify(changed)).rejects.toMatchObject({ code: 'ERR_PROOF' });
        },
      ),
      { numRuns: 100 },
    );
  });

  test('that unpacks to another size than it says is refused', async () => {
    const file = files[1]!;
    const first = file.indexOf(10) + 1;
    const second = file.indexOf(10, first);
    const header = JSON.parse(new TextDecoder().decode(file.slice(first, second)));
    for (const bytes of [10, header.bytes - 1, header.bytes + 1, 2 ** 40]) {
      const said = new TextEncoder().encode(JSON.stringify({ ...header, bytes }));
      const lie = Uint8Array.from([...file.slice(0, first), ...said, ...file.slice(second)]);
      await expect(verify(lie)).rejects.toMatchObject({ code: 'ERR_PROOF' });
    }
  });

  test('that would become too large is refused before it is unpacked', async () => {
    // Nodes of three bytes each, which pack to next to nothing; as many bytes in one node.
    for (const [nodes, bytes] of [
      [5_000_000, 15_000_000],
      [1, 2 ** 28 + 1],
    ] as const) {
      const packed = deflateRawSync(new Uint8Array(1000));
      const said = {
        ...proofs[0]!.header,
        nodes,
        bytes,
        sha256: createHash('sha256').update(packed).digest('hex'),
      };
      const head = new TextEncoder().encode(`plyades proof 1\n${JSON.stringify(said)}\n`);
      await expect(verify(Uint8Array.from([...head, ...packed]))).rejects.toMatchObject({
        code: 'ERR_PROOF',
        message: expect.stringContaining('more than'),
      });
    }
  });

  test('with a move that no kernel has is refused, not read as another', async () => {
    const { header, graph } = proofs[2]!;
    for (const beyond of [2 ** 32, 2 ** 40]) {
      const nodes = graph.nodes.map((node) =>
        node.kind === 'move' ? { ...node, move: node.move + beyond } : node,
      );
      await expect(verify(await makeProofFile(header, { nodes }))).rejects.toMatchObject({
        code: 'ERR_PROOF',
        message: expect.stringContaining('is beyond 4294967295'),
      });
    }
  });

  test('that is something else is refused', async () => {
    const text = new TextEncoder().encode('plyades proof 1\n{"game":1}\nx');
    await expect(verify(text)).rejects.toMatchObject({ code: 'ERR_PROOF' });
    await expect(verify(new Uint8Array(0))).rejects.toMatchObject({ code: 'ERR_PROOF' });
  });
});
