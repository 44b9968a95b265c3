// How a bench ends when it cannot measure. The exit codes are those of the command line `plyades`.

export const exitCodes = { wrong: 1, badInput: 2, missingPart: 3 };

/** One line for the terminal, without a stack. */
export class Failure extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A measured program gave another answer than it must: no figure of this run means anything. */
export function wrong(message) {
  return new Failure(exitCodes.wrong, `wrong result: ${message}`);
}

export function badInput(message) {
  return new Failure(exitCodes.badInput, message);
}

export function missingPart(message) {
  return new Failure(exitCodes.missingPart, message);
}
