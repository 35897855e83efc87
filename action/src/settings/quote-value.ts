/** A URL, in any form that programs accept, can have a password before this character. */
const CAN_HAVE_PASSWORD = /[:/\\].*@/s;

/** Quotes a value as JSON for a message, unless it can contain a user name and password. */
export function quoteValue(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  if (CAN_HAVE_PASSWORD.test(text)) return "a text that can contain a user name and password";
  return typeof value === "string" ? JSON.stringify(value) : text;
}
