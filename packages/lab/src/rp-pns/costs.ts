// What the steps of a proof-number search cost in the simulation. `paper`: its PNS evaluated 612 million
// nodes in 1,679 seconds, 2.7 microseconds each with all that belongs to it, its PN2 2,271 million in 6,735,
// and a spinlock of that time is some 100 ns; it has no df-pn, so a node of that counts as one of PNS.
// `measured`: fitted to the CPU time of PNS of this program on three endgames, on the machine of the README,
// where a node takes 90 to 125 ns with all that belongs to it; one of PN2 takes 67, one of df-pn, which looks
// into a large table, 340 (bench/loa/pns-threads.mjs); an atomic change of a word that another core has used
// is some 20 ns, and each is charged. With these costs two threads of RP-PNS are 1.65 times as fast as PNS;
// by the clock they were 1.09 to 1.66 times (bench/README.md). That a word is wanted by many cores at once costs
// nothing more here, unless it is a lock; nor does memory that both want at once.
import type { StepCosts } from 'plyades/internal/proof/index.js';
import type { ProfileName } from 'plyades/internal/sim/index.js';

/** `depthFirstNs` is a node of df-pn with all that belongs to it. */
export const stepCosts: Readonly<
  Record<ProfileName, StepCosts & { readonly depthFirstNs: number }>
> = {
  paper: {
    evaluateNs: 2500,
    secondNs: 2970,
    depthFirstNs: 2740,
    playNs: 300,
    childNs: 10,
    lockNs: 100,
    spinNs: 200,
  },
  measured: {
    evaluateNs: 53,
    secondNs: 67,
    depthFirstNs: 340,
    playNs: 40,
    childNs: 3,
    lockNs: 20,
    spinNs: 40,
  },
};
