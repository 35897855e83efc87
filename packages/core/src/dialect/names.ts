import type * as z from "zod/mini";
import { fieldPaths, isMarked, type Mark } from "../contract/schema.ts";
import { type Dialect, lookUp } from "./dialect.ts";

/**
 * A value that fits a schema of the contract, with the vendor's names in it. Only fields that the schema knows are
 * renamed: what else a value carries stays as it is.
 */
export function toWire(dialect: Dialect, schema: z.ZodMiniType, value: unknown): unknown {
  return rename(namesIn(dialect, schema), value, "toWire");
}

/** The same value with the contract's names again. */
export function fromWire(dialect: Dialect, schema: z.ZodMiniType, value: unknown): unknown {
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

const known = new WeakMap<Dialect, WeakMap<z.core.$ZodType, Place | undefined>>();

/** The places of a schema where this dialect has names of its own; undefined where it has none. Found once. */
function namesIn(dialect: Dialect, schema: z.ZodMiniType): Place | undefined {
  const places = known.get(dialect) ?? new WeakMap<z.core.$ZodType, Place | undefined>();
  known.set(dialect, places);
  if (!places.has(schema)) places.set(schema, findNames(dialect, schema));
  return places.get(schema);
}

function findNames(dialect: Dialect, schema: z.ZodMiniType): Place | undefined {
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

function rename(place: Place | undefined, value: unknown, direction: Direction): unknown {
  if (!place) return value;
  if (typeof value === "string") return (place.values && lookUp(place.values[direction], value)) ?? value;
  const items = place.inner.get("[]");
  if (Array.isArray(value)) return items ? value.map((item) => rename(items, item, direction)) : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]): [string, unknown] => {
      const other = place.keys && lookUp(place.keys[direction], key);
      const neutral = direction === "toWire" ? key : (other ?? key);
      return [other ?? key, rename(place.inner.get(neutral), field, direction)];
    }),
  );
}
