// The laboratory: simulate a search on any number of processors, watch it, break it, compare it with the papers.
import { useEffect } from 'preact/hooks';
import { currentRun } from '../runs/run.js';
import { TimeBar } from '../runs/time-bar.js';
import { EmptyState } from '../ui/empty-state.js';
import { notifyError } from '../ui/notices.js';
import { Controls } from './controls.js';
import { CurvePanel } from './curve-panel.js';
import { CurrentProcesses } from './processes.js';
import { ResultPanel } from './result-panel.js';
import { Share } from './share.js';
import { form, prepare, previousRun, startForm, undo } from './state.js';
import { OpenTrace, TracePanel } from './trace-panel.js';
import './laboratory.css';

export default function Laboratory() {
  useEffect(() => {
    prepare().catch(notifyError);
  }, []);
  const run = currentRun.value;
  const isRunning = run?.status.value === 'running';
  return (
    <div class="laboratory">
      <h1 class="visually-hidden">Laboratory</h1>
      <form
        class="panel lab-form"
        aria-label="Simulation"
        onSubmit={(event) => {
          event.preventDefault();
          void startForm();
        }}
      >
        <Controls />
        <div class="row lab-start">
          <button type="submit" class="primary grow" data-tour="start">
            {run === undefined ? 'Simulate' : 'Simulate with these'}
          </button>
          {isRunning && (
            <button type="button" onClick={() => run.stop()}>
              Stop
            </button>
          )}
          <button
            type="button"
            disabled={previousRun.value === undefined}
            onClick={undo}
            title={
              previousRun.value === undefined ? undefined : `Back to ${previousRun.value.title}`
            }
          >
            Undo
          </button>
        </div>
      </form>
      <div class="lab-run column">
        {run === undefined ? (
          <EmptyState title="Search on a machine that you do not have">
            <p>
              The laboratory simulates a parallel search on 2 to 1,536 processors, in this tab.
              Every run can be repeated bit for bit, and its value must be that of the sequential
              search, whatever goes wrong on the way.
            </p>
            <button type="button" class="primary" onClick={() => void startForm()}>
              Simulate {form.value.processors.toLocaleString('en-US')} processors
            </button>
            <p>
              <OpenTrace />
            </p>
          </EmptyState>
        ) : (
          <>
            <section class="panel" aria-label="Processors">
              <h2>Processors</h2>
              <CurrentProcesses />
            </section>
            <TimeBar />
            <ResultPanel />
            <Share />
            <TracePanel />
          </>
        )}
      </div>
      <CurvePanel />
    </div>
  );
}
