import { defOf } from "@forgehand/core/contract";
import * as z from "zod/mini";

export type JsonFields = Readonly<Record<string, unknown>>;

/** Path of a value in a payload: field names, and `[]` for array items. */
export type FieldPath = readonly string[];

/** Source of generated values. */
export interface FakeGenerator {
  /** Returns a real object with these fields, if there is one. It must match the given fields. */
  object(names: readonly string[], given: JsonFields, path: FieldPath): JsonFields | undefined;
  /** Returns possible texts for this path, the most plausible first. */
  texts(path: FieldPath): readonly string[];
  number(path: FieldPath): number;
  /** Whether to include an optional field. */
  isIncluded(path: FieldPath): boolean;
}

/**
 * Completes a value for a schema, deterministically. Given values are kept and missing required ones are generated.
 * Optional fields are omitted and nullable ones are null. Invalid given values are kept, for a later validation to
 * report.
 */
export function fillIn(
  schema: z.core.$ZodType,
  given: unknown,
  generator: FakeGenerator,
  path: FieldPath = [],
): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case "optional":
    case "default": {
      const isIncluded = given !== undefined || generator.isIncluded(path);
      return isIncluded ? fillIn(def.innerType, given, generator, path) : undefined;
    }
    case "nullable":
      return given === undefined || given === null ? null : fillIn(def.innerType, given, generator, path);
    case "object":
      return isFields(given) || given === undefined ? fillInFields(def.shape, given ?? {}, generator, path) : given;
    case "record":
      if (!isFields(given)) return given ?? {};
      return mapFields(given, (value, name) => fillIn(def.valueType, value, generator, [...path, name]));
    case "array": {
      const item = (value: unknown) => fillIn(def.element, value, generator, [...path, "[]"]);
      if (Array.isArray(given)) return given.map(item);
      return given ?? [[], [item(undefined)]].find((items) => isValid(schema, items)) ?? [];
    }
    case "union": {
      const generated = def.options.map((option) => ({ option, value: fillIn(option, given, generator, path) }));
      const matching = generated.find(({ option, value }) => isValid(option, value));
      return matching ? matching.value : (given ?? generated[0]?.value);
    }
    default:
      return given === undefined ? generateScalar(schema, generator, path) : given;
  }
}

function fillInFields(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  given: JsonFields,
  generator: FakeGenerator,
  path: FieldPath,
) {
  const realFields = generator.object(Object.keys(shape), given, path) ?? {};
  // Fields of real objects that the schema doesn't have are omitted unless given.
  const known = mergeFields(
    mapFields(shape, (_, name) => (Object.hasOwn(realFields, name) ? realFields[name] : undefined)),
    given,
  );
  const generated = mapFields(shape, (field, name) => fillIn(field, known[name], generator, [...path, name]));
  return { ...known, ...generated };
}

/** Generates a scalar: the first plausible value that is valid. */
function generateScalar(schema: z.core.$ZodType, generator: FakeGenerator, path: FieldPath): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case "literal":
      return def.values[0];
    case "enum":
      return Object.values(def.entries)[0];
    case "boolean":
      return false;
    case "number": {
      const limits = limitsIn(def.checks);
      const nearLimits = limits.flatMap((limit) => [limit, Math.floor(limit) + 1, Math.ceil(limit) - 1]);
      const middle = limits.reduce((sum, limit) => sum + limit, 0) / Math.max(1, limits.length);
      return firstThatFits(schema, [generator.number(path), 1, 0, ...nearLimits, middle]);
    }
    case "string": {
      const enumValues = z.globalRegistry.get(schema)?.["x-extensible-enum"];
      const openEnumValues = Array.isArray(enumValues) ? enumValues.filter((word) => typeof word === "string") : [];
      const texts = [...openEnumValues.slice(0, 1), ...generator.texts(path), ...FORMAT_EXAMPLES];
      const [first = ""] = texts;
      const lengths = limitsIn(def.checks);
      return firstThatFits(schema, [...texts, ...lengths.map((length) => first.padEnd(length, "x").slice(0, length))]);
    }
    default:
      return null;
  }
}

/** Texts for common formats. */
const FORMAT_EXAMPLES = [
  "1",
  "2026-01-01T00:00:00Z",
  "2026-01-01",
  "00:00:00",
  "https://sample.example/",
  "sample@sample.example",
  "00000000-0000-4000-8000-000000000000",
  "127.0.0.1",
];

/** Returns the limits of lengths and numbers. */
function limitsIn(checks: readonly z.core.$ZodCheck[] | undefined): number[] {
  return (checks ?? []).flatMap(({ _zod: { def } }) => {
    const limits = ["minimum", "maximum", "length", "value"].map((name) => Reflect.get(def, name));
    return limits.filter((limit) => typeof limit === "number");
  });
}

function firstThatFits<T>(schema: z.core.$ZodType, candidates: readonly T[]): T | undefined {
  return candidates.find((candidate) => isValid(schema, candidate)) ?? candidates[0];
}

const isValid = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

/** Maps the fields of an object; undefined results are omitted. */
function mapFields<T>(fields: Readonly<Record<string, T>>, change: (field: T, name: string) => unknown): JsonFields {
  const changed = Object.entries(fields).map(([name, field]) => [name, change(field, name)] as const);
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined));
}

/**
 * Merges two objects recursively; values of `override` win. If both identify different resources, nothing of `base` is
 * kept.
 */
export function mergeFields(base: JsonFields, override: JsonFields): JsonFields {
  if (
    IDENTIFYING_FIELDS.some(
      (name) => override[name] !== undefined && base[name] !== undefined && override[name] !== base[name],
    )
  ) {
    return override;
  }
  const mergedEntries = Object.entries(override).map(([name, value]) => {
    const baseValue = Object.hasOwn(base, name) ? base[name] : undefined;
    if (isFields(baseValue) && isFields(value)) return [name, mergeFields(baseValue, value)] as const;
    return [name, value === undefined ? baseValue : value] as const;
  });
  return { ...base, ...Object.fromEntries(mergedEntries) };
}

/** Fields that identify a resource. */
const IDENTIFYING_FIELDS = ["login", "full_name", "slug"];

export function isFields(value: unknown): value is JsonFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
