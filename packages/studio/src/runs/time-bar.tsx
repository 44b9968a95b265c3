// The time bar of a run: play, pause, step, scrub. Space plays and pauses, comma and full stop step, wherever the focus is
// but in controls that take these keys themselves.
import { useEffect, useRef } from 'preact/hooks';
import { makeTime } from '../ui/format.js';
import { endTime, followEnd, following, pause, play, playing, seek, time } from './playhead.js';
import { currentRun } from './run.js';
import './time-bar.css';

/** Steps from one end of a run to the other. */
const STEPS = 1000;

export function TimeBar(props: {
  /** The next and the last moment at which something changes in the view; a thousandth of the run if not given. */
  readonly next?: ((at: number) => number) | undefined;
  readonly previous?: ((at: number) => number) | undefined;
}) {
  const end = endTime.value;
  const at = time.value;
  const step = (forward: boolean) => {
    const given = forward ? props.next?.(at) : props.previous?.(at);
    seek(given ?? at + ((forward ? 1 : -1) * end) / STEPS);
  };
  const isPlaying = playing.value;
  const isLive = following.value && currentRun.value?.status.value === 'running';
  const toggle = () => (isPlaying || isLive ? pause() : play());
  useTimeKeys({ ' ': toggle, ',': () => step(false), '.': () => step(true) });
  return (
    <section class="time-bar panel" aria-label="Time of the run">
      <button
        type="button"
        onClick={() => step(false)}
        aria-label="Step back"
        title="Step back (,)"
      >
        ◂
      </button>
      <button
        type="button"
        class="primary play"
        onClick={toggle}
        aria-label={isPlaying || isLive ? 'Pause' : 'Play'}
      >
        {isPlaying || isLive ? '❚❚' : '▶'}
      </button>
      <button type="button" onClick={() => step(true)} aria-label="Step on" title="Step on (.)">
        ▸
      </button>
      <input
        type="range"
        min={0}
        max={end || 1}
        step="any"
        value={at}
        aria-label="Moment shown"
        aria-valuetext={`${makeTime(at)} of ${makeTime(end)}`}
        onInput={({ currentTarget }) => seek(Number(currentTarget.value))}
      />
      <span class="moment">
        {makeTime(at)} <span class="muted">/ {makeTime(end)}</span>
      </span>
      <button type="button" aria-pressed={following.value} onClick={() => followEnd()}>
        {isLive ? 'Live' : 'End'}
      </button>
    </section>
  );
}

/** Keys of the whole view; a control that has the focus keeps its own. */
function useTimeKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const takesKeys = target.closest(
        'button, select, textarea, input:not([type="range"]), a, summary',
      );
      const act = latest.current[event.key];
      if (act === undefined || takesKeys !== null || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
