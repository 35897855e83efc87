import { DeliveryError } from "../errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a delivery's body, in either content type that a webhook can be set to. Verify its signature first.
 * @param contentType value of the `content-type` header
 * @returns the event's payload
 * @throws DeliveryError 415 on another content type, 400 on a body that can't be parsed
 */
export function readBody(rawBody: Uint8Array, contentType: string | undefined): unknown {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return parse(decode(rawBody));
  if (type === "application/x-www-form-urlencoded") {
    const [payload, second] = new URLSearchParams(decode(rawBody)).getAll("payload");
    if (payload === undefined || second !== undefined)
      throw malformedBody("The form must have exactly one field payload.");
    return parse(payload);
  }
  throw new DeliveryError(
    // Not quoted: any header of a forged delivery can carry a secret into the log.
    "The content type must be application/json or application/x-www-form-urlencoded.",
    { status: 415, problem: "content-type" },
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformedBody("The body must be UTF-8 text.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedBody("The body must be JSON.");
  }
}

function malformedBody(problem: string): DeliveryError {
  return new DeliveryError(problem, { status: 400, problem: "body" });
}
