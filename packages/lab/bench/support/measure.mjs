// Time and how rounds become figures. CPU time of the measuring process, because other programs on
// the machine then do not count; what they take away in caches and clock rate hits both sides of a
// comparison alike, since the sides run in turn, round by round.

/** Time of this process on any core, in seconds. */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Runs `act` and returns the CPU seconds it took. */
export function timed(act) {
  const from = cpuSeconds();
  act();
  return cpuSeconds() - from;
}

/** The value below which a share of the list lies, interpolated. */
export function quantile(list, share) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  return low + (high - low) * (at - Math.floor(at));
}

export const median = (list) => quantile(list, 0.5);
export const sum = (list) => list.reduce((total, each) => total + each, 0);
