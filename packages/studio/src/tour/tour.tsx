// The card of the tour, beside what it speaks of. It takes no keys from the page but Escape, and Enter and arrows while
// the card has the focus, so that everything behind it can be used.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { currentRun } from '../runs/run.js';
import { route } from '../shell/route.js';
import { type Box, placeCard } from './place.js';
import { endTour, goToStep, offered, startTour, tourStep } from './state.js';
import { tourSteps } from './steps.js';
import './tour.css';

export function Tour() {
  const index = tourStep.value;
  if (index !== undefined) return <Card key={index} index={index} />;
  const isLink = route.value.parameters.has('run');
  return offered.value === 'new' && !isLink ? <Offer /> : null;
}

function Offer() {
  const decline = () => {
    offered.value = 'seen';
  };
  return (
    <aside class="tour-offer panel" aria-label="Guided tour">
      <p>
        <strong>New here?</strong> See in two minutes why 16 processors are not 16 times as fast.
      </p>
      <div class="row">
        <button type="button" class="primary" onClick={startTour}>
          Start the tour
        </button>
        <button type="button" onClick={decline}>
          Not now
        </button>
      </div>
    </aside>
  );
}

/** An element is tall when it takes more than this share of the window. */
const TALL = 0.45;

/** Where an element of the page is, looked at in every frame. */
function useTarget(name: string | undefined): Box | undefined {
  const [box, setBox] = useState<Box | undefined>(undefined);
  useEffect(() => {
    if (name === undefined) return undefined;
    let frame = 0;
    let isFirst = true;
    let last = '';
    const look = () => {
      const element = document.querySelector(`[data-tour="${name}"]`);
      if (element !== null) {
        const isTall = element.getBoundingClientRect().height > TALL * innerHeight;
        if (isFirst) element.scrollIntoView({ block: isTall ? 'end' : 'nearest' });
        isFirst = false;
        const { left, top, width, height } = element.getBoundingClientRect();
        const now = { left, top, width, height };
        const text = JSON.stringify(now);
        if (text !== last) setBox(now);
        last = text;
      }
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [name]);
  return box;
}

function Card({ index }: { readonly index: number }) {
  const step = tourSteps[index]!;
  const target = useTarget(step.target);
  const card = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState({ left: 14, top: 80 });
  const result = currentRun.value?.result.value;
  const text = step.text(result);
  const isLast = index === tourSteps.length - 1;

  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = card.current!;
    // The end of what is tall is what the step is about: it stays free.
    const isTall = target !== undefined && target.height > TALL * innerHeight;
    setPlace(
      isTall
        ? { left: innerWidth - width - 14, top: 56 }
        : placeCard(target, { width, height }, { width: innerWidth, height: innerHeight }),
    );
  }, [target, text]);
  useEffect(() => {
    next.current?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') endTour();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      {target !== undefined && (
        <div
          class="tour-ring"
          aria-hidden="true"
          style={{
            left: `${target.left - 6}px`,
            top: `${target.top - 6}px`,
            width: `${target.width + 12}px`,
            height: `${target.height + 12}px`,
          }}
        />
      )}
      <div
        ref={card}
        class="tour-card panel"
        role="dialog"
        aria-label={`Tour, step ${index + 1} of ${tourSteps.length}: ${step.title}`}
        style={{ left: `${place.left}px`, top: `${place.top}px` }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') goToStep(index + 1);
          else if (event.key === 'ArrowLeft') goToStep(index - 1);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <p class="muted tour-count">
          {index + 1} of {tourSteps.length}
        </p>
        <h2>{step.title}</h2>
        <p aria-live="polite">{text}</p>
        <div class="row">
          <button type="button" onClick={endTour}>
            Leave
          </button>
          <span class="grow" />
          <button type="button" disabled={index === 0} onClick={() => goToStep(index - 1)}>
            Back
          </button>
          <button
            ref={next}
            type="button"
            class="primary"
            onClick={() => (isLast ? endTour() : goToStep(index + 1))}
          >
            {isLast ? 'Done' : 'Next'}
          </button>
        </div>
      </div>
    </>
  );
}
