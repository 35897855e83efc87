/** Minimum length of masked lines: shorter ones occur too often by chance. */
const MIN_MASKED_LINE = 4;

/** Returns all forms in which a secret could appear in a log: itself, its lines, base64, and JSON-escaped. */
export function maskedForms(secret: string | Uint8Array): readonly string[] {
  const bytes = Buffer.from(secret);
  const text = typeof secret === "string" ? secret : bytes.toString("utf8");
  // Keys in variables often have escaped line breaks.
  const lines = text.split(/\r?\n|\\r?\\n|\\n/).map((line) => line.trim());
  const json = JSON.stringify(text).slice(1, -1);
  const forms = [
    text,
    text.trim(),
    ...lines.filter((line) => line.length >= MIN_MASKED_LINE),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    json,
    // Some tools escape non-ASCII characters in JSON.
    json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ];
  return [...new Set(forms)].filter((form) => form.trim() !== "");
}

/** Removes credentials from URLs in a text, so that it can be quoted. */
export function redactPasswords(text: string): string {
  return text.replace(/\/\/[^/"]*@/g, "//…@");
}
