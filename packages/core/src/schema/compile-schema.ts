import type * as z from "zod/mini";
import { lazyPerObject } from "../internal/lazy.ts";
import { foreignSchema } from "./foreign-schema.ts";
import { canBeMissing } from "./is-match.ts";
import { otherValues } from "./other-values.ts";
import {
  type CheckedSchema,
  isEnumValue,
  type LimitedSchema,
  type Schema,
  type SchemaMark,
  type StandardSchema,
} from "./schema.ts";

// Reads zod's schemas without importing zod: its classes would multiply the size of bundles.

/**
 * Converts a schema to plain data. Schemas of other libraries, and zod's that have no plain form, such as
 * transformations, validate themselves.
 */
export const compileSchema: (schema: StandardSchema) => Schema = lazyPerObject((schema) =>
  isZodSchema(schema) ? compileZod(schema) : foreignSchema(schema),
);

/** Returns whether a schema is one of zod. */
function isZodSchema(schema: object): schema is z.core.$ZodTypes {
  return "_zod" in schema;
}

function compileZod(schema: z.core.$ZodTypes): Schema {
  const meta = metadataOf(schema);
  const others = otherValues.get(schema);
  const plain = others ? { type: "other" as const, values: others } : compileUnmarked(schema, meta);
  const { def } = schema._zod;
  return plain === undefined
    ? foreignSchema(schema, def.type === "object" ? Object.keys(def.shape) : undefined)
    : marksOf(meta).reduce<Schema>((of, mark) => ({ type: "marked", mark, of }), plain);
}

function compileUnmarked(schema: z.core.$ZodTypes, meta: Readonly<Record<string, unknown>>): Schema | undefined {
  return meta["x-big-integer"] === true ? "digits" : compileChecks(compileType(schema), schema);
}

const MARKS = { "x-sensitive": "secret", "x-vendor-values": "vendor-values", "x-vendor-keys": "vendor-keys" } as const;

function marksOf(meta: Readonly<Record<string, unknown>>): SchemaMark[] {
  return Object.entries(MARKS).flatMap(([name, mark]) => (meta[name] === true ? mark : []));
}

/** Returns the metadata of a schema in zod's registry. */
function metadataOf(schema: z.core.$ZodType): Readonly<Record<string, unknown>> {
  return globalThis.__zod_globalRegistry?.get(schema) ?? {};
}

declare global {
  /** The registry in which all copies of zod keep metadata. */
  var __zod_globalRegistry: typeof z.globalRegistry | undefined;
}

/** Converts a schema without its checks; undefined if there is no plain form. */
function compileType(schema: z.core.$ZodTypes): Schema | undefined {
  const { def } = schema._zod;
  switch (def.type) {
    case "string":
      return "format" in def ? undefined : "string";
    case "number":
      return "format" in def ? (def.format === "safeint" ? "integer" : undefined) : "number";
    case "boolean":
    case "null":
      return def.type;
    case "unknown":
    case "any":
      return "anything";
    case "literal":
      return enumOf(def.values);
    case "enum":
      return enumOf(Object.values(def.entries));
    case "nullable":
      return { type: "nullable", of: compileSchema(def.innerType) };
    case "optional":
    // The service sets the default itself.
    case "default":
      return { type: "optional", of: compileSchema(def.innerType) };
    case "array":
      return { type: "array", of: compileSchema(def.element) };
    case "union": {
      const by = "discriminator" in def && typeof def.discriminator === "string" ? { by: def.discriminator } : {};
      return { type: "union", of: def.options.map(compileSchema), ...by };
    }
    case "record":
      return compileSchema(def.keyType) === "string" ? { type: "record", of: compileSchema(def.valueType) } : undefined;
    case "object":
      return compileObject(def);
    default:
      return undefined;
  }
}

function enumOf(values: readonly unknown[]): Schema | undefined {
  return values.every(isEnumValue) ? { type: "enum", values } : undefined;
}

function compileObject({ shape, catchall }: z.core.$ZodObjectDef): Schema | undefined {
  const kind = catchall?._zod.def.type;
  if (kind !== undefined && kind !== "unknown") return undefined;
  const fields = Object.entries(shape).map(([name, field]) => [name, compileField(field)] as const);
  return { type: "object", fields: Object.fromEntries(fields), ...(kind === undefined && { closed: true }) };
}

/** Converts the schema of a field: a field of any value is still required, but one of several schemas can be optional. */
function compileField(schema: z.core.$ZodType): Schema {
  const of = compileSchema(schema);
  return schema._zod.optin === "optional" && !canBeMissing(of) ? { type: "optional", of } : of;
}

/** Adds a schema's conditions; undefined if one has no plain form. */
function compileChecks(plain: Schema | undefined, { _zod: { def } }: z.core.$ZodTypes): Schema | undefined {
  return (def.checks ?? []).reduce<Schema | undefined>((of, check) => of && compileCheck(of, check._zod.def), plain);
}

/** The parts of zod's checks that say what they require. */
interface ZodCheck {
  readonly check: string;
  readonly abort?: boolean | undefined;
  readonly maximum?: number | undefined;
  readonly minimum?: number | undefined;
  readonly value?: unknown;
  readonly inclusive?: boolean | undefined;
  readonly pattern?: RegExp | undefined;
  readonly fn?: CheckedSchema["test"] | undefined;
  readonly error?: unknown;
}

function compileCheck(of: Schema, check: ZodCheck): Schema | undefined {
  const { maximum, minimum, value, inclusive, pattern, fn } = check;
  const limit = inclusive && typeof value === "number" ? value : undefined;
  switch (check.check) {
    case "meta":
      return of;
    case "max_length":
      return limited(of, { max: maximum });
    case "min_length":
      return limited(of, { min: minimum });
    case "less_than":
      return limited(of, { max: limit });
    case "greater_than":
      return limited(of, { min: limit });
    case "string_format":
      return pattern && checked(of, pattern, check);
    case "custom":
      return fn && checked(of, fn, check);
    default:
      return undefined;
  }
}

function limited(of: Schema, limits: { readonly min?: number | undefined; readonly max?: number | undefined }) {
  const [entry] = Object.entries(limits);
  if (entry?.[1] === undefined) return undefined;
  const schema: LimitedSchema = typeof of === "object" && of.type === "limited" ? of : { type: "limited", of };
  return { ...schema, [entry[0]]: entry[1] };
}

function checked(of: Schema, test: CheckedSchema["test"], { error }: ZodCheck): CheckedSchema | undefined {
  const expected: unknown =
    typeof error === "function" ? error({ code: "custom", input: undefined, path: [] }) : "Invalid input";
  const isSynchronous = test instanceof RegExp || test.constructor.name === "Function";
  return typeof expected === "string" && isSynchronous ? { type: "checked", of, test, expected } : undefined;
}
