// The address of what is shown: `#/tree?run=...`. The fragment is never sent to a server, so a link is a run and a view
// and nothing else. Parameters belong to views; `run` is the packed run that several views show.
import { signal } from '@preact/signals';

export const viewNames = ['board', 'tree', 'processors', 'laboratory', 'proof', 'cluster'] as const;
export type ViewName = (typeof viewNames)[number];

export interface Route {
  readonly view: ViewName;
  readonly parameters: ReadonlyMap<string, string>;
}

/** More than a link may have: what is cut here is refused as too long when the run is read. */
const MAX_FRAGMENT = 200_000;

/** Reads a fragment with or without its `#`. A fragment that names no view shows the board. */
export function parseRoute(fragment: string): Route {
  const text = fragment.replace(/^#/, '').slice(0, MAX_FRAGMENT);
  // A link that names a run alone, as `plyades sim` prints it.
  if (text.startsWith('run=')) return { view: 'laboratory', parameters: readParameters(text) };
  const [path = '', query = ''] = text.replace(/^\//, '').split(/\?(.*)/s);
  const view = viewNames.find((name) => name === path) ?? 'board';
  return { view, parameters: readParameters(query) };
}

function readParameters(query: string): ReadonlyMap<string, string> {
  return new Map(new URLSearchParams(query));
}

/** The fragment of a route, with its `#`. */
export function makeRoute({ view, parameters }: Route): string {
  const query = new URLSearchParams([...parameters]).toString();
  return `#/${view}${query === '' ? '' : `?${query}`}`;
}

/** What is shown now. */
export const route = signal<Route>(parseRoute(location.hash));

addEventListener('hashchange', () => {
  if (location.hash !== makeRoute(route.peek())) route.value = parseRoute(location.hash);
});

/** Shows another view; the run that is shown stays. */
export function show(view: ViewName, parameters: Readonly<Record<string, string>> = {}): void {
  const run = route.peek().parameters.get('run');
  const all = { ...(run !== undefined && { run }), ...parameters };
  const next = { view, parameters: new Map(Object.entries(all)) };
  route.value = next;
  history.pushState(null, '', makeRoute(next));
}

/** Changes parameters of the route in place, without a new entry of the history; undefined removes one. */
export function setParameters(changes: Readonly<Record<string, string | undefined>>): void {
  const { view, parameters } = route.peek();
  const next = new Map(parameters);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  route.value = { view, parameters: next };
  history.replaceState(null, '', makeRoute(route.peek()));
}

addEventListener('popstate', () => {
  route.value = parseRoute(location.hash);
});
