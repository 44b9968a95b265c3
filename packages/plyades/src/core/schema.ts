// Descriptions of data that comes from outside: options of a program, flags, JSON of a file or of another
// machine. A description is data itself: its kind, its range, what it stands for when it is left out, and one line
// of help, so that the same record checks a value, names what was expected, and gives the command line its flags.
// Worker threads of a browser load no packages, which is why this is not one of the well-known libraries.
import {
  describeInput,
  type InputErrorCode,
  inputError,
  MAX_QUOTED,
  PlyadesError,
  printable,
  quote,
  refuse,
  refuseOption,
} from './errors.js';
import { err, ok, type Result } from './result.js';
import { didYouMean } from './similar.js';

/** What documents and the command line say of a value. */
export interface SchemaNotes {
  /** One line without a full stop. */
  readonly help?: string;
  /** What a number counts, or a word for the value: `nodes`, `plies`. */
  readonly unit?: string;
  /** The value when nothing is given: a required field of a record is filled in with it. */
  readonly default?: unknown;
  /** The code of a refusal; the caller's if not given. */
  readonly code?: InputErrorCode;
  /** True: the command line has a flag of its own for it; `no`, for what is usually true: one that turns it off. */
  readonly flag?: boolean | 'no';
}

interface SchemaKinds {
  readonly integer: { readonly least: number; readonly most: number };
  readonly number: { readonly least: number; readonly most: number };
  readonly boolean: object;
  readonly choice: { readonly names: readonly string[] };
  readonly text: { readonly most: number; readonly pattern?: RegExp; readonly printable: boolean };
  readonly bytes: { readonly most: number };
  readonly list: { readonly item: AnySchema; readonly most: number };
  readonly record: {
    readonly required: SchemaFields;
    readonly optional: SchemaFields;
    /** True: fields of other names are dropped, not refused. */
    readonly open: boolean;
  };
  readonly object: object;
  readonly either: { readonly options: readonly AnySchema[] };
  readonly variants: { readonly records: SchemaFields };
}

type Described = {
  [K in keyof SchemaKinds]: { readonly kind: K } & SchemaKinds[K];
}[keyof SchemaKinds];

/** The description of a value of type T; `valueType` is never there and carries the type. */
export type Schema<T> = Described & { readonly notes: SchemaNotes; readonly valueType?: T };
// biome-ignore lint/suspicious/noExplicitAny: only the user of the value needs its type.
export type AnySchema = Schema<any>;
export type SchemaFields = Readonly<Record<string, AnySchema>>;
export type RecordSchema<T> = Extract<Schema<T>, { readonly kind: 'record' }>;

/** The type of the values that a description accepts. */
export type ValueOf<S> = S extends { readonly valueType?: infer T } ? Exclude<T, undefined> : never;

type Values<F extends SchemaFields> = { readonly [K in keyof F]: ValueOf<F[K]> };
type Flat<T> = { [K in keyof T]: T[K] };

/** A whole number of this range, both ends included. */
export const integer = (least: number, most: number, notes: SchemaNotes = {}): Schema<number> => ({
  kind: 'integer',
  least,
  most,
  notes,
});

/** A number of this range, both ends included. */
export const number = (least: number, most: number, notes: SchemaNotes = {}): Schema<number> => ({
  kind: 'number',
  least,
  most,
  notes,
});

export const boolean = (notes: SchemaNotes = {}): Schema<boolean> => ({ kind: 'boolean', notes });

/** One of a few words. */
export const choice = <const T extends string>(
  names: readonly T[],
  notes: SchemaNotes = {},
): Schema<T> => ({ kind: 'choice', names, notes });

/** Text of at most this many characters. */
export const text = (most: number, pattern?: RegExp, notes: SchemaNotes = {}): Schema<string> => ({
  kind: 'text',
  most,
  printable: false,
  ...(pattern && { pattern }),
  notes,
});

/** Text for people: characters that could move the cursor of a terminal are written as their numbers. */
export const printableText = (most: number, notes: SchemaNotes = {}): Schema<string> => ({
  kind: 'text',
  most,
  printable: true,
  notes,
});

export const bytes = (most: number, notes: SchemaNotes = {}): Schema<Uint8Array> => ({
  kind: 'bytes',
  most,
  notes,
});

export const list = <T>(
  item: Schema<T>,
  most: number,
  notes: SchemaNotes = {},
): Schema<readonly T[]> => ({ kind: 'list', item, most, notes });

/** An object of any fields; the receiver checks them. */
export const object = (notes: SchemaNotes = {}): Schema<Readonly<Record<string, unknown>>> => ({
  kind: 'object',
  notes,
});

