/** Maximum number of an object's keys. Parsing an object with many more takes seconds. */
const MAX_KEYS = 10_000;

/** Whether an object in a JSON text has more keys than any operation needs. Doesn't parse the text, and accepts any. */
export function hasTooManyKeys(json: string): boolean {
  // Each key takes at least four characters, such as `"":1`.
  if (json.length < MAX_KEYS * 4) return false;
  const outer: number[] = [];
  let keys = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === "{") {
      outer.push(keys);
      keys = 0;
    } else if (character === "}") keys = outer.pop() ?? 0;
    else if (character === ":" && ++keys > MAX_KEYS) return true;
  }
  return false;
}

/** Returns the position of the quote that ends a string, or the text's end. */
function endOfString(json: string, start: number): number {
  let at = json.indexOf('"', start + 1);
  while (at >= 0 && isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at < 0 ? json.length : at;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}
