/** Maximum number of characters of a text of the file that a message quotes. */
const MAX_QUOTED_LENGTH = 100;

/** Shortens a text for a message. */
export function shorten(text: string, maxLength = MAX_QUOTED_LENGTH): string {
  if (text.length <= maxLength) return text;
  // Without the first half of a character at the end.
  return `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
