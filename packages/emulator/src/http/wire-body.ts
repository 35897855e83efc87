import { hash } from "node:crypto";
import { bigIntegerFields, defOf, unquoteBigIntegers } from "@forgehand/core/contract";
import { type Dialect, toWire } from "@forgehand/core/dialects";
import { lazy } from "@forgehand/core/internal";
import type * as z from "zod/mini";

/** A body as it goes over the wire. */
export interface WireBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What tells its bytes from all others; found when it is asked for, once. */
  readonly digest: () => string;
}

/** What an object was written as, by its schema. */
type Kept = WeakMap<object, WireBody>;

const writtenIn = new WeakMap<Dialect, WeakMap<z.core.$ZodType, Kept>>();

/**
 * A value of the contract's as JSON on the wire: in a vendor's names, with integers past 2^53 as bare numbers. What comes
 * again, the same objects (`Database.remember`), is written once, by itself and in lists.
 */
export function wireBody(dialect: Dialect, schema: z.core.$ZodType, value: unknown): WireBody {
  const def = defOf(schema);
  if (Array.isArray(value) && def.type === "array" && value.some(isObject)) {
    return listBody(dialect, def.element, value);
  }
  if (typeof value === "object" && value !== null && def.type === "object") {
    const before = keptOf(dialect, schema).get(value);
    if (before) return before;
    const lists = Object.entries(value).filter(([name, field]) => isLong(field) && isList(def.shape[name]));
    if (lists.length > 0) return wrappedBody(dialect, schema, value, def.shape, lists);
    return keptBody(dialect, schema, value);
  }
  return bodyOf(plainText(dialect, schema, value));
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;
const isLong = (field: unknown) => Array.isArray(field) && field.length > 0;
const isList = (schema: z.core.$ZodType | undefined) => schema !== undefined && defOf(schema).type === "array";

/** A list that was sent, by its items. */
interface SentList {
  readonly element: z.core.$ZodType;
  readonly dialect: Dialect;
  readonly items: readonly unknown[];
  readonly body: WireBody;
}

/** The lists that were sent last: who asks again for what has not changed gets the same bytes. */
const sentLists: SentList[] = [];
const MOST_LISTS = 16;
/** How many bytes a list may have that is kept. */
const LARGEST_KEPT = 1_000_000;

function listBody(dialect: Dialect, element: z.core.$ZodType, items: readonly unknown[]): WireBody {
  const before = sentLists.find(
    (sent) =>
      sent.element === element &&
      sent.dialect === dialect &&
      sent.items.length === items.length &&
      sent.items.every((item, index) => item === items[index]),
  );
  if (before) return before.body;
  const parts = items.flatMap((item, index) => [index === 0 ? "" : ",", keptBody(dialect, element, item)]);
  const body = joined(["[", ...parts, "]"]);
  if (body.bytes.length <= LARGEST_KEPT) sentLists.unshift({ dialect, element, items, body });
  if (sentLists.length > MOST_LISTS) sentLists.pop();
  return body;
}

/** An object around a list: everything else in it, then the list. */
function wrappedBody(
  dialect: Dialect,
  schema: z.core.$ZodType,
  value: object,
  shape: z.core.$ZodShape,
  lists: readonly [name: string, field: unknown][],
): WireBody {
  const names = new Set(lists.map(([name]) => name));
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
  const text = plainText(dialect, schema, rest).slice(1, -1);
  const parts = lists.flatMap(([name, field], index) => {
    const inner = shape[name];
    // A list's own name may be a vendor's: asked for by an object that has nothing else.
    const [wireName = name] = Object.keys(Object(toWire(dialect, schema, { [name]: [] })));
    const start = `${index === 0 && text === "" ? "" : ","}${JSON.stringify(wireName)}:`;
    return [start, inner ? wireBody(dialect, inner, field) : JSON.stringify(field)];
  });
  return joined([`{${text}`, ...parts, "}"]);
}

function keptBody(dialect: Dialect, schema: z.core.$ZodType, value: unknown): WireBody {
  if (typeof value !== "object" || value === null) return bodyOf(plainText(dialect, schema, value));
  const kept = keptOf(dialect, schema);
  const before = kept.get(value);
  if (before) return before;
  const body = bodyOf(plainText(dialect, schema, value));
  kept.set(value, body);
  return body;
}

function keptOf(dialect: Dialect, schema: z.core.$ZodType): Kept {
  const schemas = writtenIn.get(dialect) ?? new WeakMap<z.core.$ZodType, Kept>();
  writtenIn.set(dialect, schemas);
  const kept = schemas.get(schema) ?? new WeakMap<object, WireBody>();
  schemas.set(schema, kept);
  return kept;
}

function plainText(dialect: Dialect, schema: z.core.$ZodType, value: unknown): string {
  return unquoteBigIntegers(JSON.stringify(toWire(dialect, schema, value)), bigIntegerFields(schema));
}

/** A text as a body. */
function bodyOf(text: string): WireBody {
  const bytes = Buffer.from(text);
  return { bytes, digest: lazy(() => hash("sha1", bytes, "hex")) };
}

/** Parts, one after the other. A digest of their digests stands for all their bytes, and takes less than those. */
function joined(parts: readonly (string | WireBody)[]): WireBody {
  const bytes = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part.bytes)));
  const digests = () => parts.map((part) => (typeof part === "string" ? JSON.stringify(part) : part.digest()));
  return { bytes, digest: lazy(() => hash("sha1", digests().join(" "), "hex")) };
}
