import type * as z from "zod/mini";
import { fieldPaths, isMarked, type Mark } from "../contract/schema.ts";
import { lookUp, type WireNames } from "./dialect.ts";

/**
 * A value that fits a schema of the contract, with the vendor's names in it. Only fields that the schema knows are
 * renamed: what else a value carries stays as it is.
 */
export function toWire(dialect: WireNames, schema: z.core.$ZodType, value: unknown): unknown {
  return rename(namesIn(dialect, schema), value, "toWire");
}

/** The same value with the contract's names again. */
export function fromWire(dialect: WireNames, schema: z.core.$ZodType, value: unknown): unknown {
  return rename(namesIn(dialect, schema), value, "fromWire");
}

type Direction = "toWire" | "fromWire";

/** How names translate, both ways. */
interface Table {
  readonly toWire: Readonly<Record<string, string>>;
  readonly fromWire: Readonly<Record<string, string>>;
}

/** What is renamed at a place: the place's own value, its keys, or one of its fields; and what lies further in. */
interface Place {
  values?: Table;
  keys?: Table;
  readonly inner: Map<string, Place>;
}

const known = new WeakMap<WireNames, WeakMap<z.core.$ZodType, Place | undefined>>();

/** The places of a schema where this dialect has names of its own; undefined where it has none. Found once. */
function namesIn(dialect: WireNames, schema: z.core.$ZodType): Place | undefined {
  const places = known.get(dialect) ?? new WeakMap<z.core.$ZodType, Place | undefined>();
  known.set(dialect, places);
  if (!places.has(schema)) places.set(schema, findNames(dialect, schema));
  return places.get(schema);
}

function findNames(dialect: WireNames, schema: z.core.$ZodType): Place | undefined {
  const permissions = Object.fromEntries(
    Object.entries(dialect.permissions).map(([permission, { key }]) => [permission, key]),
  );
  let found = false;
  const top: Place = { inner: new Map() };
  const at = (path: string): Place => {
    let place = top;
    for (const step of path === "" ? [] : path.split(".")) {
      const next: Place = place.inner.get(step) ?? { inner: new Map() };
      place.inner.set(step, next);
      place = next;
    }
    found = true;
    return place;
  };
  for (const path of fieldPaths(schema, (_, name) => lookUp(dialect.fields, name) !== undefined)) {
    const steps = path.split(".");
    const name = steps.pop() ?? "";
    const place = at(steps.join("."));
    place.keys = bothWays({ ...place.keys?.toWire, [name]: lookUp(dialect.fields, name) ?? name });
  }
  const values = bothWays(dialect.values);
  const keys = bothWays(permissions);
  const marked = (mark: Mark, table: Table) =>
    Object.keys(table.toWire).length === 0 ? [] : fieldPaths(schema, (field) => isMarked(field, mark));
  for (const path of marked("x-vendor-values", values)) at(path).values = values;
  for (const path of marked("x-vendor-keys", keys)) at(path).keys = keys;
  return found ? top : undefined;
}

function bothWays(toWire: Readonly<Record<string, string>>): Table {
  return { toWire, fromWire: Object.fromEntries(Object.entries(toWire).map(([neutral, wire]) => [wire, neutral])) };
}

/** Looks only where there may be something to rename, and copies only what has something: most answers have nothing. */
function rename(place: Place | undefined, value: unknown, direction: Direction): unknown {
  if (!place) return value;
  if (typeof value === "string") return (place.values && lookUp(place.values[direction], value)) ?? value;
  if (Array.isArray(value)) return renameItems(place.inner.get("[]"), value, direction);
  if (typeof value !== "object" || value === null) return value;
  const changes = new Map<string, readonly [name: string, field: unknown]>();
  const fieldOf = (name: string): unknown => Reflect.get(value, name);
  for (const [from, to] of Object.entries(place.keys?.[direction] ?? {})) {
    if (Object.hasOwn(value, from)) changes.set(from, [to, fieldOf(from)]);
  }
  for (const [name, inner] of place.inner) {
    const from = direction === "toWire" ? name : ((place.keys && lookUp(place.keys.toWire, name)) ?? name);
    if (!Object.hasOwn(value, from)) continue;
    const renamed = rename(inner, fieldOf(from), direction);
    if (renamed !== fieldOf(from)) changes.set(from, [changes.get(from)?.[0] ?? from, renamed]);
  }
  if (changes.size === 0) return value;
  const unchanged = Object.entries(value).filter(([name]) => !changes.has(name));
  // Said under both names, what was translated counts.
  return Object.fromEntries([...unchanged, ...changes.values()]);
}

function renameItems(place: Place | undefined, items: readonly unknown[], direction: Direction): unknown {
  if (!place) return items;
  const renamed = items.map((item) => rename(place, item, direction));
  return renamed.every((item, index) => item === items[index]) ? items : renamed;
}
