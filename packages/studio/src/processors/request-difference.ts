// What was changed between two requests, in words.
import type { SimulationRequest } from '../runs/request.js';

/** Such as `faults none → crash:3@2ms+1ms`; from the other run to the current one. */
export function sayChanges(current: SimulationRequest, other: SimulationRequest): string[] {
  const keys = [...new Set([...Object.keys(current), ...Object.keys(other)])];
  return keys
    .map((key) => key as keyof SimulationRequest)
    .filter((key) => JSON.stringify(current[key]) !== JSON.stringify(other[key]))
    .map((key) =>
      key === 'position'
        ? 'another position'
        : `${key} ${makeText(other[key])} → ${makeText(current[key])}`,
    );
}

/** Longer values say little. */
const MAX_TEXT = 60;

function makeText(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? 'default');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text || 'default';
}
