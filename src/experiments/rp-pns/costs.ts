// What the steps of a proof-number search cost in the simulation. `paper`: its PNS evaluated 612 million
// nodes in 1,679 seconds, 2.7 microseconds each with all that belongs to it, and a spinlock of that time is
// some 100 ns. `measured`: fitted to the CPU time of PNS of this program on three endgames, on the machine of
// the README, where a node takes 90 to 125 ns with all that belongs to it; an atomic change of a word that
// another core has used is some 20 ns. That such a word is wanted by many cores at once costs nothing more
// here, unless it is a lock.
import type { StepCosts } from '../../proof/index.js';
import type { ProfileName } from '../../sim/index.js';

export const stepCosts: Readonly<Record<ProfileName, StepCosts>> = {
  paper: { evaluateNs: 2500, playNs: 300, childNs: 10, lockNs: 100, spinNs: 200 },
  measured: { evaluateNs: 55, playNs: 40, childNs: 3, lockNs: 20, spinNs: 40 },
};
