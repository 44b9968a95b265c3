// The view `processors`: what each processor does over time, and where the speedup went, of one run or of two.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { isEngineTeam } from '../runs/engine-team.js';
import { seek, time } from '../runs/playhead.js';
import { FIRST_REQUEST } from '../runs/request.js';
import { currentRun, otherRun, type Run } from '../runs/run.js';
import { startSimulation } from '../runs/simulation.js';
import { TimeBar } from '../runs/time-bar.js';
import { EmptyState } from '../ui/empty-state.js';
import { useAddress } from './address.js';
import { MomentCard } from './card.js';
import { ChangedRun, OtherRunBar } from './changed-run.js';
import { compareLogs, type RunComparison } from './difference.js';
import { useWriteLine, type WriteLine } from './game-lines.js';
import { nextChange } from './keys.js';
import type { LaneLog } from './lane-log.js';
import { useLaneLog } from './lane-logs.js';
import { Legend } from './legend.js';
import { MessagesPanel } from './messages-panel.js';
import { momentOf } from './moment.js';
import { sayChanges } from './request-difference.js';
import { makeMoment } from './time-axis.js';
import { type ShownRun, Timeline } from './timeline.js';
import { sayVerdict } from './verdict.js';
import { selected, wholeEnd, zoomed } from './view-state.js';
import { makeWaits } from './waits.js';
import { makeWaterfall } from './waterfall.js';
import { type MeasuredResult, WaterfallPanel } from './waterfall-panel.js';
import { setSpan } from './zoom.js';
import './processors.css';

export default function View() {
  const run = currentRun.value;
  return run === undefined ? <Empty /> : <Processors run={run} />;
}

function Empty() {
  return (
    <EmptyState title="Why are 16 processors not 16 times as fast?">
      <p>
        Watch a search on 16 simulated processors: when each of them searches, waits or talks, and
        where the speedup goes.
      </p>
      <p>
        <button type="button" class="primary" onClick={() => startSimulation(FIRST_REQUEST)}>
          Simulate a search on 16 processors
        </button>
      </p>
      <p class="muted">It takes about a second and runs in this page.</p>
    </EmptyState>
  );
}

function Processors({ run }: { readonly run: Run }) {
  const other = otherRun.value === run ? undefined : otherRun.value;
  const log = useLaneLog(run);
  const otherLog = useLaneLog(other);
  const write = useWriteLine(run);
  useAddress();
  useFit(run, log.value?.lanes.length);
  const otherWrite = useWriteLine(other);
  const shown: ShownRun[] = [{ run, log, write }];
  if (other !== undefined) shown.push({ run: other, log: otherLog, write: otherWrite });
  const lanes = log.value;
  const otherLanes = otherLog.value;
  const comparison = useMemo(
    () =>
      lanes === undefined || otherLanes === undefined
        ? undefined
        : compareLogs(lanes.log, otherLanes.log),
    [lanes, otherLanes],
  );
  const process = selected.value;
  const isSelected = lanes !== undefined && process !== undefined && process < lanes.lanes.length;
  const step = (at: number, forward: boolean) =>
    isSelected ? nextChange(lanes, process, at, forward) : undefined;
  const stepSize = wholeEnd.value / 1000;
  return (
    <div class="processors column">
      <RunHead run={run} />
      <TimeBar
        next={(at) => step(at, true) ?? at + stepSize}
        previous={(at) => step(at, false) ?? at - stepSize}
      />
      <div class="processors-main">
        <div class="panel timeline-panel" data-tour="lanes">
          <Timeline shown={shown} mark={comparison?.first?.at} />
          <p id="timeline-keys" class="muted small keys">
            <kbd>↑</kbd> <kbd>↓</kbd> process, <kbd>←</kbd> <kbd>→</kbd> its changes, <kbd>+</kbd>{' '}
            <kbd>−</kbd> <kbd>0</kbd> zoom, <kbd>Shift</kbd> with <kbd>←</kbd> <kbd>→</kbd> pan,{' '}
            <kbd>Space</kbd> play. Wheel zooms, drag pans, click selects.
          </p>
        </div>
        {lanes !== undefined && (
          <aside class="panel side column" aria-label="Details">
            <Legend log={lanes} other={otherLanes} />
            {isSelected ? (
              <SelectedCard {...{ lanes, process }} write={write.value} />
            ) : (
              <p class="muted small">Click a lane to see what its process searches.</p>
            )}
            <MessagesPanel log={lanes} />
          </aside>
        )}
      </div>
      {comparison !== undefined && (
        <DifferencePanel
          comparison={comparison}
          changes={
            run.request && other?.request
              ? sayChanges(run.request, other.request)
              : comparison.settings
          }
        />
      )}
      <SpeedupPanels shown={shown} />
      <section class="panel column" aria-label="Compare">
        <h2>Compare with a changed run</h2>
        <OtherRunBar />
        <ChangedRun run={run} />
      </section>
    </div>
  );
}

