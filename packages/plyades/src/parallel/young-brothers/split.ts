// Which node is split: the one nearest the root of the game, of all searches of a process, that the rule of
// the young brothers allows, where children are large enough to be worth giving away.
import type { Grains } from './grain.js';
import type { Job, Lease } from './job.js';
import type { Jobs } from './jobs.js';

/** The next child to give away, which nobody has yet; undefined when nothing can be split. */
export function split<P>(jobs: Jobs<P>, grains: Grains, reasonable: number): Lease<P> | undefined {
  let best: { readonly job: Job<P>; readonly ply: number } | undefined;
  for (const job of jobs.all) {
    if (job.search === jobs.reserve) continue;
    const minDepth = grains.of(job.search.depth).leastDepth + 1;
    const ply = job.search.candidate({ minDepth, reasonable });
    if (ply === undefined) continue;
    if (best === undefined || job.path.length + ply < best.job.path.length + best.ply) {
      best = { job, ply };
    }
  }
  const child = best?.job.search.split(best.ply);
  if (best === undefined || child === undefined) return undefined;
  const { ticket, path, depth, alpha, beta, sign, type, scout } = child;
  const part = { depth, alpha, beta, sign, type, scout };
  const whole = [...best.job.path, ...path];
  return { job: best.job, ticket, path: whole, part, thief: undefined, alpha, beta };
}
