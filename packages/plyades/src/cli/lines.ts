// Lines from the user, one at a time when they are wanted: typed at a prompt, or read from a pipe,
// where lines that arrive early wait.
import { createInterface } from 'node:readline';
import type { Interrupt } from './interrupt.js';

export interface LineReader {
  /** The next line without blanks around it; undefined at the end of input or after Ctrl-C. */
  next(prompt: string): Promise<string | undefined>;
  close(): void;
}

export function openLines(interrupt: Interrupt): LineReader {
  const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const reader = createInterface({ input: process.stdin, output: process.stdout, terminal });
  const lines = reader[Symbol.asyncIterator]();
  // A line editor switches the terminal's own Ctrl-C off.
  reader.on('SIGINT', interrupt.press);
  interrupt.signal.addEventListener('abort', () => reader.close());
  return {
    async next(prompt) {
      if (interrupt.signal.aborted) return undefined;
      if (terminal) {
        reader.setPrompt(prompt);
        reader.prompt();
      }
      const { value, done } = await lines.next();
      if (!done && !interrupt.signal.aborted) return String(value).trim();
      if (terminal) process.stdout.write('\n');
      return undefined;
    },
    close: () => reader.close(),
  };
}
