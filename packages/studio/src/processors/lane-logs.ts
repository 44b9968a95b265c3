// The prepared log of a run, made again as its trace grows. Preparing a large trace takes a tenth of a second, so a
// growing one is prepared at most for an eighth of the time.
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Run } from '../runs/run.js';
import { LaneLog } from './lane-log.js';

/** Time between two preparations, in units of what the last one took. */
const REST = 8;

/** The prepared log of a run while a component shows it. */
export function useLaneLog(run: Run | undefined): ReadonlySignal<LaneLog | undefined> {
  // A new run begins with an empty picture.
  const prepared = useMemo(() => signal<LaneLog | undefined>(undefined), [run]);
  useEffect(() => (run === undefined ? undefined : follow(run, prepared)), [run, prepared]);
  return prepared;
}

function follow(run: Run, prepared: { value: LaneLog | undefined }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notBefore = 0;
  const prepare = () => {
    timer = undefined;
    const log = run.log.peek();
    if (log === undefined) return;
    const begin = performance.now();
    prepared.value = new LaneLog(log);
    notBefore = performance.now() + REST * (performance.now() - begin);
  };
  const dispose = effect(() => {
    run.version.value;
    run.status.value;
    if (run.log.value === undefined || timer !== undefined) return;
    timer = setTimeout(prepare, Math.max(0, notBefore - performance.now()));
  });
  return () => {
    dispose();
    clearTimeout(timer);
  };
}
