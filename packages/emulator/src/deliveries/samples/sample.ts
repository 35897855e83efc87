import { defOf } from "@forgehand/core/contract";
import * as z from "zod/mini";

/** JSON's objects. */
export type Fields = Readonly<Record<string, unknown>>;

/** Where in a payload a value is to be made: names of fields, and `[]` for an item. */
export type Place = readonly string[];

/** Where made-up values come from. */
export interface Maker {
  /** Something real with fields of these names, if there is such a thing; it has to fit what is given of it. */
  object(names: readonly string[], given: Fields, place: Place): Fields | undefined;
  /** What a text could be at this place, the most plausible first. */
  texts(place: Place): readonly string[];
  number(place: Place): number;
  /** Is this field told, although it may be left out? */
  tells(name: string): boolean;
}

/**
 * A value for a schema: what is given is kept, and whatever must be there beside is made up, always the same way. What
 * may be left out is left out, what may be null is null. What is given and doesn't fit stays, for a check to find.
 */
export function filled(schema: z.core.$ZodType, given: unknown, maker: Maker, place: Place = []): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case "optional":
    case "default": {
      const isTold = given !== undefined || maker.tells(place.at(-1) ?? "");
      return isTold ? filled(def.innerType, given, maker, place) : undefined;
    }
    case "nullable":
      return given === undefined || given === null ? null : filled(def.innerType, given, maker, place);
    case "object":
      return isFields(given) || given === undefined ? filledFields(def.shape, given ?? {}, maker, place) : given;
    case "record":
      if (!isFields(given)) return given ?? {};
      return mapFields(given, (value, name) => filled(def.valueType, value, maker, [...place, name]));
    case "array": {
      const item = (value: unknown) => filled(def.element, value, maker, [...place, "[]"]);
      if (Array.isArray(given)) return given.map(item);
      return given ?? [[], [item(undefined)]].find((items) => fits(schema, items)) ?? [];
    }
    case "union": {
      const made = def.options.map((option) => ({ option, value: filled(option, given, maker, place) }));
      const fitting = made.find(({ option, value }) => fits(option, value));
      return fitting ? fitting.value : (given ?? made[0]?.value);
    }
    default:
      return given === undefined ? single(schema, maker, place) : given;
  }
}

function filledFields(shape: Readonly<Record<string, z.core.$ZodType>>, given: Fields, maker: Maker, place: Place) {
  const real = maker.object(Object.keys(shape), given, place) ?? {};
  // What the schema has no name for is not told of real things, unless it is given.
  const known = merged(
    mapFields(shape, (_, name) => (Object.hasOwn(real, name) ? real[name] : undefined)),
    given,
  );
  const made = mapFields(shape, (field, name) => filled(field, known[name], maker, [...place, name]));
  return { ...known, ...made };
}

/** A value without parts: the first that comes to mind and fits. */
function single(schema: z.core.$ZodType, maker: Maker, place: Place): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case "literal":
      return def.values[0];
    case "enum":
      return Object.values(def.entries)[0];
    case "boolean":
      return false;
    case "number": {
      const limits = limitsOf(def.checks);
      const near = limits.flatMap((limit) => [limit, Math.floor(limit) + 1, Math.ceil(limit) - 1]);
      const between = limits.reduce((sum, limit) => sum + limit, 0) / Math.max(1, limits.length);
      return firstThatFits(schema, [maker.number(place), 1, 0, ...near, between]);
    }
    case "string": {
      const words = z.globalRegistry.get(schema)?.["x-extensible-enum"];
      const open = Array.isArray(words) ? words.filter((word) => typeof word === "string") : [];
      const texts = [...open.slice(0, 1), ...maker.texts(place), ...FORMATTED];
      const [first = ""] = texts;
      const lengths = limitsOf(def.checks);
      return firstThatFits(schema, [...texts, ...lengths.map((length) => first.padEnd(length, "x").slice(0, length))]);
    }
    default:
      return null;
  }
}

/** Texts for whatever asks for a format of its own. */
const FORMATTED = [
  "1",
  "2026-01-01T00:00:00Z",
  "2026-01-01",
  "00:00:00",
  "https://sample.example/",
  "sample@sample.example",
  "00000000-0000-4000-8000-000000000000",
  "127.0.0.1",
];

/** What lengths and numbers are held against. */
function limitsOf(checks: readonly z.core.$ZodCheck[] | undefined): number[] {
  return (checks ?? []).flatMap(({ _zod: { def } }) => {
    const limits = ["minimum", "maximum", "length", "value"].map((name) => Reflect.get(def, name));
    return limits.filter((limit) => typeof limit === "number");
  });
}

function firstThatFits<T>(schema: z.core.$ZodType, candidates: readonly T[]): T | undefined {
  return candidates.find((candidate) => fits(schema, candidate)) ?? candidates[0];
}

const fits = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

/** The fields that come of others; what comes of one as undefined is left out. */
function mapFields<T>(fields: Readonly<Record<string, T>>, change: (field: T, name: string) => unknown): Fields {
  const changed = Object.entries(fields).map(([name, field]) => [name, change(field, name)] as const);
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined));
}

/**
 * One put over the other: of what both have as objects each field by itself, of all else what lies above. Of somebody
 * or something else than lies above, nothing shows through.
 */
export function merged(below: Fields, above: Fields): Fields {
  if (NAMES.some((name) => above[name] !== undefined && below[name] !== undefined && above[name] !== below[name])) {
    return above;
  }
  const both = Object.entries(above).map(([name, value]) => {
    const under = Object.hasOwn(below, name) ? below[name] : undefined;
    if (isFields(under) && isFields(value)) return [name, merged(under, value)] as const;
    return [name, value === undefined ? under : value] as const;
  });
  return { ...below, ...Object.fromEntries(both) };
}

/** What tells one thing from another. */
const NAMES = ["login", "full_name", "slug"];

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
