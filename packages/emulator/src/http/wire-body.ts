import { hash } from "node:crypto";
import { bigIntegerFields, defOf, unquoteBigIntegers } from "@forgehand/core/contract";
import { type Dialect, toWire } from "@forgehand/core/dialects";
import { lazy } from "@forgehand/core/internal";
import type * as z from "zod/mini";

/** A serialized body. */
export interface WireBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Digest that identifies the body, computed on first use. */
  readonly digest: () => string;
}

/** Serialized bodies by object, for one schema. */
type BodyCache = WeakMap<object, WireBody>;

const bodyCaches = new WeakMap<Dialect, WeakMap<z.core.$ZodType, BodyCache>>();

/**
 * Serializes a value of the contract as JSON in the dialect's vocabulary, with integers past 2^53 as bare numbers.
 * Bodies are cached per object, so unchanged objects (`Database.memoize`) are serialized only once, whether they are
 * sent alone or in lists.
 */
export function wireBody(dialect: Dialect, schema: z.core.$ZodType, value: unknown): WireBody {
  const def = defOf(schema);
  if (Array.isArray(value) && def.type === "array" && value.some(isObject)) {
    return listBody(dialect, def.element, value);
  }
  if (typeof value === "object" && value !== null && def.type === "object") {
    const cached = cacheFor(dialect, schema).get(value);
    if (cached) return cached;
    const lists = Object.entries(value).filter(
      ([name, field]) => isNonEmptyArray(field) && isListSchema(def.shape[name]),
    );
    if (lists.length > 0) return wrappedBody(dialect, schema, value, def.shape, lists);
    return cachedBody(dialect, schema, value);
  }
  return bodyOf(plainText(dialect, schema, value));
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;
const isNonEmptyArray = (field: unknown) => Array.isArray(field) && field.length > 0;
const isListSchema = (schema: z.core.$ZodType | undefined) => schema !== undefined && defOf(schema).type === "array";

/** A serialized list with its items. */
interface CachedList {
  readonly element: z.core.$ZodType;
  readonly dialect: Dialect;
  readonly items: readonly unknown[];
  readonly body: WireBody;
}

/** The most recently serialized lists, so that repeated requests for unchanged lists reuse the bytes. */
const recentLists: CachedList[] = [];
const MAX_LISTS = 16;
/** Maximum size of a cached list in bytes. */
const MAX_CACHED_BYTES = 1_000_000;

function listBody(dialect: Dialect, element: z.core.$ZodType, items: readonly unknown[]): WireBody {
  const cached = recentLists.find(
    (list) =>
      list.element === element &&
      list.dialect === dialect &&
      list.items.length === items.length &&
      list.items.every((item, index) => item === items[index]),
  );
  if (cached) return cached.body;
  const parts = items.flatMap((item, index) => [index === 0 ? "" : ",", cachedBody(dialect, element, item)]);
  const body = joinBodies(["[", ...parts, "]"]);
  if (body.bytes.length <= MAX_CACHED_BYTES) recentLists.unshift({ dialect, element, items, body });
  if (recentLists.length > MAX_LISTS) recentLists.pop();
  return body;
}

/** Serializes an object that wraps lists: its other fields, then the lists. */
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
    // The list's wire name, found by translating an object that has only this field.
    const [wireName = name] = Object.keys(Object(toWire(dialect, schema, { [name]: [] })));
    const start = `${index === 0 && text === "" ? "" : ","}${JSON.stringify(wireName)}:`;
    return [start, inner ? wireBody(dialect, inner, field) : JSON.stringify(field)];
  });
  return joinBodies([`{${text}`, ...parts, "}"]);
}

function cachedBody(dialect: Dialect, schema: z.core.$ZodType, value: unknown): WireBody {
  if (typeof value !== "object" || value === null) return bodyOf(plainText(dialect, schema, value));
  const cache = cacheFor(dialect, schema);
  const cached = cache.get(value);
  if (cached) return cached;
  const body = bodyOf(plainText(dialect, schema, value));
  cache.set(value, body);
  return body;
}

function cacheFor(dialect: Dialect, schema: z.core.$ZodType): BodyCache {
  const schemas = bodyCaches.get(dialect) ?? new WeakMap<z.core.$ZodType, BodyCache>();
  bodyCaches.set(dialect, schemas);
  const cache = schemas.get(schema) ?? new WeakMap<object, WireBody>();
  schemas.set(schema, cache);
  return cache;
}

function plainText(dialect: Dialect, schema: z.core.$ZodType, value: unknown): string {
  return unquoteBigIntegers(JSON.stringify(toWire(dialect, schema, value)), bigIntegerFields(schema));
}

/** Encodes a text as a body. */
function bodyOf(text: string): WireBody {
  const bytes = Buffer.from(text);
  return { bytes, digest: lazy(() => hash("sha1", bytes, "hex")) };
}

/** Concatenates parts. The digest is computed from the parts' digests, which is cheaper than from all bytes. */
function joinBodies(parts: readonly (string | WireBody)[]): WireBody {
  const bytes = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part.bytes)));
  const digests = () => parts.map((part) => (typeof part === "string" ? JSON.stringify(part) : part.digest()));
  return { bytes, digest: lazy(() => hash("sha1", digests().join(" "), "hex")) };
}
