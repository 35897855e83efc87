import { randomUUID } from "node:crypto";
import { type EventName, isEventName } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import { createDeliveryRequest, serializePayload } from "../../deliveries/delivery-request.ts";
import { describeResponse } from "../../deliveries/describe-response.ts";
import { PROBLEMS } from "../../deliveries/post.ts";
import { signatureHeaders } from "../../deliveries/signatures.ts";
import { canSubscribe } from "../../deliveries/subscriptions.ts";
import type { Account } from "../../state/accounts.ts";
import { type App, installations } from "../../state/apps.ts";
import type { NewDelivery } from "../../state/deliveries.ts";
import * as state from "../../state/hooks.ts";
import type { Repository } from "../../state/repositories.ts";
import { listSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { each, SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

/** A delivery record. Records older than the retention period are not returned. */
const SeedDelivery = z.strictObject({
  event: z.string(),
  action: z.optional(z.string()),
  time: SeedTime,
  /** Shared by all attempts at one event; generated if omitted. */
  guid: z.optional(
    z.string().check(z.regex(/^[\w.-]{1,200}$/, "must have 1 to 200 letters, digits, dots, hyphens and underscores")),
  ),
  redelivery: z._default(z.boolean(), false),
  /** Status code of the receiver's response; 0 if there was none. */
  status_code: z._default(z.int().check(z.gte(0)), 200),
  response: z.optional(z.string()),
  /** Repository of the event, for webhooks of organizations and apps. */
  repository: z.optional(z.string()),
  payload: z.optional(z.record(z.string(), z.unknown())),
});
type SeedDelivery = z.output<typeof SeedDelivery>;

const hookFields = {
  url: z.url(),
  content_type: z._default(z.enum(["json", "form"]), "form"),
  secret: z.optional(z.string()),
  insecure_ssl: z._default(z.boolean(), false),
  active: z._default(z.boolean(), true),
  deliveries: z._default(z.array(SeedDelivery), []),
};

/** An app's webhook. Its events are those that the app subscribes to. */
export const SeedAppHook = z.strictObject(hookFields);
type SeedAppHook = z.output<typeof SeedAppHook>;

const SeedHook = z.strictObject({ ...hookFields, events: z._default(z.array(z.string()), ["push"]) });
type SeedHook = z.output<typeof SeedHook>;

/** Inserts a repository's webhooks. */
export const hooks = listSection(SeedHook, (context, { id }: Repository, hook) =>
  insertCheckedHook(context, { kind: "repository", id }, hook),
);

/** Inserts an organization's webhooks. */
export const organizationHooks = listSection(SeedHook, (context, { id }: Account, hook) =>
  insertCheckedHook(context, { kind: "organization", id }, hook),
);

function insertCheckedHook(context: SeedContext, owner: state.HookOwner, hook: SeedHook): void {
  if (hook.events.join() !== "*") checkEvents(owner.kind, hook.events);
  insertHook(context, owner, hook);
}

/** @throws SeedError on an event that this kind of webhook cannot subscribe to */
export function checkEvents(kind: state.HookOwner["kind"], events: readonly string[]): void {
  each(["events"], events, (event) => {
    if (canSubscribe(kind, event)) return;
    const got = JSON.stringify(event);
    throw new SeedError([], `must be an event that a webhook of ${OWNER_NAMES[kind]} can subscribe to, got ${got}`);
  });
}

const OWNER_NAMES = { repository: "a repository", organization: "an organization", app: "an app" };

/** Inserts an app's webhook with the events that the app subscribes to. */
export function insertAppHook(context: SeedContext, app: App, hook: SeedAppHook): void {
  insertHook(context, { kind: "app", id: app.id }, { ...hook, events: app.events });
}

function insertHook(
  context: SeedContext,
  owner: state.HookOwner,
  { secret, insecure_ssl, deliveries, ...input }: SeedHook,
): void {
  // An empty secret means no secret.
  const settings = { ...input, secret: secret || null, insecure_ssl: insecure_ssl ? "1" : "0" } as const;
  const created_at = context.toTimestamp(undefined);
  const hook = state.hooks.insert(context.db, {
    ...settings,
    ...state.ownedBy(owner),
    created_at,
    updated_at: created_at,
  });
  context.hookUrls.push(hook.url);
  each(["deliveries"], deliveries, (delivery) => context.deliveries.push(readDelivery(context, hook, delivery)));
}

/** @throws SeedError on a payload that could not have been sent */
function readDelivery(context: SeedContext, hook: state.Hook, input: SeedDelivery): NewDelivery {
  const { status_code, action, guid = randomUUID(), redelivery } = input;
  const event = checkEventName(input.event);
  const payload = input.payload ?? (action === undefined ? {} : { action });
  const message = { guid, event, action: action ?? null, redelivery, ...findDeliverySubject(context, hook, input) };
  const { headers, body } = writeDeliveryRequest(context.dialect, hook, message, payload);
  const signatures = hook.secret === null ? {} : signatureHeaders(body, hook.secret);
  return {
    ...message,
    hook_id: hook.id,
    delivered_at: Date.parse(context.toTimestamp(input.time)),
    duration: 0.1,
    url: hook.url,
    status_code,
    status: status_code === 0 ? PROBLEMS.connection : describeResponse(status_code),
    request_headers: { ...headers, ...signatures },
    request_body: body,
    response_headers: {},
    response_body: status_code === 0 ? null : (input.response ?? ""),
  };
}

function writeDeliveryRequest(
  dialect: Dialect,
  hook: state.Hook,
  message: Pick<NewDelivery, "guid" | "action"> & { readonly event: EventName },
  payload: object,
) {
  try {
    const json = serializePayload(dialect, message.event, message.action, payload);
    return createDeliveryRequest(dialect, hook, { ...message, content: { json } });
  } catch (error) {
    throw new SeedError([], error instanceof Error ? error.message : String(error));
  }
}

function checkEventName(event: string): EventName {
  if (isEventName(event)) return event;
  throw new SeedError(["event"], `must be a webhook event, got ${JSON.stringify(event)}`);
}

/** Returns the repository of a delivery and, for an app's webhook, the installation. */
function findDeliverySubject(context: SeedContext, hook: state.Hook, { repository: name }: SeedDelivery) {
  const owner = state.ownerOf(hook);
  if (owner.kind === "repository") return { repository_id: owner.id, installation_id: null };
  if (name === undefined) return { repository_id: null, installation_id: null };
  const repository = context.repository(name, "repository");
  if (owner.kind !== "app") return { repository_id: repository.id, installation_id: null };
  const installation = installations.find(context.db, { app_id: owner.id, account_id: repository.owner_id });
  if (installation) return { repository_id: repository.id, installation_id: installation.id };
  throw new SeedError(["repository"], `must be a repository that the app is installed for, got ${name}`);
}
