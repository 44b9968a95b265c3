// Signals whose values outlive a reload of the page. What is stored may come from another build, so it is checked.
import { effect, type Signal, signal } from '@preact/signals';

const PREFIX = 'plyades-studio:';

/** A signal that begins with the stored value, where there is one and `isValid` takes it. */
export function stored<T>(name: string, first: T, isValid: (value: unknown) => boolean): Signal<T> {
  const key = PREFIX + name;
  const found = read(key);
  const value = signal<T>(found !== undefined && isValid(found) ? (found as T) : first);
  effect(() => write(key, value.value));
  return value;
}

function read(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Storage may be forbidden, and its text may be anything.
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The page works without storage, too.
  }
}
