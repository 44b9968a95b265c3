// The theme, and its colours for canvases. Style sheets use the same names by themselves.
import { effect, signal } from '@preact/signals';
import { stored } from '../shell/stored.js';

const probe = document.createElement('span');
const cache = new Map<string, string>();

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The theme that the reader chose. */
export const theme = stored<Theme>('theme', 'system', (value) => themes.includes(value as Theme));

/** Grows whenever colours may have changed: a canvas that reads it draws again. */
export const colourVersion = signal(0);

effect(() => {
  const { documentElement } = document;
  if (theme.value === 'system') documentElement.removeAttribute('data-theme');
  else documentElement.setAttribute('data-theme', theme.value);
  cache.clear();
  colourVersion.value = colourVersion.peek() + 1;
});

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  cache.clear();
  colourVersion.value++;
});

/** The colour behind a name of tokens.css, such as `node-certain`, in the theme of now. */
export function colour(name: string): string {
  let found = cache.get(name);
  if (found === undefined) {
    if (!probe.isConnected) {
      probe.hidden = true;
      document.body.append(probe);
    }
    probe.style.color = `var(--${name})`;
    found = getComputedStyle(probe).color;
    cache.set(name, found);
  }
  return found;
}
