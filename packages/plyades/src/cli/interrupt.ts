// Ctrl-C, and SIGTERM, which supervisors and `timeout` send. The first one asks the running command for the best answer
// so far; the second one ends the program at once.
import { exitCodes } from './exit.js';

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Handles Ctrl-C, for a line editor that takes the key before it becomes a signal. */
  press(): void;
}

/** From this call on Ctrl-C or SIGTERM aborts the signal, and the program will exit with 130. */
export function catchInterrupt(): Interrupt {
  const controller = new AbortController();
  const press = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    process.exitCode = exitCodes.interrupted;
    controller.abort();
  };
  process.on('SIGINT', press);
  process.on('SIGTERM', press);
  return { signal: controller.signal, press };
}

/**
 * The first SIGTERM, SIGINT or SIGHUP, which a closed terminal sends, for programs that run until they get one; a second
 * ends them at once.
 */
export function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(exitCodes.interrupted);
        asked = true;
        resolve(signal);
      });
    }
  });
}
