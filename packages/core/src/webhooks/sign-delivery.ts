import { checkOptionNames } from "../check-option-names.ts";
import { payloadSchema } from "../contract/events/event.ts";
import { type EventName, knownEvent } from "../contract/events/index.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { DialectName } from "../dialect/dialects.ts";
import { wireEvent } from "../dialect/event-name.ts";
import { readDialect } from "../dialect/read-dialect.ts";
import { toWire } from "../dialect/translate-names.ts";
import { InputError, invalidField } from "../errors.ts";
import { isId, isWord } from "./delivery-headers.ts";
import type { HookTarget } from "./delivery-types.ts";
import { LARGEST_BODY } from "./raw-body.ts";
import { HEADERS, signBody } from "./signature.ts";

/** A delivery that is to be sent. */
export interface DeliveryToSign {
  /** The event by its neutral name. */
  readonly event: EventName | (string & {});
  /** What the event carries; or the body itself. */
  readonly payload?: object | undefined;
  /** The body of an earlier attempt, as it was: a redelivery keeps it. */
  readonly body?: Uint8Array | undefined;
  /** How the body is written; default `"json"`. */
  readonly contentType?: "json" | "form" | undefined;
  /** The webhook's secret; none: nothing is signed, as the service does it. */
  readonly secret?: string | undefined;
  /** Default a new one. */
  readonly guid?: string | undefined;
  /** Default 1. */
  readonly hookId?: number | undefined;
  /** Default repository 1. */
  readonly target?: HookTarget | undefined;
  /** What follows the name in the user agent. */
  readonly agent?: string | undefined;
  /** The vendor's names on the wire; default `"github"`. */
  readonly dialect?: DialectName | Dialect | undefined;
}

/** A delivery as it is sent: `fetch(url, signed)` sends it, `new Request(url, signed)` is it. */
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
 * Makes a delivery as the service sends it (document 1, Delivery): for tests of receivers.
 * @throws InputError on what can't be sent: among it what is larger than 25 MB
 */
export async function signDelivery(delivery: DeliveryToSign): Promise<SignedDelivery> {
  if (typeof delivery !== "object" || delivery === null)
    throw invalidField("delivery", "must be an object with an event");
  checkOptionNames(delivery, FIELDS);
  const { event, contentType = "json", secret, guid = crypto.randomUUID(), hookId = 1 } = delivery;
  const { target = { type: "repository", id: 1 }, agent = "forgehand" } = delivery;
  const dialect = readDialect(delivery.dialect);
  if (!Object.hasOwn(CONTENT_TYPES, contentType)) throw invalidField("contentType", "is neither json nor form");
  checkHeaders({ event, guid, hookId, target, agent });
  const body = bodyOf(delivery, contentType, dialect);
  if (body.length > LARGEST_BODY) {
    const field = delivery.body === undefined ? "payload" : "body";
    throw invalidField(field, "is larger than 25 MB: the service would not send it");
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

type Said = Required<Pick<DeliveryToSign, "event" | "guid" | "hookId" | "target" | "agent">>;

/** What is refused here would be lost on its way, or refused where it arrives. */
function checkHeaders({ event, guid, hookId, target, agent }: Said): void {
  for (const [field, value] of Object.entries({ event, guid, "target.type": target?.type })) {
    if (!isWord(value)) throw invalidField(field, "is of 1 to 200 letters, digits, dots, hyphens and underscores");
  }
  for (const [field, value] of Object.entries({ hookId, "target.id": target?.id })) {
    if (!isId(value)) throw invalidField(field, "must be a whole number, 0 or more");
  }
  if (typeof agent !== "string" || !/^[ -~]*$/.test(agent))
    throw invalidField("agent", "is of characters that a header can carry");
}

function bodyOf(
  { event, payload, body }: DeliveryToSign,
  contentType: keyof typeof CONTENT_TYPES,
  dialect: Dialect,
): Uint8Array<ArrayBuffer> {
  if (body !== undefined) {
    if (payload !== undefined) throw invalidField("body", "takes the place of payload: give one of them");
    if (!(body instanceof Uint8Array)) throw invalidField("body", "must be the bytes to send, a Uint8Array");
    return new Uint8Array(body);
  }
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) throw noObject();
  const known = knownEvent(event);
  const action = "action" in payload && typeof payload.action === "string" ? payload.action : null;
  const json = written(known ? toWire(dialect, payloadSchema(known, action), payload) : payload);
  return new TextEncoder().encode(contentType === "form" ? `payload=${encodeURIComponent(json)}` : json);
}

function written(payload: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(payload);
  } catch (cause) {
    throw new InputError("payload can't be written as JSON.", { field: "payload", cause });
  }
  // What writes itself may write anything, or nothing.
  if (!json?.startsWith("{")) throw noObject();
  return json;
}

const noObject = () => invalidField("payload", "must be an object");
