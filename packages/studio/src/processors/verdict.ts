// Waterfalls and waits in plain sentences.
import { makeCount } from '../ui/format.js';
import { lossTexts, waitTexts } from './loss-texts.js';
import { type WaitCause, type Waits, waitCauses } from './waits.js';
import { greatestLosses, type Waterfall } from './waterfall.js';

/** Fewer processors than this are said to be none. */
export const NOTHING = 0.005;

/** A loss of fewer processors than this does not belong into a summary. */
const NOTABLE = 0.1;
/** Losses that a summary names. */
const NAMED = 3;

/** How fast the run was, and its greatest losses. */
export function sayVerdict(waterfall: Waterfall): string {
  const { processors, speedup } = waterfall;
  const found =
    speedup < 1
      ? `${makeCount(processors)} processors are slower than one, at ${speedup.toFixed(2)} of its speed`
      : `${makeCount(processors)} processors are ${speedup.toFixed(2)} times as fast as one`;
  const worst = greatestLosses(waterfall)
    .filter((loss) => loss.processors >= NOTABLE)
    .slice(0, NAMED)
    .map(
      ({ kind, processors }) => `${lossTexts[kind].name.toLowerCase()} (${processors.toFixed(1)})`,
    );
  if (worst.length === 0) return `${found}: that is as good as linear.`;
  const lost = (processors - speedup).toFixed(1);
  return `${found}: on average, ${lost} of them do not help. Most is lost to ${list(worst)}.`;
}

/** What was waited for, longest first. */
export const rankCauses = (waits: Waits): WaitCause[] =>
  waitCauses.filter((cause) => waits[cause] >= NOTHING).sort((a, b) => waits[b] - waits[a]);

/** How many processors waited for what. */
export function sayCauses(waits: Waits): string {
  const parts = rankCauses(waits).map(
    (cause) => `${waits[cause].toFixed(1)} ${waitTexts[cause].about}`,
  );
  return `On average they waited: ${list(parts)}.`;
}

/** `a, b and c` */
function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
