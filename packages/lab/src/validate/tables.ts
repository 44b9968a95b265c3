// The tables of `lab/validate`, for its report and for the documents: predicted (simulated) figures beside real ones.
import type { TableOfFigures } from '../experiment.js';
import type { Estimate } from '../statistics.js';
import { isDisturbed, MOST_SPREAD, type ValidatedSearch } from './compare.js';
import {
  CLEARLY,
  type ComparedFigure,
  errorOf,
  errorsOf,
  groupsOf,
  inOrder,
  type SearchGroup,
  speedupOf,
  TARGETS,
  targetFigures,
} from './errors.js';

/** Such as `+3.1 %`. */
export const signed = (share: number): string =>
  `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)} %`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const whole = (value: number): string => Math.round(value).toLocaleString('en');

const PLACE = ['round', 'machine', 'host', 'workers'];
const placeOf = ({ round, machine, host, workers }: ValidatedSearch): string[] => [
  ...[String(round), machine, host, String(workers)],
];

const sizeOf = ({ searches, disturbed }: SearchGroup): string =>
  `${searches.length}${disturbed ? ', disturbed' : ''}`;

const withInterval = ({ mean, low, high, count }: Estimate): string =>
  count > 1 ? `${mean.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})` : mean.toFixed(2);

/** Means over positions, a line for each algorithm. */
export function summaryTable(compared: readonly ValidatedSearch[]): TableOfFigures {
  const cells = (group: SearchGroup): string[] => {
    const errors = (figure: ComparedFigure) => errorsOf(group.searches, figure);
    const [speedup, nodes, messages] = [errors('speedup')!, errors('nodes'), errors('messages')];
    return [
      ...[...placeOf(group.first), group.first.algorithm, sizeOf(group)],
      withInterval(speedupOf(group.searches, 'real')),
      speedupOf(group.searches, 'predicted').mean.toFixed(2),
      ...[signed(speedup.mean), percent(speedup.absolute), signed(speedup.largest)],
      ...[nodes, messages].flatMap((each) =>
        each === undefined ? ['', ''] : [signed(each.mean), signed(each.largest)],
      ),
    ];
  };
  return {
    title: 'Speedups measured and predicted (simulated), and errors of the predictions',
    head: [
      ...[...PLACE, 'algorithm', 'positions'],
      ...['speedup measured (95 %)', 'predicted (simulated)'],
      ...['error: mean', 'mean absolute error', 'largest error'],
      ...['nodes: mean error', 'nodes: largest error'],
      ...['messages: mean error', 'messages: largest error'],
    ],
    rows: groupsOf(compared, true).map(cells),
  };
}

/** All algorithms together against the targets. */
export function targetTable(compared: readonly ValidatedSearch[]): TableOfFigures {
  const judged = (text: string, isMet: boolean) => `${text}, ${isMet ? 'met' : 'missed'}`;
  const cells = (group: SearchGroup): string[] => {
    const { within, speedup, messages, pairs, rightPairs } = targetFigures(group.searches);
    const all = group.searches.length;
    return [
      ...[...placeOf(group.first), sizeOf(group)],
      judged(`${within} of ${all}`, within === all),
      judged(percent(speedup), speedup <= TARGETS.speedup),
      messages === undefined ? '' : judged(percent(messages), messages <= TARGETS.messages),
      `${rightPairs} of ${pairs}`,
    ];
  };
  const most = (share: number) => `${Math.round(100 * share)} %`;
  return {
    title: 'Predictions (simulated) against their targets',
    head: [
      ...[...PLACE, 'searches', `speedup within ${most(TARGETS.each)} (target: all)`],
      `mean absolute error of speedup (target: ${most(TARGETS.speedup)})`,
      `of messages (target: ${most(TARGETS.messages)})`,
      'faster of two algorithms predicted',
    ],
    rows: groupsOf(compared, false).map(cells),
  };
}

/** Every search. */
export function searchTable(compared: readonly ValidatedSearch[]): TableOfFigures {
  const cells = (each: ValidatedSearch): string[] => {
    const { predicted, real, speedups } = each;
    return [
      ...[...placeOf(each), each.algorithm, `${each.game} ${each.position}`, String(each.depth)],
      ...[predicted.speedup.toFixed(2), real.speedup.toFixed(2)],
      `${Math.min(...speedups).toFixed(2)} to ${Math.max(...speedups).toFixed(2)}`,
      signed(errorOf(each, 'speedup')),
      ...(['nodes', 'messages'] as const).flatMap((figure) => [
        ...[whole(predicted[figure]), whole(real[figure])],
      ]),
      ...[predicted.idle, real.idle].map((share) => `${(100 * share).toFixed(0)} %`),
      `${each.sequentialSpread.toFixed(2)}${isDisturbed(each) ? ', disturbed' : ''}`,
    ];
  };
  return {
    title: 'Each search, predicted (simulated) and measured',
    head: [
      ...[...PLACE, 'algorithm', 'position', 'plies'],
      ...['speedup predicted', 'speedup measured', 'lowest to highest', 'error'],
      ...['nodes predicted', 'nodes measured', 'messages predicted', 'messages measured'],
      ...['idle predicted', 'idle measured', 'sequential: longest over shortest'],
    ],
    rows: inOrder(compared).map(cells),
  };
}

/** How the tables are to be read. */
export const NOTES = {
  errors: 'Predicted figures are simulated. An error is predicted over measured, less 1.',
  means: 'Speedups are geometric means over positions, with bootstrap intervals.',
  pairs: `Pairs of algorithms count where one was measured more than ${CLEARLY} times as fast as the other on a position.`,
  disturbed: `A search is disturbed, and counted apart, when a sequential search beside it took more than ${MOST_SPREAD} times as long as the shortest one of the same position in the same round on that machine.`,
  steady: 'Disturbed searches are left out.',
} as const;
