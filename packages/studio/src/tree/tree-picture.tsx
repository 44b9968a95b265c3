// The canvas of the tree with its buttons and keys.
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { time } from '../runs/playhead.js';
import type { Run } from '../runs/run.js';
import { colourVersion } from '../style/colours.js';
import { makePercent, makeShort } from '../ui/format.js';
import { listenToGestures } from './gestures.js';
import { WHOLE } from './icicle.js';
import { measure } from './measure.js';
import { NONE, ROOT } from './nodes.js';
import { LEAST_ROW, Picture } from './picture.js';
import type { TreeScene } from './scene.js';
import type { TreeStep } from './walk.js';
import { predictedName } from './words.js';

const keys: Readonly<Record<string, TreeStep>> = {
  ArrowUp: 'parent',
  ArrowDown: 'child',
  ArrowLeft: 'before',
  ArrowRight: 'after',
};

const PAN_SHARE = 0.2;

export function TreePicture({ scene, run }: { readonly scene: TreeScene; readonly run: Run }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<Picture | undefined>(undefined);
  useEffect(() => {
    const element = canvas.current!;
    const made = new Picture(scene, element);
    picture.current = made;
    const endGestures = listenToGestures(element, made);
    const stop = effect(() => {
      for (const each of [time, run.version, measure, scene.selected, scene.hovered]) each.value;
      for (const each of [scene.pinned, scene.lines, scene.viewVersion]) each.value;
      made.schedule();
    });
    const stopColours = effect(() => {
      colourVersion.value;
      // The theme's rules count from the next style on.
      made.recolour();
      made.schedule();
    });
    const observer = new ResizeObserver(() => made.schedule());
    observer.observe(element);
    return () => {
      stop();
      stopColours();
      observer.disconnect();
      endGestures();
      made.end();
    };
  }, [scene, run]);
  const onKeyDown = (event: KeyboardEvent) => {
    const made = picture.current;
    if (made === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = keys[event.key];
    if (step !== undefined && event.shiftKey) {
      if (step === 'before' || step === 'after')
        made.pan(step === 'after' ? PAN_SHARE : -PAN_SHARE);
      else made.scrollBy(step === 'child' ? LEAST_ROW * 3 : -LEAST_ROW * 3);
    } else if (step !== undefined) made.walk(step);
    else if (event.key === '+' || event.key === '=') made.zoom(2);
    else if (event.key === '-') made.zoom(1 / 2);
    else if (event.key === '0') made.travel(WHOLE, ROOT);
    else if (event.key === 'Enter') made.goTo(scene.selected.peek());
    else if (event.key === 'f') follow(scene, scene.selected.peek());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="tree-picture" data-tour="tree">
      <div
        class="tree-canvas"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is walked by keyboard
        tabIndex={0}
        aria-label="Tree of the search. Arrow keys walk to parent, child and siblings; Enter zooms to the node, plus and minus zoom, 0 shows all, F follows the node, Space plays, comma and full stop step through time."
        aria-describedby="tree-card"
        onKeyDown={onKeyDown}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={summaryOf(scene)}
          onClick={(event) => picture.current?.click(event)}
          onMouseMove={(event) => picture.current?.point(event)}
          onMouseLeave={() => {
            scene.hovered.value = NONE;
          }}
        />
      </div>
      <Undivided scene={scene} />
      <section class="tree-zoom" aria-label="Zoom">
        <button
          type="button"
          aria-label="Zoom in"
          title="Zoom in (+)"
          onClick={() => picture.current?.zoom(2)}
        >
          +
        </button>
        <button
          type="button"
          aria-label="Zoom out"
          title="Zoom out (−)"
          onClick={() => picture.current?.zoom(1 / 2)}
        >
          −
        </button>
        <button
          type="button"
          aria-label="Show the whole tree"
          title="Show the whole tree (0)"
          onClick={() => picture.current?.travel(WHOLE, ROOT)}
        >
          ⤢
        </button>
      </section>
    </div>
  );
}

/** Why there is nothing below the root, where all processes search the whole tree. */
function Undivided({ scene }: { readonly scene: TreeScene }) {
  scene.figures.value;
  const { model, log } = scene;
  if (model.hasTree || model.nodes.height[ROOT]! > 0 || !log.complete) return null;
  return (
    <p class="tree-undivided notice">
      {log.header.algorithm} divides no tree here: each processor searched the position as a whole,
      so there are no pieces below the root. The view Processors shows what each of them did.
    </p>
  );
}

/** Follows a node; the one that is followed already is let go. */
export function follow(scene: TreeScene, node: number): void {
  scene.pinned.value = scene.pinned.peek() === node ? NONE : node;
}

function summaryOf(scene: TreeScene): string {
  scene.figures.value;
  const { moment } = scene;
  const all = moment.effort[ROOT] ?? 0;
  const outside = moment.outsideEffort;
  const nodes = moment.nodesOf.reduce((sum, count) => sum + count, 0);
  const lost =
    all > 0
      ? `, ${makePercent(outside / all)} of the effort outside the ${predictedName(scene.model)}`
      : '';
  return `Tree of ${makeShort(nodes)} nodes with ${makeShort(all)} positions searched${lost}`;
}
