// Saving the trace of the run that is shown, and opening one.
import { currentRun } from '../runs/run.js';
import {
  openTraceFile,
  type TraceEnding,
  traceContent,
  traceFormats,
  whyNotSaved,
} from '../runs/trace-file.js';
import { FileButton } from '../ui/fields.js';
import { notifyError } from '../ui/notices.js';
import { saveFile } from '../ui/save.js';

function save(ending: TraceEnding): void {
  const log = currentRun.peek()?.log.peek();
  const format = traceFormats.find((each) => each.ending === ending);
  if (log === undefined || format === undefined) return;
  try {
    const { game, algorithm, processes } = log.header;
    const name = `${game}-${algorithm}-${processes}.${ending}`.replaceAll(/[^\w.-]+/g, '-');
    saveFile(name, traceContent(log, ending), format.type);
  } catch (error) {
    notifyError(error);
  }
}

export function OpenTrace() {
  return (
    <FileButton accept=".plytrace" onFile={(file) => void openTraceFile(file).catch(notifyError)}>
      Open a trace …
    </FileButton>
  );
}

export function TracePanel() {
  const run = currentRun.value;
  const log = run?.log.value;
  if (run === undefined) return null;
  const isRunning = run.status.value === 'running';
  return (
    <section class="panel lab-trace" aria-label="Trace">
      <div class="row">
        <h2 class="grow">Trace</h2>
        {traceFormats.map(({ ending, text }) => {
          const why = whyNotSaved(ending, log?.header.processes ?? 0);
          return (
            <button
              key={ending}
              type="button"
              disabled={log === undefined || isRunning || why !== undefined}
              title={why ?? `Save the trace ${text}`}
              onClick={() => save(ending)}
            >
              Save .{ending}
            </button>
          );
        })}
        <OpenTrace />
      </div>
    </section>
  );
}
