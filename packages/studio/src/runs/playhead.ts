// The time that views show: nanoseconds on the clock of the current run. It follows the end of a run under way, stands
// still, or moves by itself; views read `time` and draw that moment.
import { computed, effect, signal } from '@preact/signals';
import { currentRun } from './run.js';

/** The moment that is shown, unless it follows the end. */
const held = signal(0);
/** Whether the last moment of the run is shown, whatever comes. */
export const following = signal(true);
export const playing = signal(false);
/** Seconds in which a whole run is played. */
export const playSeconds = signal(20);

/** The end of the current run so far. */
export const endTime = computed(() => {
  const run = currentRun.value;
  // The log itself is no signal: its version is.
  run?.version.value;
  return run?.log.value?.end ?? 0;
});

/** The moment that is shown. */
export const time = computed(() =>
  following.value ? endTime.value : Math.min(held.value, endTime.value),
);

export function seek(nanos: number): void {
  following.value = false;
  held.value = Math.max(0, Math.min(nanos, endTime.peek()));
}

export function followEnd(): void {
  playing.value = false;
  following.value = true;
}

export function pause(): void {
  held.value = time.peek();
  following.value = false;
  playing.value = false;
}

/** Plays on from the moment that is shown; from the beginning when that is the end. */
export function play(): void {
  const from = time.peek() >= endTime.peek() ? 0 : time.peek();
  held.value = from;
  following.value = false;
  playing.value = true;
}

let frame = 0;
let last = 0;

effect(() => {
  cancelAnimationFrame(frame);
  if (!playing.value) return;
  last = performance.now();
  const advance = (now: number) => {
    const whole = endTime.peek();
    held.value = Math.min(whole, held.peek() + ((now - last) / 1000 / playSeconds.peek()) * whole);
    last = now;
    const run = currentRun.peek();
    if (held.peek() >= whole && run?.status.peek() !== 'running') playing.value = false;
    else frame = requestAnimationFrame(advance);
  };
  frame = requestAnimationFrame(advance);
});
