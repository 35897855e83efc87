import { checkOptionNames } from "../check-option-names.ts";
import { type EventName, knownEvent } from "../contract/events/index.ts";
import { plainPayloadSchema } from "../contract/events/payload.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { DialectName } from "../dialect/dialects.ts";
import { wireEvent } from "../dialect/event-name.ts";
import { readDialect } from "../dialect/read-dialect.ts";
import { errorCause } from "../error-cause.ts";
import { InputError, invalidField } from "../errors.ts";
import { toWire } from "../terms/translate-terms.ts";
import { isHeaderId, isHeaderToken } from "./delivery-headers.ts";
import type { HookTarget } from "./delivery-types.ts";
import { MAX_BODY_SIZE } from "./raw-body.ts";
import { HEADERS, signBody } from "./sign-body.ts";

/** A delivery to sign. */
export interface DeliveryToSign {
  /** The event by its neutral name. */
  readonly event: EventName | (string & {});
  /** The event's payload; alternatively set `body`. */
  readonly payload?: object | undefined;
  /** The exact body of an earlier attempt, for a redelivery. */
  readonly body?: Uint8Array | undefined;
  /** Content type of the body; default `"json"`. */
  readonly contentType?: "json" | "form" | undefined;
  /** The webhook's secret; without one the delivery is not signed, as with GitHub. */
  readonly secret?: string | undefined;
  /** Default: a new UUID. */
  readonly guid?: string | undefined;
  /** Default: 1. */
  readonly hookId?: number | undefined;
  /** Default: repository 1. */
  readonly target?: HookTarget | undefined;
  /** Suffix of the user agent. */
  readonly agent?: string | undefined;
  /** Dialect of the names on the wire; default `"github"`. */
  readonly dialect?: DialectName | Dialect | undefined;
}

/** A signed delivery, usable as `fetch(url, signed)` or `new Request(url, signed)`. */
export interface SignedDelivery {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer>;
}

const FIELDS = {
  event: true,
  payload: true,
  body: true,
  contentType: true,
  secret: true,
  guid: true,
  hookId: true,
  target: true,
  agent: true,
  dialect: true,
} as const satisfies Record<keyof DeliveryToSign, true>;

const CONTENT_TYPES = { json: "application/json", form: "application/x-www-form-urlencoded" } as const;

/**
 * Creates a signed delivery like the service's, for tests of receivers.
 * @throws InputError if it can't be sent, for example because it is larger than 25 MB
 */
export async function signDelivery(delivery: DeliveryToSign): Promise<SignedDelivery> {
  if (typeof delivery !== "object" || delivery === null)
    throw invalidField("delivery", "must be an object with an event");
  checkOptionNames(delivery, FIELDS);
  const { event, contentType = "json", secret, guid = crypto.randomUUID(), hookId = 1 } = delivery;
  const { target = { type: "repository", id: 1 }, agent = "forgehand" } = delivery;
  const dialect = readDialect(delivery.dialect);
  if (!Object.hasOwn(CONTENT_TYPES, contentType)) throw invalidField("contentType", "must be json or form");
  checkHeaders({ event, guid, hookId, target, agent });
  const body = createBody(delivery, contentType, dialect);
  if (body.length > MAX_BODY_SIZE) {
    const field = delivery.body === undefined ? "payload" : "body";
    throw invalidField(field, "must not be larger than 25 MB, the service's limit");
  }
  const { headers } = dialect;
  return {
    method: "POST",
    headers: {
      Accept: "*/*",
      "Content-Type": CONTENT_TYPES[contentType],
      "User-Agent": `${dialect.hookUserAgent}${agent}`,
      [headers.hookId]: String(hookId),
      [headers.event]: wireEvent(dialect, event),
      [headers.delivery]: guid,
      [headers.hookTargetType]: target.type,
      [headers.hookTargetId]: String(target.id),
      ...(secret === undefined
        ? {}
        : {
            [HEADERS.sha1]: await signBody(body, secret, "sha1"),
            [HEADERS.sha256]: await signBody(body, secret, "sha256"),
          }),
    },
    body,
  };
}

type DeliveryHeaderValues = Required<Pick<DeliveryToSign, "event" | "guid" | "hookId" | "target" | "agent">>;

/** Rejects values that a header can't carry or that a receiver would reject. */
function checkHeaders({ event, guid, hookId, target, agent }: DeliveryHeaderValues): void {
  for (const [field, value] of Object.entries({ event, guid, "target.type": target?.type })) {
    if (!isHeaderToken(value))
      throw invalidField(field, "must be 1 to 200 letters, digits, dots, hyphens and underscores");
  }
  for (const [field, value] of Object.entries({ hookId, "target.id": target?.id })) {
    if (!isHeaderId(value)) throw invalidField(field, "must be a whole number, 0 or more");
  }
  if (typeof agent !== "string" || !/^[ -~]*$/.test(agent))
    throw invalidField("agent", "must contain only printable ASCII characters");
}

function createBody(
  { event, payload, body }: DeliveryToSign,
  contentType: keyof typeof CONTENT_TYPES,
  dialect: Dialect,
): Uint8Array<ArrayBuffer> {
  if (body !== undefined) {
    if (payload !== undefined) throw invalidField("body", "must not be set together with payload");
    if (!(body instanceof Uint8Array)) throw invalidField("body", "must be the bytes to send, a Uint8Array");
    return new Uint8Array(body);
  }
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) throw payloadTypeError();
  const known = knownEvent(event);
  const action = "action" in payload && typeof payload.action === "string" ? payload.action : null;
  const json = serialize(known ? toWire(dialect, plainPayloadSchema(known, action), payload) : payload);
  return new TextEncoder().encode(contentType === "form" ? `payload=${encodeURIComponent(json)}` : json);
}

function serialize(payload: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(payload);
  } catch (cause) {
    throw new InputError("payload can't be written as JSON.", { field: "payload", cause: errorCause(cause) });
  }
  // A `toJSON` method can return anything.
  if (!json?.startsWith("{")) throw payloadTypeError();
  return json;
}

const payloadTypeError = () => invalidField("payload", "must be an object");