/** A component of its own, because it is drawn again with every step of the playhead. */
function SelectedCard(props: {
  readonly lanes: LaneLog;
  readonly process: number;
  readonly write: WriteLine;
}) {
  const { lanes, process, write } = props;
  return <MomentCard moment={momentOf(lanes, process, time.value)} write={write} />;
}

/** A new run is shown as a whole, and without a process that it does not have. */
function useFit(run: Run, processes: number | undefined): void {
  const shown = useRef(run);
  useEffect(() => {
    if (shown.current !== run) zoomed.value = undefined;
    shown.current = run;
  }, [run]);
  useEffect(() => {
    if (processes !== undefined && selected.peek()! >= processes) selected.value = undefined;
  }, [processes]);
}

function RunHead({ run }: { readonly run: Run }) {
  const status = run.status.value;
  const failure = run.failure.value;
  const result = run.result.value;
  const waterfall = result === undefined ? undefined : makeWaterfall(result);
  return (
    <>
      <div class="row run-head">
        <h1 class="grow">{run.title}</h1>
        <span class="muted">{status}</span>
        {status === 'running' && (
          <button type="button" onClick={() => run.stop()}>
            Stop
          </button>
        )}
      </div>
      {failure !== undefined && <p class="notice bad">{failure}</p>}
      <p class="verdict">
        {waterfall !== undefined && `${sayVerdict(waterfall)} `}
        {status === 'running' && <span class="muted">The speedup is known when the run ends.</span>}
        {waterfall !== undefined && (
          <button
            type="button"
            class="link"
            onClick={() => document.getElementById('speedup')?.scrollIntoView({ block: 'start' })}
          >
            See where
          </button>
        )}
      </p>
    </>
  );
}

/** The part of the run that is shown around the first difference. */
const AROUND = 1 / 20;

function DifferencePanel(props: {
  readonly comparison: RunComparison;
  /** How the two runs were asked for differently. */
  readonly changes: readonly string[];
}) {
  const { comparison, changes } = props;
  const { first } = comparison;
  const goThere = (at: number, process: number) => {
    const length = wholeEnd.peek() * AROUND;
    selected.value = process;
    seek(at);
    setSpan({ from: at - length / 2, to: at + length / 2 });
  };
  return (
    <section class="panel row difference" aria-label="First difference">
      <p class="grow">
        <strong>First difference: </strong>
        {first === undefined
          ? 'none, the traces are the same.'
          : `at ${makeMoment(first.at)} ${first.text}.`}
        {changes.length > 0 && <span class="muted"> Changed: {changes.join(', ')}.</span>}
      </p>
      {first !== undefined && (
        <button type="button" onClick={() => goThere(first.at, first.process)}>
          Go there
        </button>
      )}
    </section>
  );
}

function SpeedupPanels({ shown }: { readonly shown: readonly ShownRun[] }) {
  const { run } = shown[0]!;
  const header = run.log.value?.header;
  const isTeam = header !== undefined && isEngineTeam(header);
  const logs = shown.map(({ log }) => log.value);
  const waits = useMemo(() => logs.map((log) => log && makeWaits(log)), logs);
  const measured: MeasuredResult[] = [];
  for (const [i, each] of shown.entries()) {
    const result = each.run.result.value;
    if (result === undefined) continue;
    measured.push({ title: i === 0 ? 'This run' : 'Other run', result, waits: waits[i] });
  }
  return (
    <section
      class="panel column"
      aria-label="Where the speedup went"
      id="speedup"
      data-tour="waterfall"
    >
      <h2>Where the speedup went</h2>
      {run.result.value === undefined ? (
        <p class="muted">
          {run.status.value === 'running'
            ? 'The bars appear when the run has ended.'
            : `A recorded trace has no sequential search to compare with. ${isTeam ? 'An engine team cannot be simulated, so its speedup is not known.' : 'Simulate the run to see its speedup.'}`}
        </p>
      ) : (
        <>
          <p class="muted">
            Each bar is the number of processors that, on average over the run, did something else
            than one processor alone would have done.
          </p>
          <WaterfallPanel runs={measured} />
        </>
      )}
    </section>
  );
}
