import type * as z from "zod/mini";
import { fieldPaths, isMarked } from "./schema.ts";

// Integers past 2^53 lose digits in JSON.parse. The contract marks the fields that may hold one. On the wire they are bare
// numbers, everywhere else strings of digits.

const found = new WeakMap<z.core.$ZodType, readonly string[]>();

/** The exact integers of an answer, as paths from the top of the body: `id`, `[].id`, `deliveries.[].id`. */
export function exactFields(schema: z.ZodMiniType): readonly string[] {
  const fields = found.get(schema) ?? fieldPaths(schema, (field) => isMarked(field, "x-exact"));
  found.set(schema, fields);
  return fields;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
const COLON = /\s*:/y;
const COLON_AND_INTEGER = /\s*:\s*(-?\d+)(?![\d.eE])/y;
const COLON_AND_DIGITS = /\s*:\s*"(-?\d+)"/y;

/** Puts the named integers of a JSON text in quotes, so that parsing it keeps every digit. */
export function quoteExact(json: string, fields: readonly string[]): string {
  if (fields.length === 0) return json;
  return replaceValues(json, fields, COLON_AND_INTEGER, (digits) => `"${digits}"`);
}

/** Takes the quotes off again: the JSON text as the service sends it. */
export function unquoteExact(json: string, fields: readonly string[]): string {
  if (fields.length === 0) return json;
  return replaceValues(json, fields, COLON_AND_DIGITS, (digits) => digits);
}

function replaceValues(
  json: string,
  fields: readonly string[],
  colonAndValue: RegExp,
  write: (digits: string) => string,
): string {
  // Where in the body the scan is: `[]` for an array, the key at hand for an object.
  const place: string[] = [];
  let copied = 0;
  let result = "";
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(json); match; match = TOKEN.exec(json)) {
    const token = match[0];
    if (token === "[") place.push("[]");
    else if (token === "{") place.push("");
    else if (token === "]" || token === "}") place.pop();
    else if (place.at(-1) !== "[]" && isKey(json, TOKEN.lastIndex)) {
      place[place.length - 1] = token.slice(1, -1);
      if (!fields.includes(place.join("."))) continue;
      colonAndValue.lastIndex = TOKEN.lastIndex;
      const value = colonAndValue.exec(json);
      if (!value?.[1]) continue;
      result += `${json.slice(copied, TOKEN.lastIndex)}:${write(value[1])}`;
      copied = TOKEN.lastIndex = colonAndValue.lastIndex;
    }
  }
  return result + json.slice(copied);
}

/** Is the string that ends here a key, rather than a value? */
function isKey(json: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(json);
}
