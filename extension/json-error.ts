/** Returns the line and column, both from 1, at which a text stops being valid JSON; undefined if it is valid. */
export function locateJsonError(text: string): { readonly line: number; readonly column: number } | undefined {
  if (isJson(text)) return undefined;
  const before = text.slice(0, findError(text));
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A token and the whitespace before it. Messages of `JSON.parse` differ between browsers, so they are not used. */
const TOKEN =
  /[ \t\r\n]*(?:([{}[\]:,])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))/y;

/** Expected next token. */
type Expected = "value" | "first value" | "key" | "first key" | "colon" | "end";

function findError(text: string): number {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const [all, punctuation, string] = TOKEN.exec(text) ?? [];
    const tokenStart = at + (/^[ \t\r\n]*/.exec(text.slice(at))?.[0].length ?? 0);
    if (all === undefined) return tokenStart;
    const next = nextExpected(punctuation, string !== undefined, expected, open);
    if (!next) return tokenStart;
    expected = next;
    at += all.length;
  }
}

/** Returns the expectation after a token, or undefined if the token is not allowed here. Updates the open brackets. */
function nextExpected(
  punctuation: string | undefined,
  isString: boolean,
  expected: Expected,
  open: ("{" | "[")[],
): Expected | undefined {
  const wantsValue = expected === "value" || expected === "first value";
  const inside = open.at(-1);
  if (punctuation === undefined) {
    if (expected === "key" || expected === "first key") return isString ? "colon" : undefined;
    return wantsValue ? "end" : undefined;
  }
  if (punctuation === "{" || punctuation === "[") {
    if (!wantsValue) return undefined;
    open.push(punctuation);
    return punctuation === "{" ? "first key" : "first value";
  }
  if (punctuation === ":") return expected === "colon" ? "value" : undefined;
  if (punctuation === ",") {
    if (expected !== "end" || !inside) return undefined;
    return inside === "{" ? "key" : "value";
  }
  const opening = punctuation === "}" ? "{" : "[";
  const isEmpty = expected === (punctuation === "}" ? "first key" : "first value");
  if (inside !== opening || (expected !== "end" && !isEmpty)) return undefined;
  open.pop();
  return "end";
}
