import { bigIntegerFields, quoteBigIntegers, unquoteBigIntegers } from "@forgehand/core/contract";
import { type Dialect, fromWire } from "@forgehand/core/dialects";
import * as z from "zod/mini";

/**
 * JSON of the contract's made into such as the contract doesn't promise: a field that has to be there is gone, or is of
 * another type.
 * @param text on the wire
 * @param turn which of the ways to go wrong it is: each has its own
 */
export function wrongShape(dialect: Dialect, schema: z.core.$ZodType, text: string, turn: number): string {
  const exact = bigIntegerFields(schema);
  const ways = waysToGoWrong(JSON.parse(quoteBigIntegers(text, exact)));
  for (const index of ways.keys()) {
    const way = ways[(turn + index) % ways.length];
    const wrong = unquoteBigIntegers(JSON.stringify(way?.()), exact);
    // What a client sees of it: some fields may be left out, and some may be anything.
    const seen = fromWire(dialect, schema, JSON.parse(quoteBigIntegers(wrong, exact)));
    if (!z.safeParse(schema, seen).success) return wrong;
  }
  return JSON.stringify(UNEXPECTED);
}

const UNEXPECTED = "unexpected";

/** A value with one thing about it changed, in every way; a list by its first item, an object by its fields and their lists. */
function waysToGoWrong(value: unknown): (() => unknown)[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    const [first, ...rest] = value;
    return waysToGoWrong(first).map((way) => () => [way(), ...rest]);
  }
  if (typeof value !== "object" || value === null) return [() => ofAnotherType(value)];
  return Object.entries(value).flatMap(([name, field]) => [
    () => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
    () => ({ ...value, [name]: ofAnotherType(field) }),
    ...(isListOfObjects(field) ? waysToGoWrong(field).map((way) => () => ({ ...value, [name]: way() })) : []),
  ]);
}

const ofAnotherType = (value: unknown) => (typeof value === "object" && value !== null ? UNEXPECTED : [UNEXPECTED]);

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === "object" && value[0] !== null;
}
