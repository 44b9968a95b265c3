// Numbers with their units, the same in every view.

/** `1,234,567` */
export const makeCount = (count: number): string => Math.round(count).toLocaleString('en-US');

/** Nanoseconds as `1.23 s`, `4.56 ms` or `7.8 µs`. */
export function makeTime(nanos: number): string {
  if (!Number.isFinite(nanos)) return '–';
  const size = Math.abs(nanos);
  if (size >= 1e9) return `${(nanos / 1e9).toFixed(2)} s`;
  if (size >= 1e6) return `${(nanos / 1e6).toFixed(2)} ms`;
  if (size >= 1e3) return `${(nanos / 1e3).toFixed(1)} µs`;
  return `${Math.round(nanos)} ns`;
}

/** `12.3 M nodes/s` */
export function makeRate(perSecond: number): string {
  return `${makeShort(perSecond)} nodes/s`;
}

/** `999`, `1.2 k`, `3.4 M`, `5.6 G` */
export function makeShort(count: number): string {
  if (!Number.isFinite(count)) return '–';
  const units = ['', ' k', ' M', ' G', ' T'];
  let size = count;
  let unit = 0;
  while (Math.abs(size) >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? Math.round(size) : size.toFixed(1)}${units[unit]}`;
}

/** `12.3 %` of a share 0 .. 1. */
export const makePercent = (share: number): string => `${(100 * share).toFixed(1)} %`;
