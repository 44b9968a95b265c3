// The frame of the studio: navigation, theme, notices, and the view that the address names.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { theme, themes } from '../style/colours.js';
import { startTour, tourStep } from '../tour/state.js';
import { Tour } from '../tour/tour.js';
import { Notices, notify } from '../ui/notices.js';
import { makeRoute, route, type ViewName, viewNames } from './route.js';
import { views } from './views.js';

const loaded = signal<ReadonlyMap<ViewName, FunctionComponent>>(new Map());

async function load(name: ViewName): Promise<void> {
  if (loaded.peek().has(name)) return;
  try {
    const { default: View } = await views[name].load();
    loaded.value = new Map(loaded.peek()).set(name, View);
  } catch (error) {
    notify('bad', `The view ${views[name].title} could not be loaded: ${error}. Reload the page.`);
  }
}

export function App() {
  const { view } = route.value;
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    void load(view);
    document.title = `${views[view].title} · Plyades Studio`;
    // Screen readers announce the new view; the first one is read from the top, and the tour speaks for itself.
    if (!first.current && tourStep.peek() === undefined)
      main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [view]);
  const View = loaded.value.get(view);
  return (
    <div class="frame">
      <button type="button" class="skip visually-hidden" onClick={() => main.current?.focus()}>
        Skip to the view
      </button>
      <header class="head">
        <a class="name" href="#/board">
          <img src="./icon.svg" width="22" height="22" alt="" />
          Plyades
        </a>
        <nav aria-label="Views">
          {viewNames.map((name) => (
            <a
              key={name}
              href={hrefOf(name)}
              title={views[name].about}
              aria-current={name === view ? 'page' : undefined}
            >
              {views[name].title}
            </a>
          ))}
        </nav>
        <span class="grow" />
        <button type="button" title="A guided tour of two minutes" onClick={startTour}>
          Tour
        </button>
        <ThemeChoice />
      </header>
      <main class="view" tabIndex={-1} ref={main} aria-label={views[view].title} data-view={view}>
        {View === undefined ? <p class="muted">Loading …</p> : <View />}
      </main>
      <Tour />
      <Notices />
    </div>
  );
}

/** The run that is shown goes along. */
function hrefOf(view: ViewName): string {
  const run = route.value.parameters.get('run');
  return makeRoute({ view, parameters: new Map(run === undefined ? [] : [['run', run]]) });
}

function ThemeChoice() {
  return (
    <label class="row">
      <span class="visually-hidden">Theme</span>
      <select
        value={theme.value}
        onChange={({ currentTarget }) => {
          theme.value = currentTarget.value as (typeof themes)[number];
        }}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {name === 'system' ? 'System' : `${name[0]!.toUpperCase()}${name.slice(1)}`}
          </option>
        ))}
      </select>
    </label>
  );
}
