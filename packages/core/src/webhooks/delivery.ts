import { checkOptionNames } from "../check-option-names.ts";
import { castValidated } from "../contract/definition-of.ts";
import { payloadSchema } from "../contract/events/event.ts";
import { knownEvent } from "../contract/events/index.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { DialectName } from "../dialect/dialects.ts";
import { readDialect } from "../dialect/read-dialect.ts";
import { fromWire } from "../dialect/translate-names.ts";
import { DeliveryError, invalidField } from "../errors.ts";
import { lazy } from "../internal/lazy.ts";
import { adaptiveValidation } from "../validation/adaptive.ts";
import type { Validation } from "../validation/validation.ts";
import { readBody } from "./body.ts";
import { type DeliveryFacts, readHeaders } from "./delivery-headers.ts";
import type { Delivery } from "./delivery-types.ts";
import { type DeliveryHeaders, headerReader } from "./headers.ts";
import { createIntake, type IncomingBody, readBefore } from "./raw-body.ts";
import { createVerifier, isSecret, type VerificationOptions, type WebhookSecrets } from "./verify.ts";

/** A request that may be a delivery: the platform's `Request`, or what Node's `http` has of one. */
export interface IncomingDelivery {
  readonly method?: string | undefined;
  readonly headers: DeliveryHeaders;
  /** Unread. */
  readonly body: IncomingBody;
  readonly bodyUsed?: boolean | undefined;
}

/** Whose deliveries are read, and how. */
export interface DeliveryReaderOptions extends VerificationOptions {
  /** The webhook's secret, or several while it is changed: one of them must fit. */
  readonly secrets: WebhookSecrets;
  /** The vendor's names on the wire; default `"github"`. */
  readonly dialect?: DialectName | Dialect | undefined;
  /** How payloads are held against the contract; default by plain functions, and by code that is made for what comes often. */
  readonly validation?: Validation | undefined;
}

/** Their names: those that there are. */
export const READER_OPTIONS = {
  secrets: true,
  sha1: true,
  dialect: true,
  validation: true,
} as const satisfies Record<keyof DeliveryReaderOptions, true>;

/** One for all readers: what one of them checks often the others need not find out again. */
const adaptive = /* @__PURE__ */ lazy(adaptiveValidation);

/**
 * Reads a delivery: headers, size, signature, body, payload, in this order (document 1, Delivery). Whoever reads many has
 * `createDeliveryReader` look at the options once.
 * @throws DeliveryError with the status to answer, on anything that is none, or not from who knows the secret
 * @throws InputError on options that can't be right
 */
export async function readDelivery(request: IncomingDelivery, options: DeliveryReaderOptions): Promise<Delivery> {
  return createDeliveryReader(options)(request);
}

/**
 * Makes what reads many deliveries: the options are looked at once, keys are made once.
 * @throws InputError on options that can't be right
 */
export function createDeliveryReader(options: DeliveryReaderOptions): (request: IncomingDelivery) => Promise<Delivery> {
  const { secrets, sha1, validation = adaptive() } = checked(options);
  const dialect = readDialect(options.dialect);
  const verify = createVerifier(secrets, { sha1 });
  const takeIn = createIntake();
  return async (request) => {
    if (isOfNode(request)) throw refused(500, "body", FOR_NODE);
    const { method = "POST", headers, body, bodyUsed } = request;
    if (typeof headers !== "object" || headers === null) throw refused(500, "headers", NO_REQUEST);
    if (method !== "POST") throw refused(405, "method", "A delivery is a POST.");
    if (bodyUsed) throw readBefore();
    const header = headerReader(headers);
    const facts = readHeaders(header, dialect);
    const rawBody = await takeIn(body, header("content-length"));
    const verification = await verify(rawBody, header);
    if (!verification.valid) throw refused(401, "signature", verification.reason);
    return delivered(facts, readBody(rawBody, header("content-type")), dialect, validation);
  };
}

const FOR_NODE = "Node's own request has no body to read: hand it to nodeListener of @forgehand/core/webhooks/node.";
const NO_REQUEST = "What was handed over has no headers: hand over the request, and not what a framework wraps it in.";

/** Whoever hands over Node's own request would be told that its empty body was signed with another secret. */
function isOfNode(request: IncomingDelivery): boolean {
  return request.body === undefined && Symbol.asyncIterator in request;
}

function checked(options: DeliveryReaderOptions): DeliveryReaderOptions {
  if (typeof options !== "object" || options === null) throw invalidField("options", "must be an object with secrets");
  checkOptionNames(options, READER_OPTIONS);
  const { secrets, sha1, validation } = options;
  const all: readonly unknown[] = typeof secrets === "string" ? [secrets] : Array.isArray(secrets) ? secrets : [];
  if (all.length === 0 || !all.every(isSecret)) {
    throw invalidField("secrets", "must be the webhook's secret, or several, none of them empty");
  }
  if (sha1 !== undefined && typeof sha1 !== "boolean") throw invalidField("sha1", "is neither true nor false");
  if (validation !== undefined && typeof validation !== "function")
    throw invalidField("validation", "must be a function");
  return options;
}

function delivered(facts: DeliveryFacts, body: unknown, dialect: Dialect, validation: Validation): Delivery {
  if (!isObject(body)) throw refused(400, "body", "The payload is no object.");
  const action = typeof body["action"] === "string" ? body["action"] : null;
  const payload = checkedPayload(facts, action, body, dialect, validation);
  // The guard's type is the contract's to tell: whoever calls it narrows by the names that it compares.
  const is = (event: string, which?: string) => facts.event === event && (which === undefined || which === action);
  return { ...facts, action, payload, is: castValidated(is) };
}

/** A delivery's event with its action, as messages name it. */
export function nameOf({ event, action }: Delivery): string {
  return action === null ? event : `${event} ${action}`;
}

function checkedPayload(
  { event }: DeliveryFacts,
  action: string | null,
  body: Readonly<Record<string, unknown>>,
  dialect: Dialect,
  validation: Validation,
): Readonly<Record<string, unknown>> {
  const known = knownEvent(event);
  if (!known) return body;
  const schema = payloadSchema(known, action);
  const named = fromWire(dialect, schema, body);
  const held = validation(schema, named);
  if ("data" in held && isObject(held.data)) return held.data;
  const problem = "at" in held ? `${held.at} ${held.problem}` : "it is no object";
  throw refused(422, "payload", `The payload of ${event} is not what the contract says: ${problem}.`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const refused = (status: number, problem: DeliveryError["problem"], detail: string) =>
  new DeliveryError(detail, { status, problem });
