// JSON.parse loses digits of integers above 2^53. The contract annotates the fields that can contain one: plain numbers
// in the JSON body, strings of digits everywhere else.

const INTEGER = /-?\d+(?![\d.eE])/y;
const DIGITS = /"(-?\d+)"/y;

/** Quotes the integers at these paths in a JSON text, so that parsing keeps every digit. */
export function quoteBigIntegers(json: string, fields: readonly string[]): string {
  return replaceValues(json, fields, INTEGER, (integer) => `"${integer}"`);
}

/** Removes the quotes again, producing the JSON text that the service would send. */
export function unquoteBigIntegers(json: string, fields: readonly string[]): string {
  return replaceValues(json, fields, DIGITS, (quoted) => quoted.slice(1, -1));
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Quotes all integers beyond 2^53 in a valid JSON text, so that parsing keeps every digit. */
export function quoteUnsafeIntegers(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  const quote = (number: string) =>
    /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number;
  const parts: string[] = [];
  let at = 0;
  // A pattern for strings could exceed the stack: they can have megabytes.
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', at)) {
    const end = endOfString(json, start);
    if (end === -1) return json;
    parts.push(json.slice(at, start).replace(NUMBER, quote), json.slice(start, end + 1));
    at = end + 1;
  }
  return parts.join("") + json.slice(at).replace(NUMBER, quote);
}

/**
 * Rewrites the values at these paths in a single pass, so that truncated texts and strings of several megabytes take
 * linear time.
 */
function replaceValues(
  json: string,
  fields: readonly string[],
  value: RegExp,
  write: (current: string) => string,
): string {
  if (fields.length === 0) return json;
  // Path of the scan position: `[]` for an array, the current key for an object.
  const path: string[] = [];
  const parts: string[] = [];
  // Maximum depth of the fields; deeper values can be skipped.
  const maxDepth = Math.max(...fields.map((field) => field.split(".").length));
  let copied = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === "[") path.push("[]");
    else if (char === "{") path.push("");
    else if (char === "]" || char === "}") path.pop();
    if (char !== '"') continue;
    const end = endOfString(json, at);
    if (end === -1) break;
    const colon = skipSpace(json, end + 1);
    if (json[colon] === ":" && path.length > 0 && path.at(-1) !== "[]") {
      path[path.length - 1] = json.slice(at + 1, end);
      value.lastIndex = skipSpace(json, colon + 1);
      const match = path.length <= maxDepth && fields.includes(path.join(".")) ? value.exec(json) : null;
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

/** Returns the index of the closing quote of the string that starts here; -1 if the text ends first. */
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
