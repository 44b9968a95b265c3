// The history of the node that is followed: what happened to it and when, each entry a way to that moment.
import { useEffect, useRef } from 'preact/hooks';
import { seek, time } from '../runs/playhead.js';
import type { Run } from '../runs/run.js';
import { makeTime } from '../ui/format.js';
import { historyOf } from './history.js';
import { NONE, ROOT } from './nodes.js';
import type { TreeScene } from './scene.js';
import { makeEvent } from './words.js';

/** More than a reader looks through; the latest ones stay. */
const MOST_EVENTS = 400;

export function Followed(props: {
  readonly scene: TreeScene;
  readonly run: Run;
  readonly onGo: (node: number) => void;
}) {
  const { scene, run, onGo } = props;
  const node = scene.pinned.value;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [node]);
  scene.figures.value;
  if (node === NONE) return null;
  run.version.value;
  const events = historyOf(scene.model, node);
  const shown = events.slice(-MOST_EVENTS);
  const at = time.value;
  const current = shown.findLastIndex((event) => event.at <= at);
  const { names } = scene.lines.value.follow(scene.model.nodes.path(node));
  return (
    <section ref={panel} class="tree-followed panel" aria-label="Followed node">
      <header>
        <h2 class="line">{node === ROOT ? 'Root' : names.join(' ')} over time</h2>
        <button type="button" onClick={() => onGo(node)}>
          Show
        </button>
        <button
          type="button"
          aria-label="Stop following"
          onClick={() => {
            scene.pinned.value = NONE;
          }}
        >
          ×
        </button>
      </header>
      {shown.length === 0 && (
        <p class="muted">Nothing was recorded of this node itself, only of nodes below it.</p>
      )}
      {shown.length < events.length && (
        <p class="muted">
          The last {MOST_EVENTS} of {events.length} changes.
        </p>
      )}
      <ol>
        {shown.map((event, i) => (
          <li key={`${event.at} ${event.kind} ${i}`}>
            <button
              type="button"
              class={event.kind}
              aria-current={i === current ? 'step' : undefined}
              onClick={() => seek(event.at)}
            >
              <span class="when">{makeTime(event.at)}</span>
              <span class="what">{makeEvent(event, scene.log)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
