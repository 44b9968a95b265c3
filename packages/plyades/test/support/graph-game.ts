// The game of assembly/testing/graph.ts, compiled for a test, and its oracle: every line is played to its end,
// and a repetition, perpetual check or the count of moves without progress is judged where it is met.
import { type Attack, Kernel, Rules } from '#dist/kernel/index.js';
import { compileKernel } from '../../scripts/compile-kernel.mjs';

/** `most` of a game without a count of moves. */
export const NO_COUNT = 255;

export interface GraphGame {
  readonly seed: number;
  /** A multiple of 4, at most 64. */
  readonly nodes: number;
  /** Plies without progress that are not yet a draw; NO_COUNT for no such rule. */
  readonly most: number;
}

export async function compileGraphGame(): Promise<WebAssembly.Module> {
  const bytes = await compileKernel('graph', { file: './testing/graph', type: 'Graph' });
  return WebAssembly.compile(bytes as unknown as BufferSource);
}

/** The position with the stone on a node. */
export function graphRecord({ seed, nodes, most }: GraphGame, node: number): Uint8Array {
  const record = new Uint8Array(8);
  new DataView(record.buffer).setUint32(0, seed, true);
  record.set([node, nodes, most, 0], 4);
  return record;
}

/** The same position with its count of moves at 0. */
export function withoutCount(record: Uint8Array): Uint8Array {
  const same = record.slice();
  same[7] = 0;
  return same;
}

/** The oracle for a kernel of the game. */
export function graphOracle(module: WebAssembly.Module) {
  const rules = new Rules(new Kernel(module, { capacity: 1 << 20 }));
  const node = (record: Uint8Array) => record[4]!;

  /** Whether the attacker wins on a line from `path`'s last position on. */
  function wins(path: readonly Uint8Array[], attack: Attack): boolean {
    const here = path.at(-1)!;
    const { attacker, perpetualLoses = false } = attack;
    const own = rules.turn(here) === attacker;
    if (rules.over(here)) return (own ? 1 : -1) * rules.result(here) > 0;
    if (rules.pliesToDraw(here) === 0) return false;
    const before = path.slice(0, -1).findLastIndex((earlier) => node(earlier) === node(here));
    if (before >= 0) {
      if (!perpetualLoses) return false;
      const circle = path.slice(before + 1);
      const alwaysChecked = (side: number) =>
        circle.every((each) => rules.turn(each) !== side || rules.checked(each));
      return alwaysChecked(attacker) && !alwaysChecked(1 - attacker);
    }
    const children = rules.moves(here).map((move) => rules.play(here, move));
    const winning = (child: Uint8Array) => wins([...path, child], attack);
    return own ? children.some(winning) : children.every(winning);
  }

  return {
    isOver: (record: Uint8Array) => rules.over(record),
    wins: (record: Uint8Array, attack: Attack) => wins([record], attack),
  };
}
