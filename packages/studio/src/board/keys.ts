// Keys that work anywhere in the view, unless the focus is where a key has another meaning.
import { giveHint } from './analysis.js';
import { isHelpOpen } from './help.js';
import { lookAt, newGame, redo, step, takeBack, undo } from './session.js';
import { isAnalysing, isFlipped } from './settings.js';

const actions: Readonly<Record<string, () => void>> = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => lookAt(0),
  End: () => lookAt(Number.POSITIVE_INFINITY),
  h: () => void giveHint(),
  a: () => {
    isAnalysing.value = !isAnalysing.peek();
  },
  t: takeBack,
  n: newGame,
  f: () => {
    isFlipped.value = !isFlipped.peek();
  },
  m: () => document.getElementById('typed-move')?.focus(),
  '?': () => {
    isHelpOpen.value = true;
  },
};

/** Where letters are text, and arrows move something else. */
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';
const ARROWS = `${TYPING}, .board, [role="listbox"], [role="slider"]`;

export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return;
  const { target } = event;
  if (!(target instanceof Element) || target.closest('dialog') !== null) return;
  if (event.ctrlKey || event.metaKey) {
    if (target.closest(TYPING) !== null) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
    return;
  }
  const isArrow = event.key.length > 1;
  if (target.closest(isArrow ? ARROWS : TYPING) !== null) return;
  const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
  if (action === undefined) return;
  event.preventDefault();
  action();
}
