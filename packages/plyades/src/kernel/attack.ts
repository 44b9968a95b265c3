// What proof-number searches of a kernel have in common: the goal, the numbers of a node, and records in memory whose
// fields lie where the kernel says.
import type { Kernel } from './kernel.js';

/** What is to be proved: that the attacker wins on the board. */
export interface Attack {
  /** 0 or 1. */
  readonly attacker: number;
  /** The attacker must give check with every move. */
  readonly checksOnly?: boolean;
  /** A repetition in which the defender alone gave check with every move is won for the attacker. */
  readonly perpetualLoses?: boolean;
  /** Initial numbers count moves; 1 and 1 if not. */
  readonly mobility?: boolean;
}

/** What is known of a node. */
export interface ProofNumbers {
  /** Proof and disproof number; one of them is 0 when the node is solved. */
  readonly pn: number;
  readonly dn: number;
}

/** Tells the prover or search at an address what to prove. */
export function setAttack({ exports }: Kernel, address: number, attack: Attack): void {
  const rules =
    (attack.checksOnly ? 1 : 0) | (attack.perpetualLoses ? 2 : 0) | (attack.mobility ? 4 : 0);
  exports.setGoal(address, attack.attacker, rules);
}

/** Fields of a record in a kernel's memory. */
export class RecordFields<Field extends string> {
  readonly #kernel: Kernel;
  readonly #address: number;
  readonly #offsets: ReadonlyMap<Field, number>;

  /** `writeOffsets` makes the kernel write an offset for each of the names, in their order. */
  constructor(
    kernel: Kernel,
    address: number,
    names: readonly Field[],
    writeOffsets: (out: number) => void,
  ) {
    const out = kernel.allocate(4 * names.length);
    writeOffsets(out);
    this.#kernel = kernel;
    this.#address = address;
    this.#offsets = new Map(names.map((name, i) => [name, kernel.u32[(out >>> 2) + i]!]));
  }

  /** Index of a field in arrays of 32-bit words. */
  word(field: Field): number {
    return (this.#address + this.#offsets.get(field)!) >>> 2;
  }

  /** An unsigned word. */
  read(field: Field): number {
    return this.#kernel.u32[this.word(field)]!;
  }

  /** A count of 64 bits. */
  count(field: Field): number {
    return this.#kernel.count(4 * this.word(field));
  }
}