/** An object with these fields, perhaps some of the optional ones, and no others. */
export const record = <R extends SchemaFields, O extends SchemaFields = Record<never, never>>(
  required: R,
  optional: O = {} as O,
  notes: SchemaNotes = {},
): RecordSchema<Flat<Values<R> & Partial<Values<O>>>> => ({
  kind: 'record',
  required,
  optional,
  open: false,
  notes,
});

/** The same for messages of a protocol that others extend: fields of other names are dropped. */
export const openRecord = <R extends SchemaFields, O extends SchemaFields = Record<never, never>>(
  required: R,
  optional: O = {} as O,
): RecordSchema<Flat<Values<R> & Partial<Values<O>>>> => ({
  ...record(required, optional),
  open: true,
});

/** A value that fits one of these descriptions; the first one that fits reads it. */
export const either = <const S extends readonly AnySchema[]>(
  options: S,
  notes: SchemaNotes = {},
): Schema<ValueOf<S[number]>> => ({ kind: 'either', options, notes });

/** Messages by their `type`, each with the fields of its record. */
export const variants = <V extends Readonly<Record<string, RecordSchema<unknown>>>>(
  records: V,
): Schema<
  { [K in keyof V & string]: Flat<{ readonly type: K } & ValueOf<V[K]>> }[keyof V & string]
> => ({ kind: 'variants', records, notes: {} });

/** Why a value was refused. */
export interface SchemaRefusal {
  /** Such as `request.clock.remainingMs`; empty for the value as a whole. */
  readonly path: string;
  readonly value: unknown;
  /** What was expected there, as a noun: `an integer from 1 to 128`. */
  readonly expected: string;
  readonly code?: InputErrorCode;
}

/** One sentence without a full stop. */
export function makeRefusal({ path, value, expected }: SchemaRefusal): string {
  if (path === '') return `expected ${expected}`;
  const shown = writeValue(value);
  return `${path}${shown === '' ? '' : ` ${shown}`}: expected ${expected}`;
}

/** The value in a message; nothing for what is too large to show. */
function writeValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'object' || typeof value === 'function' || value === undefined
    ? ''
    : String(value);
}

class Refused extends Error {
  readonly refusal: SchemaRefusal;

  constructor(refusal: SchemaRefusal) {
    super(makeRefusal(refusal));
    this.refusal = refusal;
  }
}

/** Checks a value and fills in what was left out; `path` names the value in messages. */
export function parseValue<T>(
  schema: Schema<T>,
  value: unknown,
  path = '',
): Result<T, SchemaRefusal> {
  try {
    return ok(check(schema, value, path) as T);
  } catch (error) {
    if (error instanceof Refused) return err(error.refusal);
    throw error;
  }
}

/** The same, but throws a PlyadesError with this code. */
export function requireValue<T>(
  schema: Schema<T>,
  value: unknown,
  path = '',
  code: InputErrorCode = 'ERR_OPTION',
): T {
  const parsed = parseValue(schema, value, path);
  if (parsed.ok) return parsed.value;
  throw refusalError(parsed.error, parsed.error.code ?? code);
}

export function refusalError(refusal: SchemaRefusal, code: InputErrorCode): PlyadesError {
  const { value } = refusal;
  const input = typeof value === 'string' ? value : writeValue(value);
  return PlyadesError.refusing(inputError(code, makeRefusal(refusal), input));
}

type KeysOf<T> = T extends unknown ? keyof T & string : never;

/** The names of all options of a type, or of every member of a union; the compiler refuses one that is missing. */
export const optionNames = <T>(names: Readonly<Record<KeysOf<T>, true>>): readonly KeysOf<T>[] =>
  Object.keys(names) as KeysOf<T>[];

/** Throws ERR_OPTION unless `options` is an object whose fields have these names; `group` names it in messages. */
export function checkNames(group: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    const message = `${group || 'options'} ${describeInput(options)}: expected an object`;
    refuse('ERR_OPTION', message, options);
  }
  const unknown = Object.entries(options).find(
    ([name, value]) => value !== undefined && !names.includes(name),
  );
  if (unknown === undefined) return;
  const name = printable(unknown[0]).slice(0, MAX_QUOTED);
  const expected = `expected one of ${names.join(', ')}${didYouMean(name, names)}`;
  refuseOption(group === '' ? name : `${group}.${name}`, undefined, expected);
}

