// Which step of the tour is shown, and what its actions do to the run.
import { signal } from '@preact/signals';
import { pause, play, playSeconds, seek } from '../runs/playhead.js';
import { FIRST_REQUEST } from '../runs/request.js';
import { currentRun } from '../runs/run.js';
import { route, show } from '../shell/route.js';
import { stored } from '../shell/stored.js';
import { notifyError } from '../ui/notices.js';
import { type TourStep, tourSteps } from './steps.js';

/** Whether the tour has been offered; it is offered once. */
export const offered = stored<'new' | 'seen'>('tour', 'new', (value) => value === 'seen');

/** The index of the step that is shown; undefined outside the tour. */
export const tourStep = signal<number | undefined>(undefined);

export function startTour(): void {
  offered.value = 'seen';
  goToStep(0);
}

export function endTour(): void {
  tourStep.value = undefined;
}

export function goToStep(index: number): void {
  const step = tourSteps[index];
  if (step === undefined) {
    if (index >= tourSteps.length) endTour();
    return;
  }
  tourStep.value = index;
  if (route.peek().view !== step.view) show(step.view);
  act(step).catch(notifyError);
}

/** Seconds in which the tour plays the run. */
const PLAY_SECONDS = 12;

async function act({ action }: TourStep): Promise<void> {
  if (action === undefined) return;
  if (action === 'start') {
    const { startSimulation } = await import('../runs/simulation.js');
    startSimulation(FIRST_REQUEST);
    return;
  }
  const end = currentRun.peek()?.log.peek()?.end ?? 0;
  if (typeof action === 'object') {
    pause();
    seek(action.seek * end);
    return;
  }
  playSeconds.value = PLAY_SECONDS;
  seek(0);
  play();
}
