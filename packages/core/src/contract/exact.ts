import type * as z from "zod/mini";
import { fieldPaths, isMarked } from "./schema.ts";

// Integers past 2^53 lose digits in JSON.parse. The contract marks the fields that may hold one. On the wire they are bare
// numbers, everywhere else strings of digits.

const found = new WeakMap<z.core.$ZodType, readonly string[]>();

/** The exact integers of an answer, as paths from the top of the body: `id`, `[].id`, `deliveries.[].id`. */
export function exactFields(schema: z.core.$ZodType): readonly string[] {
  const fields = found.get(schema) ?? fieldPaths(schema, (field) => isMarked(field, "x-exact"));
  found.set(schema, fields);
  return fields;
}

const INTEGER = /-?\d+(?![\d.eE])/y;
const DIGITS = /"(-?\d+)"/y;

/** Puts the named integers of a JSON text in quotes, so that parsing it keeps every digit. */
export function quoteExact(json: string, fields: readonly string[]): string {
  return replaceValues(json, fields, INTEGER, (integer) => `"${integer}"`);
}

/** Takes the quotes off again: the JSON text as the service sends it. */
export function unquoteExact(json: string, fields: readonly string[]): string {
  return replaceValues(json, fields, DIGITS, (quoted) => quoted.slice(1, -1));
}

/**
 * Rewrites the values of the named fields. It goes through the text once, whatever is in it: a text that was cut off, or a
 * string of megabytes, must not hold anybody up.
 */
function replaceValues(json: string, fields: readonly string[], value: RegExp, write: (old: string) => string): string {
  if (fields.length === 0) return json;
  // Where in the body the scan is: `[]` for an array, the key at hand for an object.
  const place: string[] = [];
  const parts: string[] = [];
  // How deep a field can lie: further in, nothing need be looked at.
  const deepest = Math.max(...fields.map((field) => field.split(".").length));
  let copied = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === "[") place.push("[]");
    else if (char === "{") place.push("");
    else if (char === "]" || char === "}") place.pop();
    if (char !== '"') continue;
    const end = endOfString(json, at);
    if (end === -1) break;
    const colon = skipSpace(json, end + 1);
    if (json[colon] === ":" && place.length > 0 && place.at(-1) !== "[]") {
      place[place.length - 1] = json.slice(at + 1, end);
      value.lastIndex = skipSpace(json, colon + 1);
      const match = place.length <= deepest && fields.includes(place.join(".")) ? value.exec(json) : null;
      if (match) {
        parts.push(json.slice(copied, match.index), write(match[0]));
        copied = value.lastIndex;
        at = copied - 1;
        continue;
      }
    }
    at = end;
  }
  return parts.length === 0 ? json : parts.join("") + json.slice(copied);
}

/** Where the string that begins here ends; -1 where the text ends before it. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (json[at] === " " || json[at] === "\n" || json[at] === "\r" || json[at] === "\t") at++;
  return at;
}
