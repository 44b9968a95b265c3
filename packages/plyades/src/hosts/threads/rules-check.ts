// A check of rules by random games on a worker thread, where a slow or endless game does not stop the caller's thread.
import { type GameSource, plainGameOf } from '../../games/open.js';
import { type CheckOptions, RulesCheck, type RulesFinding } from '../../games/plain/index.js';
import { describeFailure, reviveFailure } from './failure.js';
import type { Failure } from './protocol.js';

/** A check of the rules of a game in plain TypeScript. */
export interface CheckCommand {
  readonly type: 'check';
  readonly game: GameSource;
  readonly options: CheckOptions;
  /** True where only the rules count, as for solvers. */
  readonly withoutEvaluate?: boolean;
}

/** A finding whose exception travels as data. */
type SentFinding = Omit<RulesFinding<unknown>, 'cause'> & { readonly cause?: Failure };

/** What a check found. */
export interface CheckReply {
  readonly findings: readonly SentFinding[];
}

export async function runRulesCheck(
  { game, options, withoutEvaluate = false }: CheckCommand,
  hooks: { yieldToEventLoop(): Promise<unknown>; aborted(): boolean },
): Promise<CheckReply> {
  const { evaluate, ...rules } = await plainGameOf(game);
  const check = new RulesCheck(
    withoutEvaluate || !evaluate ? rules : { ...rules, evaluate },
    options,
  );
  while (!hooks.aborted() && !check.step()) await hooks.yieldToEventLoop();
  return { findings: check.findings.map(send) };
}

const send = ({ cause, ...finding }: RulesFinding<unknown>): SentFinding =>
  cause === undefined ? finding : { ...finding, cause: describeFailure(cause) };

/** The findings of a reply, with exceptions again. */
export const findingsOf = ({ findings }: CheckReply): readonly RulesFinding<unknown>[] =>
  findings.map(({ cause, ...finding }) =>
    cause === undefined ? finding : { ...finding, cause: reviveFailure(cause) },
  );
