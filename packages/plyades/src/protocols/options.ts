// The options that an engine offers, as its `option` lines declare them, and the check of a value against a
// declaration, for engines and for clients.
import { type InputError, inputError, quote } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
import { words } from './protocol.js';
import { Tokens } from './tokens.js';

/** Kinds of engine options in UCI and USI. */
export const optionKinds = ['check', 'spin', 'combo', 'button', 'string', 'filename'] as const;

/** `check` is true or false, `spin` a whole number, `combo` one of several words, `button` has no value. */
export type OptionKind = (typeof optionKinds)[number];

/** An option that `setoption` sets. Names are compared without regard to case. */
export interface EngineOption {
  /** May have spaces, such as `Skill Level`. */
  readonly name: string;
  readonly kind: OptionKind;
  /** As text; a string may be empty, a button has none. */
  readonly default?: string;
  /** Of a spin. */
  readonly min?: number;
  readonly max?: number;
  /** Of a combo. */
  readonly choices?: readonly string[];
}

/** The words that may follow a name; a name ends where one of them begins. */
const parts = ['type', 'default', 'min', 'max', 'var'];

/** Reads what follows the word `option`; undefined when it declares none. */
export function parseOption(text: string): EngineOption | undefined {
  const tokens = new Tokens(text);
  if (tokens.take() !== 'name') return undefined;
  const name = tokens.takeUntil((word) => word === 'type').join(' ');
  tokens.take();
  const kind = optionKinds.find((known) => known === tokens.peek());
  tokens.take();
  if (name === '' || kind === undefined) return undefined;
  const choices: string[] = [];
  const option: { default?: string; min?: number; max?: number } = {};
  while (!tokens.done) {
    const part = tokens.take();
    const value = tokens.takeUntil((word) => parts.includes(word)).join(' ');
    if (part === 'default') option.default = value === '<empty>' ? '' : value;
    else if (part === 'var') choices.push(value);
    else if (part === 'min' || part === 'max') {
      const bound = new Tokens(value).takeInteger();
      if (bound !== undefined) option[part] = bound;
    }
  }
  return { name, kind, ...option, ...(choices.length > 0 && { choices }) };
}

/** The text after the word `option`. */
export function makeOption(option: EngineOption): string {
  const { name, kind, min, max, choices = [] } = option;
  const value = option.default === '' ? '<empty>' : option.default;
  const line = [`name ${name} type ${kind}`];
  if (value !== undefined) line.push(`default ${value}`);
  if (min !== undefined) line.push(`min ${min}`);
  if (max !== undefined) line.push(`max ${max}`);
  return [...line, ...choices.map((choice) => `var ${choice}`)].join(' ');
}

/** What every USI engine takes, whether it declares it or not. */
export const usiOptions: readonly EngineOption[] = [
  { name: words.usi.hash, kind: 'spin', min: 1 },
  { name: words.usi.ponder, kind: 'check' },
];

/** The option of this name; `Hash` and `Ponder` are the same as USI's names for them. */
export function findOption(
  options: readonly EngineOption[],
  name: string,
): EngineOption | undefined {
  const wanted = name.toLowerCase();
  const bare = withoutUsi(wanted);
  return (
    options.find((option) => option.name.toLowerCase() === wanted) ??
    options.find((option) => withoutUsi(option.name.toLowerCase()) === bare)
  );
}

const withoutUsi = (name: string): string => name.replace(/^usi_/, '');

/**
 * The value as the option takes it, or ERR_OPTION: no such option, a number out of its range, none of its
 * choices. The value of a button is undefined.
 */
export function checkOption(
  options: readonly EngineOption[],
  name: string,
  value: string | undefined,
): Result<string | undefined, InputError> {
  const option = findOption(options, name);
  const refuse = (message: string) => err(inputError('ERR_OPTION', message, value ?? name));
  if (option === undefined) {
    const known = options.map((each) => each.name).join(', ') || 'none';
    return refuse(`no option ${quote(name)}: expected one of ${known}`);
  }
  if (option.kind === 'button') return ok(undefined);
  if (value === undefined) return refuse(`option ${option.name} needs a value`);
  if (option.kind === 'check' && !['true', 'false'].includes(value.toLowerCase())) {
    return refuse(`option ${option.name} ${quote(value)}: expected true or false`);
  }
  if (option.kind === 'spin') {
    const number = new Tokens(value).takeInteger();
    const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = option;
    if (number === undefined || number < min || number > max) {
      const expected = `expected a whole number from ${min} to ${max}`;
      return refuse(`option ${option.name} ${quote(value)}: ${expected}`);
    }
  }
  if (option.kind === 'combo') {
    const choice = option.choices?.find((each) => each.toLowerCase() === value.toLowerCase());
    if (choice === undefined) {
      const expected = `expected one of ${(option.choices ?? []).join(', ')}`;
      return refuse(`option ${option.name} ${quote(value)}: ${expected}`);
    }
    return ok(choice);
  }
  return ok(option.kind === 'check' ? value.toLowerCase() : value);
}
