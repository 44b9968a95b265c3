// "Did you mean ...?" for names: the nearest one by single edits, when it is near enough to be a slip
// of the fingers rather than another word.

/** The name that `word` was probably meant to be. */
export function similar(word: string, names: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const started = names.filter((name) => lower.length >= 2 && name.startsWith(lower));
  if (started.length === 1) return started[0];
  let best: string | undefined;
  // Two of five letters may be wrong, one of fewer: with more, unrelated names begin to match.
  let limit = Math.min(lower.length, Math.max(1, Math.floor(lower.length * 0.4)));
  for (const name of names) {
    if (Math.abs(name.length - lower.length) > limit) continue;
    const edits = distance(lower, name);
    if (edits <= limit) {
      best = name;
      limit = edits - 1;
    }
  }
  return best;
}

/** The same as a remark after a message; nothing when no name is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  const name = similar(word, names);
  return name === undefined ? '' : ` (did you mean ${name}?)`;
}

/** Edits (insert, delete, replace, swap of neighbours) that make one word the other. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, rows[i - 1]![j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
