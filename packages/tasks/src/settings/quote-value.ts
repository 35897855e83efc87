/** Quotes a value as JSON for a message, unless it can contain a user name and password. */
export function quoteValue(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  if (canHavePassword(text)) return "a text that can contain a user name and password";
  return typeof value === "string" ? JSON.stringify(value) : text;
}

/** Returns whether a text can contain a URL with a password, in any form that programs accept. */
function canHavePassword(text: string): boolean {
  const separator = text.search(/[:/\\]/);
  return separator !== -1 && text.lastIndexOf("@") > separator;
}
