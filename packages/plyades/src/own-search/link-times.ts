// When links of a program's processes on a cluster are due. Neither end of a link is ever lost by silence: a search of
// the program answers nothing until it is over, and the cluster's membership knows which workers are alive.
import { linkTimesOf } from '../hosts/nats/link-times.js';
import type { LinkTimes } from '../parallel/links.js';

const NEVER = 1e15;

export const ownLinkTimesOf = (size: number): LinkTimes => ({
  ...linkTimesOf(size),
  silence: NEVER,
});
