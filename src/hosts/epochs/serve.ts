// The program of the threads of a driver. One of them conducts: it runs the driver and a cell of its
// own; the others run a cell each and wait for it in shared memory between two epochs.
import type { PlyadesError } from '../../core/errors.js';
import type { Report } from '../../parallel/actor.js';
import type { Algorithm } from '../../parallel/algorithm.js';
import { openParent, type ParentPort } from '../threads/port.js';
import type { Failure } from '../threads/protocol.js';
import type { Cell, Nanos } from './cell.js';
import { Channel } from './channel.js';
import {
  type Answer,
  decodeAnswer,
  decodeQuestion,
  encodeAnswer,
  encodeQuestion,
} from './codec.js';
import { type Crew, drive, type Ending, type Epoch, merge, type World } from './driver.js';
import type { EpochJob } from './job.js';
import { createCell } from './workplace.js';

/** Both directions of a channel to a cell. */
export interface Lines {
  readonly questions: SharedArrayBuffer;
  readonly answers: SharedArrayBuffer;
}

/** What a thread is told once, at its start; a conductor may hear `abort` later. */
export type Role =
  | {
      readonly type: 'cell';
      readonly job: EpochJob;
      readonly processes: readonly number[];
      readonly lines: Lines;
    }
  | {
      readonly type: 'conduct';
      readonly job: EpochJob;
      readonly processes: readonly number[];
      readonly cells: readonly Lines[];
      /** For whoever makes the world. */
      readonly world: unknown;
      /** Whether epochs are observed. */
      readonly observe: boolean;
    }
  | { readonly type: 'abort' };

/** What a conductor says; exactly one `ending` or `failed` is the last. */
export type Word =
  | { readonly type: 'report'; readonly report: Report; readonly at: Nanos }
  /** What the observer made of some epochs. */
  | { readonly type: 'observed'; readonly lines: readonly string[] }
  | { readonly type: 'ending'; readonly ending: Ending }
  | { readonly type: 'failed'; readonly failure: Failure };

/** What a program of this kind adds: where algorithms and worlds come from. */
export interface Program {
  algorithm(name: string): Algorithm;
  world(job: EpochJob, settings: unknown): World;
  /** Makes a line of an epoch when asked to observe. */
  describe?(epoch: Epoch): string;
}

/** The conductor looks at its messages this often, in milliseconds. */
const BREATH_MS = 8;
const LINES_AT_ONCE = 256;

/** Runs this thread for as long as it is needed. */
export async function serve(program: Program): Promise<void> {
  const parent = await openParent();
  let aborted = false;
  parent.onMessage((message) => {
    const role = message as Role;
    if (role.type === 'abort') aborted = true;
    else if (role.type === 'cell') void serveCell(program, role);
    else void conduct(program, role, parent, () => aborted);
  });
}

async function serveCell(
  program: Program,
  { job, processes, lines }: Role & { type: 'cell' },
): Promise<void> {
  const questions = new Channel(lines.questions);
  const answers = new Channel(lines.answers);
  const answer = (value: Answer) => answers.send(encodeAnswer(value));
  try {
    const cell = await createCell(job, processes, program.algorithm(job.algorithm));
    for (;;) {
      const question = decodeQuestion(questions.receive());
      if (question.type === 'standings') {
        answer({ type: 'standings', standings: cell.standings(question.at) });
      } else {
        const { begin, until, events } = question;
        answer({ type: 'outcome', outcome: cell.run(begin, until, events) });
      }
    }
  } catch (error) {
    answer({ type: 'failed', failure: describeFailure(error) });
  }
}

async function conduct(
  program: Program,
  { job, processes, cells, world, observe }: Role & { type: 'conduct' },
  parent: ParentPort,
  aborted: () => boolean,
): Promise<void> {
  const say = (word: Word) => parent.post(word);
  try {
    const cell = await createCell(job, processes, program.algorithm(job.algorithm));
    const lines: string[] = [];
    const tell = () => {
      if (lines.length > 0) say({ type: 'observed', lines: lines.splice(0) });
    };
    let breatheAt = performance.now() + BREATH_MS;
    const breathe = async () => {
      await parent.breathe();
      breatheAt = performance.now() + BREATH_MS;
      return !aborted();
    };
    const ending = await drive(spreadCrew(cell, cells, job.processes), {
      ...job,
      world: program.world(job, world),
      onReport: (report, at) => say({ type: 'report', report, at }),
      goOn: () => (performance.now() < breatheAt ? true : breathe()),
      ...(observe && program.describe
        ? {
            onEpoch(epoch) {
              lines.push(program.describe!(epoch));
              if (lines.length >= LINES_AT_ONCE) tell();
            },
          }
        : {}),
    });
    tell();
    say({ type: 'ending', ending });
  } catch (error) {
    say({ type: 'failed', failure: describeFailure(error) });
  }
}

/** Which cell a process lives in: they take turns, so that cells are equally large. */
export const cellOf = (process: number, cells: number): number => process % cells;

/** A cell of this thread, and cells of others. */
function spreadCrew(own: Cell, others: readonly Lines[], processes: number): Crew {
  if (others.length === 0) {
    return {
      run: (begin, until, events) => own.run(begin, until, events),
      standings: (at) => own.standings(at),
    };
  }
  const cells = others.length + 1;
  const ends = others.map(({ questions, answers }) => ({
    questions: new Channel(questions),
    answers: new Channel(answers),
  }));
  const home = Array.from({ length: processes }, (_, process) => cellOf(process, cells));
  const hear = (answers: Channel) => {
    const answer = decodeAnswer(answers.receive());
    if (answer.type === 'failed') throw new CellFailed(answer.failure);
    return answer;
  };
  return {
    run(begin, until, events) {
      const shares = Array.from({ length: cells }, (): (typeof events)[number][] => []);
      for (const event of events) shares[home[event.process]!]!.push(event);
      ends.forEach(({ questions }, index) => {
        const share = shares[index + 1]!;
        questions.send(encodeQuestion({ type: 'run', begin, until, events: share }));
      });
      const outcomes = [own.run(begin, until, shares[0]!)];
      for (const { answers } of ends) {
        const answer = hear(answers);
        if (answer.type === 'outcome') outcomes.push(answer.outcome);
      }
      return merge(outcomes);
    },
    standings(at) {
      const standings = own.standings(at);
      for (const { questions, answers } of ends) {
        questions.send(encodeQuestion({ type: 'standings', at }));
        const answer = hear(answers);
        if (answer.type === 'standings') standings.push(...answer.standings);
      }
      return standings.sort((a, b) => a.process - b.process);
    },
  };
}

/** What went wrong in another thread, on its way to the one that asked. */
class CellFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

function describeFailure(error: unknown): Failure {
  if (error instanceof CellFailed) return error.failure;
  if (error instanceof WebAssembly.RuntimeError) {
    const message = `the kernel trapped: ${error.message}`;
    return { name: error.name, message, stack: error.stack, code: 'ERR_TRAP' };
  }
  if (error instanceof Error) {
    const memory = error instanceof RangeError && /memory/i.test(error.message);
    const known = error.name === 'PlyadesError' ? (error as PlyadesError).code : undefined;
    const code = memory ? 'ERR_MEMORY' : known;
    return { name: error.name, message: error.message, stack: error.stack, code };
  }
  return { name: 'Error', message: String(error), stack: undefined, code: undefined };
}
