// The lanes in a sentence, for those who do not see them.
import { makePercent, makeTime } from '../ui/format.js';
import type { LaneLog } from './lane-log.js';
import { laneStates, stateTexts } from './states.js';

export function sayLanes(log: LaneLog | undefined): string {
  if (log === undefined) return 'Lanes of a run that has not begun';
  const shares = log.shares({ from: 0, to: log.end });
  const parts = laneStates
    .map((state, code) => ({ state, share: shares[code]! }))
    .filter(({ share }) => share >= 0.0005)
    .map(({ state, share }) => `${stateTexts[state].name.toLowerCase()} ${makePercent(share)}`);
  return `Lanes of ${log.lanes.length} processes over ${makeTime(log.end)}: ${parts.join(', ')}`;
}
