// The program of the threads of a driver. One of them conducts: it runs the driver and a cell of its
// own; the others run a cell each and wait for it in shared memory between two epochs.
import type { ActorReport } from '../../parallel/actor.js';
import type { Algorithm } from '../../parallel/algorithm.js';
import { describeFailure } from '../threads/failure.js';
import { openParent, type ParentPort } from '../threads/port.js';
import type { Failure } from '../threads/protocol.js';
import type { Cell, CellEvent, CellOutcome, Nanos } from './cell.js';
import { createCell, Memories } from './cell-memory.js';
import { Channel } from './channel.js';
import {
  type CellReply,
  type CellRequest,
  decodeReply,
  decodeRequest,
  encodeReply,
  encodeRequest,
} from './codec.js';
import {
  type CellGroup,
  drive,
  type Epoch,
  localCells,
  merge,
  type RunEnding,
  type Span,
  type World,
} from './driver.js';
import type { EpochSearch } from './epoch-search.js';
import { RunTrace } from './run-trace.js';

/** Both directions of a channel to a cell. */
export interface CellChannels {
  readonly questions: SharedArrayBuffer;
  readonly answers: SharedArrayBuffer;
}

/** A command to a thread, once for each run; a conductor may get `abort` later. */
export type DriverCommand =
  | {
      readonly type: 'cell';
      readonly search: EpochSearch;
      readonly processes: readonly number[];
      readonly lines: CellChannels;
    }
  | {
      readonly type: 'conduct';
      readonly search: EpochSearch;
      readonly processes: readonly number[];
      readonly cells: readonly CellChannels[];
      /** For the program that makes the world. */
      readonly world: unknown;
      /** Whether the caller wants the observer's lines. */
      readonly observe: boolean;
    }
  | { readonly type: 'abort' };

/** The messages of a conductor; exactly one `ending` or `failed` is the last. */
export type DriverNotice =
  | {
      readonly type: 'report';
      readonly report: ActorReport;
      readonly at: Nanos;
      readonly nodes: number;
    }
  /** The observer's lines about some epochs. */
  | { readonly type: 'observed'; readonly lines: readonly string[] }
  /** More records of a traced search. */
  | { readonly type: 'trace'; readonly chunk: Uint8Array }
  | { readonly type: 'ending'; readonly ending: RunEnding }
  | { readonly type: 'failed'; readonly failure: Failure };

/** The parts that a program adds: algorithms and worlds. */
export interface DriverProgram {
  algorithm(name: string): Algorithm;
  world(search: EpochSearch, settings: unknown): World;
  /** Watches the epochs of a run; none do if not given. */
  observer?(): EpochObserver;
}

/** Watches the epochs of one run, in order. */
export interface EpochObserver {
  add(epoch: Epoch): void;
  /** A line about the epoch that was added last. */
  line(epoch: Epoch): string;
  /** The digest of all epochs so far. */
  digest(): string;
}

/** The conductor looks at its messages this often, in milliseconds. */
const YIELD_MS = 8;
const LINES_AT_ONCE = 256;

/** Runs this thread for as long as it is needed. */
export function serve(program: DriverProgram): void {
  const parent = openParent();
  const memories = new Memories();
  let aborted = false;
  parent.onMessage((message) => {
    const role = message as DriverCommand;
    aborted = role.type === 'abort';
    if (role.type === 'cell') void serveCell(program, role, memories);
    else if (role.type === 'conduct') void conduct(program, role, memories, parent, () => aborted);
  });
}

async function serveCell(
  program: DriverProgram,
  { search, processes, lines }: DriverCommand & { type: 'cell' },
  memories: Memories,
): Promise<void> {
  const questions = new Channel(lines.questions);
  const answers = new Channel(lines.answers);
  const answer = (value: CellReply) => answers.send(encodeReply(value));
  try {
    const cell = await createCell(search, processes, program.algorithm, memories);
    for (;;) {
      const question = decodeRequest(questions.receive());
      if (question.type === 'processTotals') {
        // The last question of a run.
        answer({
          type: 'processTotals',
          processTotals: cell.processTotals(question.at, question.iteration),
        });
        return;
      } else {
        const { begin, until, events, busy } = question;
        answer({ type: 'outcome', outcome: cell.run(begin, until, events, busy) });
      }
    }
  } catch (error) {
    answer({ type: 'failed', failure: describe(error) });
  }
}

