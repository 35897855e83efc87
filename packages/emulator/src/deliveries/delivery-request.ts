import { EVENTS, type EventName, type HookKind, payloadSchema } from "@forgehand/core/contract";
import { type Dialect, toWire, wireEvent } from "@forgehand/core/dialects";
import { deliveryBodyType, encodeDeliveryBody } from "../state/delivery-body.ts";
import { type Hook, ownerOf } from "../state/hooks.ts";

/** A message for a webhook. */
export interface DeliveryMessage {
  readonly guid: string;
  readonly event: string;
  /** Its payload as JSON on the wire; or the body of an earlier attempt, which is sent unchanged. */
  readonly content: { readonly json: string } | { readonly body: string };
}

/** A delivery request without its signatures. */
interface DeliveryRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** GitHub doesn't deliver larger payloads. */
const MAX_BODY_BYTES = 25 * 1024 * 1024;

const CONTENT_TYPES = { json: "application/json", form: "application/x-www-form-urlencoded" } as const;

/** Serializes a payload in the dialect's vocabulary. */
export function serializePayload(dialect: Dialect, event: EventName, action: string | null, payload: object): string {
  return JSON.stringify(toWire(dialect, payloadSchema(EVENTS[event], action), payload));
}

/** Names of hook targets in delivery headers. */
const HOOK_TARGET_TYPES: Readonly<Record<HookKind, string>> = {
  repository: "repository",
  organization: "organization",
  app: "integration",
};

/**
 * Creates the request for a message.
 * @throws Error if it is too large to be delivered
 */
export function createDeliveryRequest(
  dialect: Dialect,
  hook: Hook,
  { guid, event, content }: DeliveryMessage,
): DeliveryRequest {
  const { type, body } = "body" in content ? redeliveredBody(content.body) : newBody(hook, content.json);
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) throw new Error("the payload is larger than 25 MB.");
  const { headers } = dialect;
  return {
    body,
    headers: {
      Accept: "*/*",
      "Content-Type": CONTENT_TYPES[type],
      "User-Agent": `${dialect.hookUserAgent}emulator`,
      [headers.hookId]: String(hook.id),
      [headers.event]: wireEvent(dialect, event),
      [headers.delivery]: guid,
      [headers.hookTargetType]: HOOK_TARGET_TYPES[ownerOf(hook).kind],
      [headers.hookTargetId]: String(ownerOf(hook).id),
    },
  };
}

function newBody({ content_type: type }: Hook, json: string) {
  return { type, body: encodeDeliveryBody(type, json) };
}

/** A redelivery keeps its body and content type, whatever the hook's current setting. */
function redeliveredBody(body: string) {
  return { type: deliveryBodyType(body), body };
}
