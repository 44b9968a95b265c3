// The line that shows a search thinking: on a terminal it is rewritten in place on stderr, elsewhere
// there is none. It ticks between two reports, so that a long depth does not look like a hang.

const TICK_MS = 100;

export interface ProgressLine {
  /** Sets the text of the line, given the seconds since it was begun. */
  show(text: (seconds: number) => string): void;
  /** Takes the line away. */
  end(): void;
}

const silent: ProgressLine = { show: () => {}, end: () => {} };

export async function beginProgress(): Promise<ProgressLine> {
  if (process.stderr.isTTY !== true) return silent;
  const { createLogUpdate } = await import('log-update');
  const log = createLogUpdate(process.stderr, { showCursor: true });
  const began = performance.now();
  let current: ((seconds: number) => string) | undefined;
  const draw = () => {
    const text = current?.((performance.now() - began) / 1000);
    if (text !== undefined) log(text.slice(0, process.stderr.columns || 80));
  };
  const timer = setInterval(draw, TICK_MS);
  return {
    show(text) {
      current = text;
      draw();
    },
    end() {
      clearInterval(timer);
      log.clear();
      log.done();
    },
  };
}
