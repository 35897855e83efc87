import { HttpError } from "../../http-error.ts";

/** Maximum number of lines of changes as text. */
const MAX_LINES = 20_000;

/**
 * Returns changes as text, if they are small enough.
 * @param resource the error's name of what was changed
 * @throws HttpError 406
 */
export function checkedText(text: Uint8Array, resource: string): Uint8Array {
  let lines = 0;
  for (const byte of text) if (byte === 0x0a) lines++;
  if (lines <= MAX_LINES) return text;
  const message = `Sorry, the diff exceeded the maximum number of lines (${MAX_LINES})`;
  throw new HttpError(406, message, [{ resource, field: "diff", code: "too_large" }]);
}
