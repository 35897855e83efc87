import { hash } from "node:crypto";
import { bigIntegerFields, defOf, unquoteBigIntegers } from "@forgehand/core/contract";
import { toWire } from "@forgehand/core/dialects";
import { lazy } from "@forgehand/core/internal";
import type * as z from "zod/mini";
import { type WireFormat, withoutRemovedFields } from "./wire-format.ts";

/** Names and fields of bodies. */
type BodyFormat = Pick<WireFormat, "dialect" | "version">;

/** A serialized body. */
export interface WireBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Digest that identifies the body, computed on first use. */
  readonly digest: () => string;
}

/** Serialized bodies by object, for one schema. */
type BodyCache = WeakMap<object, WireBody>;

const bodyCaches = new WeakMap<BodyFormat, WeakMap<z.core.$ZodType, BodyCache>>();

/**
 * Serializes a value of the contract as JSON in the format of an API version, with integers past 2^53 as bare numbers.
 * Bodies are cached per object, so unchanged objects (`Database.memoize`) are serialized only once, whether they are
 * sent alone or in lists.
 */
export function wireBody(format: BodyFormat, schema: z.core.$ZodType, value: unknown): WireBody {
  const def = defOf(schema);
  if (Array.isArray(value) && def.type === "array" && value.some(isObject)) {
    return listBody(format, def.element, value);
  }
  if (typeof value === "object" && value !== null && def.type === "object") {
    const cached = cacheFor(format, schema).get(value);
    if (cached) return cached;
    const lists = Object.entries(value).flatMap(([name, field]) =>
      isNonEmptyArray(field) && isListSchema(def.shape[name]) ? [name] : [],
    );
    if (lists.length > 0) return wrappedBody(format, schema, value, def.shape, lists);
    return cachedBody(format, schema, value);
  }
  return bodyOf(plainText(format, schema, value));
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;
const isNonEmptyArray = (field: unknown) => Array.isArray(field) && field.length > 0;
const isListSchema = (schema: z.core.$ZodType | undefined) => schema !== undefined && defOf(schema).type === "array";

/** A serialized list with its items. */
interface CachedList {
  readonly element: z.core.$ZodType;
  readonly format: BodyFormat;
  readonly items: readonly unknown[];
  readonly body: WireBody;
}

/** The most recently serialized lists, so that repeated requests for unchanged lists reuse the bytes. */
const recentLists: CachedList[] = [];
const MAX_LISTS = 16;
/** Maximum size of a cached list in bytes. */
const MAX_CACHED_BYTES = 1_000_000;

function listBody(format: BodyFormat, element: z.core.$ZodType, items: readonly unknown[]): WireBody {
  const cached = recentLists.find(
    (list) =>
      list.element === element &&
      list.format === format &&
      list.items.length === items.length &&
      list.items.every((item, index) => item === items[index]),
  );
  if (cached) return cached.body;
  const parts = items.flatMap((item, index) => [index === 0 ? "" : ",", cachedBody(format, element, item)]);
  const body = joinBodies(["[", ...parts, "]"]);
  if (body.bytes.length <= MAX_CACHED_BYTES) recentLists.unshift({ format, element, items, body });
  if (recentLists.length > MAX_LISTS) recentLists.pop();
  return body;
}

/**
 * Serializes an object that wraps lists. Keeps the order of its fields, because Octokit reads pages from the first one
 * that isn't a count.
 */
function wrappedBody(
  format: BodyFormat,
  schema: z.core.$ZodType,
  value: object,
  shape: z.core.$ZodShape,
  lists: readonly string[],
): WireBody {
  const parts = groupFields(value, lists).flatMap((fields): (string | WireBody)[] => {
    const [name = "", field] = Object.entries(fields)[0] ?? [];
    if (!lists.includes(name)) {
      const text = plainText(format, schema, fields).slice(1, -1);
      return text === "" ? [] : [",", text];
    }
    const inner = shape[name];
    // The list's wire name, found by translating an object that has only this field.
    const [wireName = name] = Object.keys(Object(toWire(format.dialect, schema, { [name]: [] })));
    return [`,${JSON.stringify(wireName)}:`, inner ? wireBody(format, inner, field) : JSON.stringify(field)];
  });
  const [first, ...rest] = parts;
  return joinBodies(["{", typeof first === "string" ? first.slice(1) : "", ...rest, "}"]);
}

/** Divides an object: each list alone, the fields between them together. */
function groupFields(value: object, lists: readonly string[]): object[] {
  const groups: Record<string, unknown>[] = [];
  let isAfterList = true;
  for (const [name, field] of Object.entries(value)) {
    const isList = lists.includes(name);
    const last = groups.at(-1);
    if (last && !isList && !isAfterList) last[name] = field;
    else groups.push({ [name]: field });
    isAfterList = isList;
  }
  return groups;
}

function cachedBody(format: BodyFormat, schema: z.core.$ZodType, value: unknown): WireBody {
  if (typeof value !== "object" || value === null) return bodyOf(plainText(format, schema, value));
  const cache = cacheFor(format, schema);
  const cached = cache.get(value);
  if (cached) return cached;
  const body = bodyOf(plainText(format, schema, value));
  cache.set(value, body);
  return body;
}

function cacheFor(format: BodyFormat, schema: z.core.$ZodType): BodyCache {
  const schemas = bodyCaches.get(format) ?? new WeakMap<z.core.$ZodType, BodyCache>();
  bodyCaches.set(format, schemas);
  const cache = schemas.get(schema) ?? new WeakMap<object, WireBody>();
  schemas.set(schema, cache);
  return cache;
}

function plainText(format: BodyFormat, schema: z.core.$ZodType, value: unknown): string {
  return unquoteBigIntegers(
    JSON.stringify(withoutRemovedFields(format, toWire(format.dialect, schema, value))),
    bigIntegerFields(schema),
  );
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
