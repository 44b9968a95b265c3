// Distributed proofs of some endgames by their numbers in the file, simulated as by the experiment pns-dfpn/scaling,
// which begins with the hardest. One line for each number of processors. After `npm run build`.
import { unwrap } from 'plyades/internal/core/result.js';
import { notationOf } from 'plyades/internal/games/load.js';
import { simulateProof } from 'plyades/internal/sim/prove.js';
import { stepCosts } from '#dist/rp-pns/costs.js';
import { endgames } from '#dist/rp-pns/endgames.js';
import { options } from '../support/options.mjs';

const asked = options({ endgames: '14,17', processors: '16,64,256', hash: 256 });
const percent = (share) => `${(100 * share).toFixed(0)} %`;
for (const number of asked.endgames.split(',').map(Number)) {
  const root = unwrap(notationOf('loa').parsePosition(endgames()[number - 1].position));
  let sequential;
  for (const processors of asked.processors.split(',').map(Number)) {
    const run = await simulateProof(root, {
      processors,
      hash: asked.hash,
      profile: 'measured',
      nodeNs: stepCosts.measured.depthFirstNs,
      ...(sequential && { sequential }),
    });
    sequential = run.sequential;
    const figures = [`speedup ${run.speedup.toFixed(1)}`, `nodes +${percent(run.searchOverhead)}`];
    figures.push(`idle ${percent(run.idle)}`, `master busy ${percent(run.masterBusy)}`);
    const alone = `df-pn alone ${(sequential.nodes / 1e6).toFixed(1)} million nodes`;
    console.log(`endgame ${number}, ${processors}: ${figures.join(', ')}; ${alone}`);
    if (run.failure !== undefined) throw new Error(run.failure);
  }
}
