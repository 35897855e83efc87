import fc from "fast-check";
import type * as z from "zod/mini";
import { defOf } from "./schema.ts";

/** Values that fit a schema: every optional field now there and now not, every alternative. */
export function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = defOf(schema);
  switch (def.type) {
    case "string":
      // What a pattern asks for in the contract is digits.
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
      // Parsing makes a new object, and leaves out what would make another of it.
      return fc.dictionary(
        fc.string().filter((key) => key !== "__proto__"),
        valuesOf(def.valueType),
        { maxKeys: 3 },
      );
    case "object": {
      const fields = Object.entries(def.shape);
      const model = Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field)]));
      return fc.record(model, { requiredKeys: fields.flatMap(([name, field]) => (mayMiss(field) ? [] : name)) });
    }
    default:
      return fc.jsonValue();
  }
}

function mayMiss(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === "optional";
}

/** The same, with something wrong somewhere: a value replaced by another, or a field gone. */
export function damaged(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const junk = fc.constantFrom<unknown>(null, 1.5, -1, "text", true, [], {}, [1], { a: 1 });
  return fc.tuple(values, fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), fc.option(junk)).map(
    // Without a replacement the value that the way leads to is taken out.
    ([value, way, other]) => replaceAt(value, way, other ?? undefined),
  );
}

function replaceAt(value: unknown, [step, ...rest]: readonly number[], other: unknown): unknown {
  if (step === undefined || typeof value !== "object" || value === null) return other;
  if (Array.isArray(value)) {
    if (value.length === 0) return other;
    const at = step % value.length;
    return value.map((item, index) => (index === at ? replaceAt(item, rest, other) : item));
  }
  const names = Object.keys(value);
  const name = names[step % Math.max(1, names.length)];
  if (name === undefined) return other;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      if (key !== name) return [[key, field]];
      const replaced = replaceAt(field, rest, other);
      return replaced === undefined ? [] : [[key, replaced]];
    }),
  );
}
