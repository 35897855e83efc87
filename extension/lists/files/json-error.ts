/** What JSON is made of, and whatever else stands there. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|-?\d[\w.+-]*|[a-z]+|[[\]{},:]|\n|[^\s]/gi;

/** The line, from 1, on which a text that is no JSON stops being any. @param text what `JSON.parse` refuses */
export function jsonErrorLine(text: string): number {
  const open: string[] = [];
  let line = 1;
  /** What may come: a value, a key, the colon behind it, or what parts and ends things. */
  let due: "value" | "key" | "colon" | "end" = "value";
  /** Right behind a bracket, which may be closed at once. */
  let isFresh = false;
  for (const { 0: token } of text.matchAll(TOKEN)) {
    if (token === "\n") {
      line++;
      continue;
    }
    const inside = open.at(-1);
    const closes = (token === "]" && inside === "[") || (token === "}" && inside === "{");
    if (closes && (due === "end" || isFresh)) {
      open.pop();
      due = "end";
    } else if (due === "value" && (token === "[" || token === "{")) {
      open.push(token);
      due = token === "[" ? "value" : "key";
    } else if (due === "value" && isValue(token)) due = "end";
    else if (due === "key" && isValue(token) && token.startsWith('"')) due = "colon";
    else if (due === "colon" && token === ":") due = "value";
    else if (due === "end" && token === "," && inside !== undefined) due = inside === "[" ? "value" : "key";
    else return line;
    isFresh = token === "[" || token === "{";
  }
  return line;
}

function isValue(token: string): boolean {
  try {
    return typeof JSON.parse(token) !== "object" || token === "null";
  } catch {
    return false;
  }
}
