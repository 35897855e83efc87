import fc from "fast-check";
import type * as z from "zod/mini";
import { defOf } from "./schema.ts";

/** Generates values that match a schema, covering optional fields and all union members. */
export function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = defOf(schema);
  switch (def.type) {
    case "string":
      // The only patterns in the contract match digits.
      return def.checks?.some((check) => check._zod.def.check === "string_format")
        ? fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String)
        : fc.string();
    case "number":
      return "format" in def ? fc.maxSafeInteger() : fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "literal":
      return fc.constantFrom(...def.values);
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "nullable":
      return fc.option(valuesOf(def.innerType));
    case "optional":
    case "default":
      return valuesOf(def.innerType);
    case "array":
      return fc.array(valuesOf(def.element), { maxLength: 3 });
    case "union":
      return fc.oneof(...def.options.map(valuesOf));
    case "record":
      // Parsing creates a new object and drops a `__proto__` key.
      return fc.dictionary(
        fc.string().filter((key) => key !== "__proto__"),
        valuesOf(def.valueType),
        { maxKeys: 3 },
      );
    case "object": {
      const fields = Object.entries(def.shape);
      const model = Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field)]));
      return fc.record(model, {
        requiredKeys: fields.flatMap(([name, field]) => (isOptionalField(field) ? [] : name)),
      });
    }
    default:
      return fc.jsonValue();
  }
}

function isOptionalField(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === "optional";
}

/** Damages generated values: replaces a value at a random path, or removes a field. */
export function damaged(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const replacements = fc.constantFrom<unknown>(null, 1.5, -1, "text", true, [], {}, [1], { a: 1 });
  return fc.tuple(values, fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), fc.option(replacements)).map(
    // Without a replacement, removes the value at the path.
    ([value, path, replacement]) => replaceAt(value, path, replacement ?? undefined),
  );
}

function replaceAt(value: unknown, [step, ...rest]: readonly number[], replacement: unknown): unknown {
  if (step === undefined || typeof value !== "object" || value === null) return replacement;
  if (Array.isArray(value)) {
    if (value.length === 0) return replacement;
    const at = step % value.length;
    return value.map((item, index) => (index === at ? replaceAt(item, rest, replacement) : item));
  }
  const names = Object.keys(value);
  const name = names[step % Math.max(1, names.length)];
  if (name === undefined) return replacement;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      if (key !== name) return [[key, field]];
      const replaced = replaceAt(field, rest, replacement);
      return replaced === undefined ? [] : [[key, replaced]];
    }),
  );
}
