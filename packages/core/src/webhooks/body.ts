import { DeliveryError } from "../errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a delivery's body, in either of the forms that a webhook can be set to. Verify its signature first.
 * @param contentType what the header `content-type` says
 * @returns the event's payload
 * @throws DeliveryError 415 on another content type, 400 on a body that isn't what it says
 */
export function readBody(rawBody: Uint8Array, contentType: string | undefined): unknown {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return parse(decode(rawBody));
  if (type === "application/x-www-form-urlencoded") {
    const [payload, another] = new URLSearchParams(decode(rawBody)).getAll("payload");
    if (payload === undefined || another !== undefined) throw broken("The form must have one field payload.");
    return parse(payload);
  }
  throw new DeliveryError(
    `The content type is ${type === undefined ? "missing" : "none that a delivery has"}: application/json or application/x-www-form-urlencoded is expected.`,
    { status: 415, problem: "content-type" },
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw broken("The body is no UTF-8 text.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken("The body holds no JSON.");
  }
}

function broken(problem: string): DeliveryError {
  return new DeliveryError(problem, { status: 400, problem: "body" });
}
