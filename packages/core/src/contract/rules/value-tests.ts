// Conditions of single values that no pattern expresses.

/**
 * Returns whether a text is padded standard base64. The pattern has no groups, because repeated groups overflow the
 * stack on inputs of several megabytes.
 */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** Returns whether a text is base64 with line breaks anywhere, as the service itself inserts them. */
export function isWrappedBase64(text: string): boolean {
  return isBase64(text.replace(/\s/g, ""));
}

/** The content of a file, which is sent as it is. A `Blob` can be read while it is sent, such as one of `fs.openAsBlob`. */
export type FileBytes = Uint8Array | Blob;

/** Returns whether a value is the content of a file. */
export function isFileBytes(value: unknown): value is FileBytes {
  return value instanceof Uint8Array || value instanceof Blob;
}

/** Returns whether no item occurs twice. */
export function hasNoDuplicates(items: readonly unknown[]): boolean {
  return new Set(items).size === items.length;
}

/** Returns whether a text is a day that exists, `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return !!date && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
}

/** Returns whether a text is a point in time that starts with a day, as ISO 8601 writes it. */
export function isTimestamp(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && /^\d{4}-\d{2}-\d{2}T/.test(text);
}