/** Bytes of the longest JSON that is read at all. */
export const MAX_JSON = 1 << 20;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads JSON of a file or of another machine. */
export function parseJson<T>(
  schema: Schema<T>,
  data: Uint8Array,
  most = MAX_JSON,
  path = 'message',
): Result<T, SchemaRefusal> {
  if (data.length > most) {
    return err({ path, value: undefined, expected: `at most ${most} bytes, not ${data.length}` });
  }
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(data));
  } catch {
    return err({ path, value: undefined, expected: 'JSON' });
  }
  return parseValue(schema, value, path);
}

/** Reads JSON; undefined when it is none of this description. */
export function tryJson<T>(schema: Schema<T>, data: Uint8Array, most = MAX_JSON): T | undefined {
  const parsed = parseJson(schema, data, most);
  return parsed.ok ? parsed.value : undefined;
}

/** What is expected of a value, as a noun. */
export function expectedOf(schema: AnySchema): string {
  switch (schema.kind) {
    case 'integer':
      return `an integer from ${schema.least} to ${schema.most}`;
    case 'number':
      return `${schema.notes.unit ?? 'a number'} from ${schema.least} to ${schema.most}`;
    case 'boolean':
      return 'true or false';
    case 'choice':
      return schema.names.length === 1 ? schema.names[0]! : `one of ${schema.names.join(', ')}`;
    case 'text':
      return `text of at most ${schema.most} characters${schema.pattern ? ` like ${schema.pattern.source}` : ''}`;
    case 'bytes':
      return `at most ${schema.most} bytes`;
    case 'list':
      return `a list of at most ${schema.most} items`;
    case 'record':
    case 'object':
      return 'an object';
    case 'either':
      return schema.options
        .map((each) => (each.kind === 'choice' ? each.names.join(', ') : expectedOf(each)))
        .join(' or ');
    case 'variants':
      return `an object whose type is ${Object.keys(schema.records).join(', ')}`;
  }
}

function check(schema: AnySchema, value: unknown, path: string): unknown {
  const reject = (expected = expectedOf(schema)): never => {
    const { code } = schema.notes;
    throw new Refused({ path, value, expected, ...(code && { code }) });
  };
  switch (schema.kind) {
    case 'integer':
    case 'number': {
      const isKind = schema.kind === 'integer' ? Number.isInteger(value) : !Number.isNaN(value);
      const fits = typeof value === 'number' && isKind;
      return fits && value >= schema.least && value <= schema.most ? value : reject();
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : reject();
    case 'choice':
      return (schema.names as readonly unknown[]).includes(value) ? value : reject();
    case 'text': {
      if (typeof value !== 'string' || value.length > schema.most) return reject();
      if (schema.pattern && !schema.pattern.test(value)) return reject();
      return schema.printable ? printable(value) : value;
    }
    case 'bytes':
      return value instanceof Uint8Array && value.length <= schema.most ? value : reject();
    case 'list': {
      if (!Array.isArray(value) || value.length > schema.most) return reject();
      return value.map((each, index) => check(schema.item, each, `${path}[${index}]`));
    }
    case 'object':
      return isObject(value) ? value : reject();
    case 'record':
      return isObject(value) ? checkRecord(schema, value, path) : reject();
    case 'either':
      return checkEither(schema.options, value, path) ?? reject();
    case 'variants': {
      if (!isObject(value)) return reject();
      const { type, ...rest } = value;
      const known = typeof type === 'string' && Object.hasOwn(schema.records, type);
      if (!known) return reject();
      const fields = check(schema.records[type]!, rest, `${path} ${type}`) as object;
      return { type, ...fields };
    }
  }
}

function checkRecord(
  { required, optional, open }: SchemaKinds['record'],
  value: Readonly<Record<string, unknown>>,
  path: string,
): object {
  const under = (name: string) => (path === '' ? name : `${path}.${name}`);
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(required)) {
    const given = value[name] === undefined ? schema.notes.default : value[name];
    read[name] = check(schema, given, under(name));
  }
  for (const [name, schema] of Object.entries(optional)) {
    if (value[name] !== undefined) read[name] = check(schema, value[name], under(name));
  }
  const names = [...Object.keys(required), ...Object.keys(optional)];
  const unknown = Object.keys(value).find(
    (name) => value[name] !== undefined && !names.includes(name),
  );
  if (open || unknown === undefined) return read;
  const name = printable(unknown).slice(0, MAX_QUOTED);
  const known = `one of ${names.join(', ')}${didYouMean(name, names)}`;
  const expected = names.length === 0 ? 'no fields' : known;
  throw new Refused({ path: under(name), value: undefined, expected });
}

/** What the first fitting description makes of it; undefined when none fits. */
function checkEither(options: readonly AnySchema[], value: unknown, path: string): unknown {
  for (const option of options) {
    const parsed = parseValue(option, value, path);
    if (parsed.ok) return parsed.value;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
