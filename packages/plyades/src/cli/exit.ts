// How a command ends. Every way out has its own exit code, and an error for the terminal carries
// what its one line needs: a code, what is wrong, where, and what to do about it.
import type { InputError } from '../core/errors.js';

export const exitCodes = {
  done: 0,
  internal: 1,
  badInput: 2,
  missingPart: 3,
  interrupted: 130,
} as const;

/** Mistakes that only a command line has, beside the library's codes. */
export type RefusalCode = InputError['code'] | 'ERR_ARGUMENT' | 'ERR_COMMAND' | 'ERR_RULES';

/** Where on the command line something was refused. */
export interface RefusalPlace {
  /** The option or argument, as the user wrote it: `--position`, `GAME`. */
  readonly where?: string;
  /** The whole text that was given there, for the caret line. */
  readonly text?: string;
  /** The next step, a clause without a full stop. */
  readonly advice?: string;
}

/** Input that was refused: exit 2, one line, no stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  /** 0-based index into `text`. */
  readonly at: number | undefined;
  readonly place: RefusalPlace;

  constructor(code: RefusalCode, message: string, place: RefusalPlace = {}, at?: number) {
    super(message);
    this.code = code;
    this.place = place;
    this.at = at;
  }

  static of(error: InputError, place: RefusalPlace): Refusal {
    return new Refusal(error.code, error.message, place, error.at);
  }
}