async function conduct(
  program: DriverProgram,
  { search, processes, cells, world, observe }: DriverCommand & { type: 'conduct' },
  memories: Memories,
  parent: ParentPort,
  aborted: () => boolean,
): Promise<void> {
  const say = (word: DriverNotice) => parent.post(word);
  try {
    const cell = await createCell(search, processes, program.algorithm, memories);
    const observer = program.observer?.();
    const lines: string[] = [];
    const tell = () => {
      if (lines.length > 0) say({ type: 'observed', lines: lines.splice(0) });
    };
    const trace = search.traced
      ? new RunTrace((chunk) => say({ type: 'trace', chunk }))
      : undefined;
    let yieldAt = performance.now() + YIELD_MS;
    const yieldToEventLoop = async () => {
      trace?.tick(performance.now());
      await parent.yieldToEventLoop();
      yieldAt = performance.now() + YIELD_MS;
      return !aborted();
    };
    const ending = await drive(joinCells(cell, cells, search.processes), {
      ...search,
      world: program.world(search, world),
      trace,
      onReport: (report, at, nodes) => say({ type: 'report', report, at, nodes }),
      goOn: () => (performance.now() < yieldAt ? true : yieldToEventLoop()),
      ...(observer && {
        onEpoch(epoch: Epoch) {
          observer.add(epoch);
          if (!observe) return;
          lines.push(observer.line(epoch));
          if (lines.length >= LINES_AT_ONCE) tell();
        },
      }),
    });
    tell();
    say({ type: 'ending', ending: { ...ending, ...(observer && { digest: observer.digest() }) } });
  } catch (error) {
    say({ type: 'failed', failure: describe(error) });
  }
}

/** Which cell a process lives in: they take turns, so that cells are equally large. */
export const cellOf = (process: number, cells: number): number => process % cells;

/** A cell of this thread, and cells of others. */
function joinCells(own: Cell, others: readonly CellChannels[], processes: number): CellGroup {
  if (others.length === 0) return localCells([own], () => 0);
  const cells = others.length + 1;
  const home = Array.from({ length: processes }, (_, process) => cellOf(process, cells));
  const remotes = others.map((lines) => new Remote(lines));
  /** Epochs that this cell has still to run, and outcomes of those that others have still to finish. */
  const begun: Span[] = [];
  const outcomes: CellOutcome[] = [];
  const runOwn = () => {
    const { begin, until, events, busy } = begun.shift()!;
    outcomes.push(own.run(begin, until, events, busy));
  };
  return {
    begin({ begin, until, events, busy }) {
      const shares = Array.from({ length: cells }, (): CellEvent[] => []);
      for (const event of events) shares[home[event.process]!]!.push(event);
      remotes.forEach((remote, index) => {
        remote.ask({ type: 'run', begin, until, events: shares[index + 1]!, busy });
      });
      begun.push({ begin, until, events: shares[0]!, busy });
    },
    finish() {
      if (outcomes.length === 0) runOwn();
      const all = [outcomes[0]!];
      for (const remote of remotes) {
        // Better than to wait is to run ahead.
        while (!remote.hasAnswer && begun.length > 0) runOwn();
        const answer = remote.receive();
        if (answer.type === 'outcome') all.push(answer.outcome);
      }
      outcomes.shift();
      return merge(all);
    },
    processTotals(at, iteration) {
      const processTotals = own.processTotals(at, iteration);
      for (const remote of remotes) {
        remote.ask({ type: 'processTotals', at, iteration });
        const answer = remote.receive();
        if (answer.type === 'processTotals') processTotals.push(...answer.processTotals);
      }
      return processTotals.sort((a, b) => a.process - b.process);
    },
  };
}

/** A cell of another thread, as its conductor sees it. */
class Remote {
  readonly #questions: Channel;
  readonly #answers: Channel;
  /** Answers that had to make room for a question. */
  readonly #received: Uint8Array[] = [];

  constructor({ questions, answers }: CellChannels) {
    this.#questions = new Channel(questions);
    this.#answers = new Channel(answers);
  }

  ask(question: CellRequest): void {
    // A cell that cannot get rid of its answers takes no questions.
    this.#questions.send(encodeRequest(question), () => {
      if (this.#answers.hasMessage) this.#received.push(this.#answers.receive());
    });
  }

  /** True when `receive` would not wait. */
  get hasAnswer(): boolean {
    return this.#received.length > 0 || this.#answers.hasMessage;
  }

  receive(): CellReply {
    const answer = decodeReply(this.#received.shift() ?? this.#answers.receive());
    if (answer.type === 'failed') throw new CellFailed(answer.failure);
    return answer;
  }
}

/** An error of another thread, on its way to the caller. */
class CellFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

function describe(error: unknown): Failure {
  return error instanceof CellFailed ? error.failure : describeFailure(error);
}
