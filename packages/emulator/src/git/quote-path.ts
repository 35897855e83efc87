const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/** Quotes a path like git, if it has control characters, quotes, backslashes or characters that aren't ASCII. */
export function quotePath(path: string): string {
  const latin1 = Buffer.from(path).toString("latin1");
  const quoted = latin1.replaceAll(
    /[^ !#-[\]-~]/g,
    (byte) => ESCAPES[byte] ?? `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return quoted === latin1 ? path : `"${quoted}"`;
}
