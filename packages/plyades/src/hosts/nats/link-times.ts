// When links of a job on a cluster are due. A master of a thousand workers would receive and send ten thousand heartbeats
// a second, although the host notices silent workers itself: heartbeats of large jobs are rarer. For any number of
// processes, two heartbeats fit into the shortest silence, since the ends of a site's links may count different processes.
import { LINK_TIMES, type LinkTimes } from '../../parallel/links.js';

/** Microseconds of a heartbeat for each process of a job. */
const HEARTBEAT_EACH = 500;
const LONGEST_HEARTBEAT = LINK_TIMES.silence / 2;
const HEARTBEATS_OF_SILENCE = 5;

/** For a job with this many processes. */
export function linkTimesOf(size: number): LinkTimes {
  const rare = Math.min(LONGEST_HEARTBEAT, size * HEARTBEAT_EACH);
  const heartbeat = Math.max(LINK_TIMES.heartbeat, rare);
  const silence = Math.max(LINK_TIMES.silence, HEARTBEATS_OF_SILENCE * heartbeat);
  return { ...LINK_TIMES, heartbeat, silence };
}
