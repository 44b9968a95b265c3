// The descriptions of JSON messages by their former names; new code imports core/schema.js.

import type { AnySchema, Schema, SchemaFields, ValueOf } from '../../core/schema.js';
import * as schema from '../../core/schema.js';

export { MAX_JSON, tryJson, variants } from '../../core/schema.js';

export type Check<T> = Schema<T>;
export type Checked<C> = ValueOf<C>;

export const text = (most: number, pattern?: RegExp) => schema.text(most, pattern);
export const words = (most: number) => schema.printableText(most);
export const whole = (least: number, most: number) => schema.integer(least, most);
export const real = (least: number, most: number) => schema.number(least, most);
export const yesNo = schema.boolean();
export const oneOf = <const T extends string>(...names: readonly T[]) => schema.choice(names);
export const list = <T>(item: Schema<T>, most: number) => schema.list(item, most);
export const loose = schema.object();
export const object = <R extends SchemaFields, O extends SchemaFields = Record<never, never>>(
  fields: R,
  may: O = {} as O,
) => schema.record(fields, may);

/** Reads a message; throws an Error that says what is wrong with it. */
export function readJson<T>(check: Schema<T>, bytes: Uint8Array, most = schema.MAX_JSON): T {
  const parsed = schema.parseJson(check, bytes, most);
  if (parsed.ok) return parsed.value;
  throw new Error(schema.makeRefusal(parsed.error));
}
export type { AnySchema };
