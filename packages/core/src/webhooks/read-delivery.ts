import { checkOptionNames } from "../check-option-names.ts";
import { castValidated } from "../contract/call-definition.ts";
import { knownEvent } from "../contract/events/index.ts";
import { plainPayloadSchema } from "../contract/events/payload.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { DialectName } from "../dialect/dialects.ts";
import { readDialect } from "../dialect/read-dialect.ts";
import { DeliveryError, invalidField } from "../errors.ts";
import { isMatch, isObject } from "../schema/is-match.ts";
import { fromWire } from "../terms/translate-terms.ts";
import type { Validation } from "../validation/validation.ts";
import { type DeliveryHeaderFields, readHeaders } from "./delivery-headers.ts";
import type { Delivery } from "./delivery-types.ts";
import { createHeaderReader, type DeliveryHeaders } from "./header-reader.ts";
import { alreadyReadError, createBodyReader, type IncomingBody } from "./raw-body.ts";
import { readBody } from "./read-body.ts";
import { createVerifier, isSecret, type VerificationOptions, type WebhookSecrets } from "./verify-signature.ts";

/** A request that may contain a delivery: the platform's `Request`, or the parts of Node's `http` request. */
export interface IncomingDelivery {
  readonly method?: string | undefined;
  readonly headers: DeliveryHeaders;
  /** Must be unread. */
  readonly body: IncomingBody;
  readonly bodyUsed?: boolean | undefined;
}

/** Options for reading deliveries. */
export interface DeliveryReaderOptions extends VerificationOptions {
  /** The webhook's secret, or several during a rotation: one of them must match. */
  readonly secrets: WebhookSecrets;
  /** Dialect of the names on the wire; default `"github"`. */
  readonly dialect?: DialectName | Dialect | undefined;
  /** Checks payloads against the contract; default: code that was generated for each event. */
  readonly validation?: Validation | undefined;
}

/** Names of the options. */
export const READER_OPTIONS = {
  secrets: true,
  sha1: true,
  dialect: true,
  validation: true,
} as const satisfies Record<keyof DeliveryReaderOptions, true>;

/** Checks payloads by the code that was generated for the published package, and others by interpreting their schema. */
async function loadValidation(): Promise<Validation> {
  try {
    const { PAYLOAD_CHECKERS } = await import("./payload-checkers.ts");
    return (schema, value) => (PAYLOAD_CHECKERS.get(schema) ?? isMatch)(schema, value);
  } catch {
    // The module may be missing where a server was updated while it ran.
    return isMatch;
  }
}

/**
 * Reads a delivery: checks headers, size, signature, body and payload, in this order. To read many, use
 * `createDeliveryReader`, which validates the options once.
 * @throws DeliveryError with the status to respond with, if the request is not an authentic delivery
 * @throws InputError if an option is invalid
 */
export async function readDelivery(request: IncomingDelivery, options: DeliveryReaderOptions): Promise<Delivery> {
  return createDeliveryReader(options)(request);
}

/**
 * Creates a reader for many deliveries: options are validated and keys imported once.
 * @throws InputError if an option is invalid
 */
export function createDeliveryReader(options: DeliveryReaderOptions): (request: IncomingDelivery) => Promise<Delivery> {
  const read = createSizedReader(options);
  return async (request) => (await read(request)).delivery;
}

/** A delivery and the size of its body in bytes. */
interface SizedDelivery {
  readonly delivery: Delivery;
  readonly size: number;
}

/**
 * Creates a reader that also returns the size of each body.
 * @throws InputError if an option is invalid
 */
