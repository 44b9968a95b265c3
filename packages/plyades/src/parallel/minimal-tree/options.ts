// The settings of the search with predicted minimal trees: the choices that the paper compares,
// and what goes past it. docs/minimal-tree.md says what each is worth.

import type { SettingsUse } from '../../core/algorithm.js';
import { boolean, choice, either, integer, record, type ValueOf } from '../../core/schema.js';
import { INFINITE } from '../../core/score.js';

import { usualSettings } from '../settings.js';

export const settings = record(
  {},
  {
    horizon: integer(1, 256, {
      flag: true,
      unit: 'plies',
      help: "depth of the master's tree, d', below that of the search; chosen by its width if not given",
    }),
    updates: boolean({
      default: true,
      flag: true,
      help: 'workers report what they find at every depth, not only at the last one',
    }),
    negascout: boolean({
      default: true,
      help: 'the master tests all but the most promising child with a null window',
    }),
    epsilon: either([choice(['auto', 'off']), integer(0, INFINITE)], {
      default: 'auto',
      flag: true,
      help: 'widen the windows of a pass for the workers; auto follows how far the root still moves',
    }),
    estimateWindows: boolean({
      default: false,
      help: 'windows of a pass that are no null windows are widened and given out, too',
    }),
    steady: boolean({
      default: true,
      help: 'among children that would cut the one that is known deepest comes first, not the best',
    }),
    presort: integer(0, 256, {
      help: 'children that the master evaluates for their order; 3, or all where there are few processes',
    }),
    delegate: either([choice(['off']), integer(0, 2 ** 31)], {
      help: 'nodes that a pass makes before it asks workers to make more; 20 in trees of bounded width with more than 16 processes, else off',
    }),
    persist: boolean({
      default: true,
      help: 'a search is given up only when its position is not wanted any more, not for a better one',
    }),
    textbook: boolean({
      default: false,
      help: 'workers search by alpha-beta with internal deepening (figure 1), not by our best search',
    }),
    split: boolean({ default: true, help: 'idle workers search parts of what takes others long' }),
    handOver: boolean({
      default: false,
      help: 'a part comes with what the table of its owner has of it; with local tables',
    }),
    sharing: integer(0, 256, {
      help: 'on a ring: entries up to this many plies below a position are shared; those worth most if not given',
    }),
    incremental: boolean({
      default: true,
      help: 'passes leave out what would come to the same as in the last one',
    }),
    resend: boolean({
      default: false,
      help: "every pass sends all its tasks again, as the paper's does",
    }),
    deepening: boolean({
      help: 'takes all depths in turn and reports each; if not given, where a clock or a person may end it early',
    }),
  },
);

export type MinimalTreeOptions = ValueOf<typeof settings>;

type Optional = 'horizon' | 'deepening' | 'sharing';

export type MinimalTreeSettings = Required<Omit<MinimalTreeOptions, Optional>> &
  Pick<MinimalTreeOptions, Optional>;

/** The rules of the paper's first experiments (section 4). */
export const PAPER: MinimalTreeOptions = {
  updates: true,
  negascout: false,
  epsilon: 'off',
  estimateWindows: false,
  steady: false,
  presort: 0,
  delegate: 'off',
  persist: false,
  textbook: true,
  split: false,
  handOver: false,
  incremental: false,
  resend: true,
};

/** Up to this many processes the master has the time to expand all nodes, and to evaluate all children for their order. */
const FEW = 16;

/**
 * Nodes that a pass makes before it asks workers, whose answers take a while: with none and with 40 shogi on 128
 * processors is slower by a tenth, and synthetic trees, whose nodes cost less, by a third.
 */
const OWN_NODES = 20;

/**
 * The settings of a search by this many processes. In trees of bounded width the rules score all moves of a node to
 * keep some, so that it costs many visits; elsewhere it costs about as much as what a worker says of it, and chess on
 * 32 processors takes four times as long when workers expand nodes.
 */
export const completeOptions = (
  options: MinimalTreeOptions,
  processes = FEW,
  isBounded = false,
): MinimalTreeSettings => {
  const delegate = options.delegate ?? (processes > FEW && isBounded ? OWN_NODES : 'off');
  return {
    ...usualSettings(settings),
    presort: processes > FEW && delegate === 'off' ? 3 : 256,
    ...options,
    delegate,
  } as MinimalTreeSettings;
};

/** Why these settings cannot be together, or not for this use. */
export function refuses(
  given: MinimalTreeOptions,
  { depth, table }: SettingsUse,
): string | undefined {
  const { negascout, estimateWindows, epsilon, split, handOver, horizon, sharing } =
    completeOptions(given);
  // Windows are widened where a pass has null windows, or where it is asked to guess them.
  if (given.epsilon !== undefined && epsilon !== 'off' && !negascout && !estimateWindows) {
    return `epsilon ${epsilon}: has no effect without negascout or estimateWindows`;
  }
  if (estimateWindows && epsilon === 'off') {
    return 'estimateWindows: has no effect with epsilon off';
  }
  if (handOver && !split) {
    return 'handOver: has no effect without split, for nothing is given away';
  }
  if (handOver && table !== 'local') {
    return `handOver: has no effect with tables of the kind ${table}, only local`;
  }
  if (sharing !== undefined && table !== 'ring') {
    return `sharing: has no effect with tables of the kind ${table}, only ring`;
  }
  // The master's tree would leave nothing to its workers.
  if (horizon !== undefined && depth !== undefined && horizon >= depth) {
    return `horizon ${horizon}: expected less than the depth of the search, ${depth}`;
  }
  return undefined;
}
