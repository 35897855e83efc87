import type * as z from "zod/mini";
import { actionsOf, payloadSchema } from "../contract/events/declared-payloads.ts";
import type { AnyEvent } from "../contract/events/event-types.ts";
import { EVENTS } from "../contract/events/index.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { wireEvent } from "../dialect/event-name.ts";
import { lookUp } from "../terms/wire-terms.ts";
import type { Schemas } from "./schemas.ts";
import { tagTitle } from "./summary.ts";

/** Tag of all webhooks. */
export const EVENTS_TAG = "events";

/** An event with one of its actions. */
export interface EventEntry {
  readonly event: AnyEvent;
  /** Null for an event without actions. */
  readonly action: string | null;
  readonly schema: z.ZodMiniType;
}

/** Returns every event with each of its actions, by name. */
export function eventEntries(): EventEntry[] {
  return Object.values<AnyEvent>(EVENTS)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((event) =>
      actionsOf(event).map((action): EventEntry => ({ event, action, schema: payloadSchema(event, action) })),
    );
}

/** Describes events as OpenAPI webhooks, by names such as `star-created`. */
export function describeWebhooks(
  dialect: Dialect,
  entries: readonly EventEntry[],
  schemas: Schemas,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    entries.map((entry) => {
      const name = webhookName(dialect, entry);
      return [name, { post: describeWebhook(dialect, entry, name, schemas) }];
    }),
  );
}

function webhookName(dialect: Dialect, { event, action }: EventEntry): string {
  return [wireEvent(dialect, event.name), action ?? []].flat().join("-").replaceAll("_", "-");
}

function describeWebhook(
  dialect: Dialect,
  { event, action, schema }: EventEntry,
  name: string,
  schemas: Schemas,
): object {
  return {
    operationId: name,
    summary: tagTitle(dialect, name),
    tags: [EVENTS_TAG],
    // Receivers verify the signature instead of a token.
    security: [],
    parameters: [
      {
        name: dialect.headers.event,
        in: "header",
        required: true,
        schema: { type: "string", const: wireEvent(dialect, event.name) },
      },
      ...Object.keys(deliveryParameters(dialect)).map((component) => ({
        $ref: `#/components/parameters/${component}`,
      })),
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: schemas.of(schema) },
        "application/x-www-form-urlencoded": { schema: { $ref: "#/components/schemas/FormPayload" } },
      },
    },
    responses: { "2XX": { description: "The receiver accepted the delivery." } },
    "x-recipients": recipientsOf(dialect, event, action),
  };
}

/** Returns the webhooks that can receive an action, and the permissions of which an app needs one. */
function recipientsOf(dialect: Dialect, { rule }: AnyEvent, action: string | null): object {
  const { hooks = rule.hooks, level = "read" } = (action === null ? undefined : rule.actions?.[action]) ?? {};
  const permissions = rule.permissions.map((key) => lookUp(dialect.permissions, key) ?? key);
  return {
    hooks,
    ...(permissions.length > 0 && { permissions, level }),
    ...(rule.sentUnsubscribed && { sentUnsubscribed: rule.sentUnsubscribed }),
  };
}

/** Describes the headers of every delivery other than the event's name, by component name. */
export function deliveryParameters({ headers, hookUserAgent }: Dialect): Readonly<Record<string, object>> {
  const header = (name: string, description: string, isRequired = true, schema: object = {}) => ({
    name,
    in: "header",
    required: isRequired,
    description,
    schema: { type: "string", ...schema },
  });
  return {
    DeliveryGuid: header(headers.delivery, "GUID of the delivery, which redeliveries keep."),
    HookId: header(headers.hookId, "ID of the webhook."),
    HookTargetType: header(headers.hookTargetType, "Type of the resource where the webhook was created."),
    HookTargetId: header(headers.hookTargetId, "ID of that resource."),
    HookUserAgent: header("User-Agent", "The service's user agent.", true, { pattern: `^${hookUserAgent}` }),
    Signature256: header(
      "X-Hub-Signature-256",
      "HMAC-SHA-256 of the body, keyed with the webhook's secret; absent without a secret.",
      false,
      { pattern: "^sha256=[0-9a-f]{64}$" },
    ),
    Signature: header(
      "X-Hub-Signature",
      "HMAC-SHA-1 of the body, for older receivers; absent without a secret.",
      false,
      { pattern: "^sha1=[0-9a-f]{40}$" },
    ),
  };
}

/** Schema of deliveries of webhooks with the content type `form`. */
export const FORM_PAYLOAD = {
  type: "object",
  properties: { payload: { type: "string", contentMediaType: "application/json" } },
  required: ["payload"],
};
