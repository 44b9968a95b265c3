// Output to the terminal. Results go to stdout and everything about the way there to stderr, so
// that a pipe carries results only. Colours are for terminals, stream by stream, and NO_COLOR turns
// them off.
import pc from 'picocolors';

type Stream = NodeJS.WriteStream & { readonly isTTY?: boolean };

/** The colours of a stream; on anything but a terminal they do nothing. */
export function colours(stream: Stream): ReturnType<typeof pc.createColors> {
  const plain = process.env.NO_COLOR || process.env.TERM === 'dumb';
  return pc.createColors(stream.isTTY === true && !plain);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** The machine's answer. Callers print it last, so that it is the last line of stdout. */
export function printJson(value: object): void {
  print(JSON.stringify(value));
}

/**
 * A reader that has seen enough (`plyades games | head -1`) closes the pipe: that ends the program,
 * quietly and at once. Other write errors, such as a full disk, are real.
 */
export function endWithReader(onError: (error: Error) => void): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      onError(error);
    });
  }
}

/** Text in columns, two spaces apart. `right` lists the columns of numbers. */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = []) {
  const widths = rows.reduce<number[]>((wide, row) => {
    return row.map((cell, index) => Math.max(cell.length, wide[index] ?? 0));
  }, []);
  const lines = rows.map((row) => {
    const cells = row.map((cell, index) => {
      return right.includes(index) ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!);
    });
    return cells.join('  ').trimEnd();
  });
  return lines.join('\n');
}
