import { bigIntegerFields, quoteBigIntegers, unquoteBigIntegers } from "@forgehand/core/contract";
import { type Dialect, fromWire } from "@forgehand/core/dialects";
import * as z from "zod/mini";

/**
 * Changes a JSON body so that it violates the contract: a required field is missing or has another type.
 * @param text the serialized body
 * @param variant selects the change
 */
export function corruptBody(dialect: Dialect, schema: z.core.$ZodType, text: string, variant: number): string {
  const bigIntegers = bigIntegerFields(schema);
  const candidates = corruptions(JSON.parse(quoteBigIntegers(text, bigIntegers)));
  for (const index of candidates.keys()) {
    const corrupt = candidates[(variant + index) % candidates.length];
    const corrupted = unquoteBigIntegers(JSON.stringify(corrupt?.()), bigIntegers);
    // Checks the change from a client's view, because some fields are optional and some accept anything.
    const received = fromWire(dialect, schema, JSON.parse(quoteBigIntegers(corrupted, bigIntegers)));
    if (!z.safeParse(schema, received).success) return corrupted;
  }
  return JSON.stringify(UNEXPECTED);
}

const UNEXPECTED = "unexpected";

/**
 * Returns every single change of a value; for a list in its first item, for an object in its fields and their lists.
 */
function corruptions(value: unknown): (() => unknown)[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    const [first, ...rest] = value;
    return corruptions(first).map((corrupt) => () => [corrupt(), ...rest]);
  }
  if (typeof value !== "object" || value === null) return [() => ofAnotherType(value)];
  return Object.entries(value).flatMap(([name, field]) => [
    () => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
    () => ({ ...value, [name]: ofAnotherType(field) }),
    ...(isListOfObjects(field) ? corruptions(field).map((corrupt) => () => ({ ...value, [name]: corrupt() })) : []),
  ]);
}

const ofAnotherType = (value: unknown) => (typeof value === "object" && value !== null ? UNEXPECTED : [UNEXPECTED]);

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === "object" && value[0] !== null;
}
