/** A line that is shorter may be anything: masking it would leave nothing of a log. */
const SHORTEST_LINE = 4;

/** All forms of a secret in which a log could show it: itself, its lines, in base64, and as JSON writes it. */
export function maskingOf(secret: string | Uint8Array): readonly string[] {
  const bytes = Buffer.from(secret);
  const text = typeof secret === "string" ? secret : bytes.toString("utf8");
  // Keys stand in variables with their line breaks spelt out, too.
  const lines = text.split(/\r?\n|\\r?\\n|\\n/).map((line) => line.trim());
  const json = JSON.stringify(text).slice(1, -1);
  const forms = [
    text,
    text.trim(),
    ...lines.filter((line) => line.length >= SHORTEST_LINE),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    json,
    // Some write JSON in ASCII alone.
    json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ];
  return [...new Set(forms)].filter((form) => form.trim() !== "");
}

/** A text as a message may quote it: nothing of an address that may be a password. */
export function withoutPasswords(text: string): string {
  return text.replace(/\/\/[^/"]*@/g, "//…@");
}
