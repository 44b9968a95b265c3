// What the steps of a proof-number search cost in the simulation. `paper`: its PNS evaluated 612 million
// nodes in 1,679 seconds, 2.7 microseconds each with all that belongs to it, and a spinlock of that time is
// some 100 ns. `measured`: PNS of this program evaluates 3 to 4 million nodes of Lines of Action a second on
// the machine of the README; an uncontended lock is an atomic instruction and a store.
import type { StepCosts } from '../../proof/index.js';
import type { ProfileName } from '../../sim/index.js';

export const stepCosts: Readonly<Record<ProfileName, StepCosts>> = {
  paper: { evaluateNs: 2500, playNs: 300, childNs: 10, lockNs: 100, spinNs: 200 },
  measured: { evaluateNs: 240, playNs: 60, childNs: 2, lockNs: 20, spinNs: 50 },
};
