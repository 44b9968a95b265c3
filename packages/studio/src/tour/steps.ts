// The guided tour: what each step shows, and what it says of the run that the first step starts. A step names its place by
// a `data-tour` attribute; where a view does not have it, the step stands in the middle.
import type { Simulation } from 'plyades/sim';
import type { ViewName } from '../shell/route.js';
import { makePercent } from '../ui/format.js';

export interface TourStep {
  readonly view: ViewName;
  /** The value of `data-tour` on the element to look at. */
  readonly target: string | undefined;
  readonly title: string;
  /** One or two sentences; the result is undefined until the run has ended. */
  readonly text: (result: Simulation | undefined) => string;
  /** What happens when the step is reached: the run starts, plays from its beginning, or shows a moment of it. */
  readonly action?: 'start' | 'play' | { readonly seek: number };
}

const times = (speedup: number): string => speedup.toFixed(1);

export const tourSteps: readonly TourStep[] = [
  {
    view: 'laboratory',
    target: undefined,
    title: 'Sixteen processors, one search',
    text: () =>
      'In two minutes you see why 16 processors are not 16 times as fast as one. The search runs on a simulated machine in this tab, the same way every time.',
    action: 'start',
  },
  {
    view: 'laboratory',
    target: 'search',
    title: 'What is searched',
    text: () =>
      'A middle game of Othello, nine moves deep. A master predicts which positions matter and gives them to 15 workers.',
  },
  {
    view: 'laboratory',
    target: 'processes',
    title: 'The processors at work',
    text: () =>
      'Each square is a processor that searches, handles messages or waits; number 0 is the master. The run is being played: watch the squares change.',
    action: 'play',
  },
  {
    view: 'laboratory',
    target: 'result',
    title: 'The same value, sooner',
    text: (result) =>
      result === undefined
        ? 'The value must be that of the search on one processor. When the run has ended, you see here how much sooner it was found.'
        : `The value is the same as on one processor, as it must be, and was found ${times(result.speedup)} times as fast. Where did the other ${times(result.processors - result.speedup)} processors go?`,
  },
  {
    view: 'laboratory',
    target: 'processes',
    title: 'Break it',
    text: () =>
      'Click a square other than 0, and that processor crashes at this moment. The others search its pieces again, and the value stays the same. Try it, or go on.',
    action: { seek: 0.4 },
  },
  {
    view: 'tree',
    target: 'tree',
    title: "The master's tree",
    text: () =>
      'The wider a box, the more nodes were searched in it. Certain boxes are proved, believed ones rest on guesses, and the master gave up those that are left. Watch the tree grow.',
    action: 'play',
  },
  {
    view: 'processors',
    target: 'lanes',
    title: 'A lane for each processor',
    text: (result) =>
      result === undefined
        ? 'Time runs from left to right. Gaps are processors that wait for work or for a message.'
        : `Time runs from left to right. Gaps are waiting: workers were idle for ${makePercent(result.overheads.startIdle + result.overheads.otherIdle)} of their time.`,
  },
  {
    view: 'processors',
    target: 'waterfall',
    title: 'Where the speedup went',
    text: (result) => (result === undefined ? WATERFALL : lossWords(result)),
  },
];

const WATERFALL =
  'From 16 down to the real speedup: the master, positions that one processor would not have searched, and waiting.';

/** The largest loss, by the factors that the thesis multiplies. */
export function lossWords({ overheads, processors, speedup }: Simulation): string {
  const losses = [
    {
      share: overheads.search + overheads.speculative,
      words: 'positions that one processor would never have searched',
    },
    { share: overheads.parallelization, words: 'waiting, messages and the work of managing' },
    { share: overheads.master, words: 'the master, which searches nothing itself' },
  ].sort((a, b) => b.share - a.share);
  const [largest, second] = losses;
  return `From ${processors} down to ${times(speedup)}. Most of it went into ${largest!.words} (${makePercent(largest!.share)} more work), then into ${second!.words} (${makePercent(second!.share)}). That is why ${processors} processors are not ${processors} times as fast.`;
}
