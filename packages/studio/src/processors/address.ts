// The selected process and the visible span in the address, so that a reload or a link shows them again.
import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { route, setParameters } from '../shell/route.js';
import { makePlace, parsePlace } from './place.js';
import { selected, zoomed } from './view-state.js';

/** Browsers refuse to change an address many times a second. */
const REST_MS = 300;

/** Takes the place from the address when the view is first shown, and keeps it there. */
export function useAddress(): void {
  useEffect(() => {
    const { process, span } = parsePlace(route.peek().parameters);
    if (process !== undefined) selected.value = process;
    if (span !== undefined) zoomed.value = span;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const dispose = effect(() => {
      const place = makePlace({ process: selected.value, span: zoomed.value });
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { view, parameters } = route.peek();
        const isNew = Object.entries(place).some(([name, value]) => parameters.get(name) !== value);
        if (view === 'processors' && isNew) setParameters(place);
      }, REST_MS);
    });
    return () => {
      dispose();
      clearTimeout(timer);
    };
  }, []);
}