export function createSizedReader(
  options: DeliveryReaderOptions,
): (request: IncomingDelivery) => Promise<SizedDelivery> {
  const { secrets, sha1, validation } = checkOptions(options);
  const dialect = readDialect(options.dialect);
  const verify = createVerifier(secrets, { sha1 });
  const readRawBody = createBodyReader();
  let validate = validation;
  return async (request) => {
    if (isNodeRequest(request)) throw deliveryError(500, "body", NODE_REQUEST_HINT);
    const { method = "POST", headers, body, bodyUsed } = request;
    if (typeof headers !== "object" || headers === null) throw deliveryError(500, "headers", NO_HEADERS_HINT);
    if (method !== "POST") throw deliveryError(405, "method", "The method of a delivery must be POST.");
    if (bodyUsed) throw alreadyReadError();
    const header = createHeaderReader(headers);
    const headerFields = readHeaders(header, dialect);
    const rawBody = await readRawBody(body, header("content-length"));
    const verification = await verify(rawBody, header);
    if (!verification.valid) throw deliveryError(401, "signature", verification.reason);
    const payload = readBody(rawBody, header("content-type"));
    validate ??= await loadValidation();
    return { delivery: await createDelivery(headerFields, payload, dialect, validate), size: rawBody.length };
  };
}

const NODE_REQUEST_HINT =
  "The body of Node's request can't be read directly: pass the request to nodeListener of @forgehand/core/webhooks/node.";
const NO_HEADERS_HINT = "The request has no headers: pass the request itself, not a framework's wrapper.";

/** Detects Node's own request, whose empty body would otherwise be reported as an invalid signature. */
function isNodeRequest(request: IncomingDelivery): boolean {
  return request.body === undefined && Symbol.asyncIterator in request;
}

function checkOptions(options: DeliveryReaderOptions): DeliveryReaderOptions {
  if (typeof options !== "object" || options === null) throw invalidField("options", "must be an object with secrets");
  checkOptionNames(options, READER_OPTIONS);
  const { secrets, sha1, validation } = options;
  const allSecrets: readonly unknown[] =
    typeof secrets === "string" ? [secrets] : Array.isArray(secrets) ? secrets : [];
  if (allSecrets.length === 0 || !allSecrets.every(isSecret)) {
    throw invalidField("secrets", "must be one or more non-empty secrets");
  }
  if (sha1 !== undefined && typeof sha1 !== "boolean") throw invalidField("sha1", "must be true or false");
  if (validation !== undefined && typeof validation !== "function")
    throw invalidField("validation", "must be a function");
  return options;
}

async function createDelivery(
  headerFields: DeliveryHeaderFields,
  body: unknown,
  dialect: Dialect,
  validation: Validation,
): Promise<Delivery> {
  if (!isObject(body)) throw deliveryError(400, "body", "The payload must be an object.");
  const action = typeof body["action"] === "string" ? body["action"] : null;
  const payload = await checkedPayload(headerFields, action, body, dialect, validation);
  // The type guard compares names at run time; its type comes from the contract.
  const is = (event: string, expectedAction?: string) =>
    headerFields.event === event && (expectedAction === undefined || expectedAction === action);
  return { ...headerFields, action, payload, is: castValidated(is) };
}

/** Returns the event and action of a delivery, for messages. */
export function deliveryName({ event, action }: Delivery): string {
  return action === null ? event : `${event} ${action}`;
}

async function checkedPayload(
  { event }: DeliveryHeaderFields,
  action: string | null,
  body: Readonly<Record<string, unknown>>,
  dialect: Dialect,
  validation: Validation,
): Promise<Readonly<Record<string, unknown>>> {
  const known = knownEvent(event);
  if (!known) return body;
  const schema = plainPayloadSchema(known, action);
  const named = fromWire(dialect, schema, body);
  if (validation(schema, named) && isObject(named)) return named;
  const { describeMismatch } = await import("../schema/describe-issue.ts");
  const { at, problem } = describeMismatch(schema, named, "the whole body");
  throw deliveryError(422, "payload", `The payload of ${event} does not match the contract: ${at} ${problem}.`);
}

const deliveryError = (status: number, problem: DeliveryError["problem"], detail: string) =>
  new DeliveryError(detail, { status, problem });
