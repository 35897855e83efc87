import { defOf, exactFields, unquoteExact } from "@forgehand/core/contract";
import { type Dialect, toWire } from "@forgehand/core/dialects";
import type * as z from "zod/mini";

type Texts = WeakMap<object, string>;

const writtenIn = new WeakMap<Dialect, WeakMap<z.core.$ZodType, Texts>>();

/**
 * A value of the contract's as JSON on the wire: in a vendor's names, with integers past 2^53 as bare numbers. The items of
 * a list that come again, the same objects (`Database.remember`), are written once.
 */
export function wireText(dialect: Dialect, schema: z.core.$ZodType, value: unknown): string {
  const def = defOf(schema);
  if (Array.isArray(value) && def.type === "array") return listText(dialect, def.element, value);
  if (typeof value === "object" && value !== null && def.type === "object") {
    const lists = Object.entries(value).filter(([name, field]) => isLong(field) && isList(def.shape[name]));
    if (lists.length > 0) return wrappedText(dialect, schema, value, def.shape, lists);
    return keptText(dialect, schema, value);
  }
  return plainText(dialect, schema, value);
}

const isLong = (field: unknown) => Array.isArray(field) && field.length > 0;
const isList = (schema: z.core.$ZodType | undefined) => schema !== undefined && defOf(schema).type === "array";

function listText(dialect: Dialect, element: z.core.$ZodType, items: readonly unknown[]): string {
  return `[${items.map((item) => keptText(dialect, element, item)).join(",")}]`;
}

/** An object around a list: everything else in it, then the list. */
function wrappedText(
  dialect: Dialect,
  schema: z.core.$ZodType,
  value: object,
  shape: z.core.$ZodShape,
  lists: readonly [name: string, field: unknown][],
): string {
  const names = new Set(lists.map(([name]) => name));
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
  const parts = lists.map(([name, field]) => {
    const inner = shape[name];
    // A list's own name may be a vendor's: asked for by an object that has nothing else.
    const [wireName = name] = Object.keys(Object(toWire(dialect, schema, { [name]: [] })));
    return `${JSON.stringify(wireName)}:${inner ? wireText(dialect, inner, field) : JSON.stringify(field)}`;
  });
  const text = plainText(dialect, schema, rest).slice(1, -1);
  return `{${[...(text === "" ? [] : [text]), ...parts].join(",")}}`;
}

function keptText(dialect: Dialect, schema: z.core.$ZodType, value: unknown): string {
  if (typeof value !== "object" || value === null) return plainText(dialect, schema, value);
  const texts = textsOf(dialect, schema);
  const before = texts.get(value);
  if (before !== undefined) return before;
  const text = plainText(dialect, schema, value);
  texts.set(value, text);
  return text;
}

function textsOf(dialect: Dialect, schema: z.core.$ZodType): Texts {
  const schemas = writtenIn.get(dialect) ?? new WeakMap<z.core.$ZodType, Texts>();
  writtenIn.set(dialect, schemas);
  const texts = schemas.get(schema) ?? new WeakMap<object, string>();
  schemas.set(schema, texts);
  return texts;
}

function plainText(dialect: Dialect, schema: z.core.$ZodType, value: unknown): string {
  return unquoteExact(JSON.stringify(toWire(dialect, schema, value)), exactFields(schema));
}
