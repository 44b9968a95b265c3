// Keeps the run that is shown as the other one and starts a changed one beside it.
import { simulatedAlgorithms } from 'plyades/sim';
import { useState } from 'preact/hooks';
import type { SimulationRequest } from '../runs/request.js';
import { currentRun, otherRun, type Run } from '../runs/run.js';
import { startSimulation } from '../runs/simulation.js';
import { Select, TextField } from '../ui/fields.js';
import { notifyError } from '../ui/notices.js';

const processorChoices = ['2', '4', '8', '16', '32', '64', '128', '256', '512', '1536'];

export function ChangedRun({ run }: { readonly run: Run }) {
  const { request } = run;
  const [changes, setChanges] = useState<Partial<SimulationRequest>>({});
  if (request === undefined) {
    return (
      <p class="muted">
        A recorded trace cannot be run again here. Open a second trace in the laboratory to compare
        them.
      </p>
    );
  }
  const next = { ...request, ...changes };
  const isSame = Object.keys(changes).every(
    (key) => next[key as keyof SimulationRequest] === request[key as keyof SimulationRequest],
  );
  const isRunning = run.status.value === 'running';
  const start = () => {
    try {
      otherRun.value = run;
      startSimulation(next);
      setChanges({});
    } catch (error) {
      notifyError(error);
    }
  };
  const counts = [...new Set([...processorChoices, String(next.processors)])].sort(
    (a, b) => Number(a) - Number(b),
  );
  return (
    <form
      class="changed-run row"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <Select
        label="Processors"
        value={String(next.processors)}
        options={counts}
        onChange={(value) => setChanges({ ...changes, processors: Number(value) })}
      />
      <Select
        label="Algorithm"
        value={next.algorithm}
        options={simulatedAlgorithms}
        onChange={(algorithm) => setChanges({ ...changes, algorithm })}
      />
      <Select
        label="Depth"
        value={String(next.depth)}
        options={depthsAround(request.depth)}
        onChange={(value) => setChanges({ ...changes, depth: Number(value) })}
      />
      <TextField
        label="Faults"
        value={next.faults}
        placeholder="none"
        onChange={(value) => setChanges({ ...changes, faults: value.trim() || 'none' })}
      />
      <button type="submit" class="primary" disabled={isRunning || isSame}>
        Keep this run and start the changed one
      </button>
      <span class="muted hint">
        {isRunning
          ? 'Wait until this run has ended.'
          : isSame
            ? 'Change something first.'
            : 'This run stays as the other one.'}
      </span>
    </form>
  );
}

const depthsAround = (depth: number): string[] =>
  Array.from({ length: 7 }, (_, i) => depth - 3 + i)
    .filter((each) => each >= 1)
    .map(String);

/** The run beside the current one, and how to put it away. */
export function OtherRunBar() {
  const other = otherRun.value;
  const current = currentRun.value;
  if (other === undefined || current === undefined) return null;
  return (
    <div class="row">
      <span class="grow">
        <span class="muted">Beside it:</span> {other.title}
      </span>
      <button
        type="button"
        disabled={current.status.value === 'running'}
        onClick={() => {
          otherRun.value = current;
          currentRun.value = other;
        }}
      >
        Swap
      </button>
      <button
        type="button"
        onClick={() => {
          otherRun.value = undefined;
        }}
      >
        Put away
      </button>
    </div>
  );
}
