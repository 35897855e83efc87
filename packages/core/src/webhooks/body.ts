import { InputError } from "../errors.ts";

/**
 * Reads a delivery's body, in either of the forms that a webhook can be set to. Verify its signature first.
 * @param contentType what the header `content-type` says
 * @returns the event's payload
 * @throws InputError on another content type, or on a body that isn't what it says
 */
export function readBody(rawBody: Uint8Array, contentType: string | null | undefined): unknown {
  const type = typeof contentType !== "string" ? undefined : contentType.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return parse(decode(rawBody));
  if (type === "application/x-www-form-urlencoded") {
    const [payload, another] = new URLSearchParams(decode(rawBody)).getAll("payload");
    if (payload === undefined || another !== undefined) throw wrong("body", "The form must have one field payload.");
    return parse(payload);
  }
  const given = (contentType ?? undefined) === undefined ? "missing" : "none that a delivery has";
  throw wrong(
    "contentType",
    `The content type is ${given}: application/json or application/x-www-form-urlencoded is expected.`,
  );
}

function decode(bytes: Uint8Array): string {
  if (!(bytes instanceof Uint8Array)) throw wrong("body", "The raw body must be given as the bytes that came.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw wrong("body", "The body is no UTF-8 text.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong("body", "The body holds no JSON.");
  }
}

function wrong(field: string, problem: string): InputError {
  return new InputError(problem, { field });
}
