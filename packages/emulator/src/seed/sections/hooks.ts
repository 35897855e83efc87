import { randomUUID } from "node:crypto";
import { type EventName, isEventName } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import { describeAnswer } from "../../deliveries/outcome.ts";
import { PROBLEMS } from "../../deliveries/post.ts";
import { wirePayload, writeRequest } from "../../deliveries/request.ts";
import { signaturesOf } from "../../deliveries/signatures.ts";
import { canSubscribe } from "../../deliveries/subscriptions.ts";
import type { Account } from "../../state/accounts.ts";
import { type App, findInstallation } from "../../state/apps.ts";
import { recordDelivery } from "../../state/deliveries.ts";
import { createHook, type Hook, type HookOwner } from "../../state/hooks.ts";
import type { Repository } from "../../state/repositories.ts";
import type { PlantedDelivery, Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

/** The record of a delivery. Records older than they are kept are not shown. */
const SeedDelivery = z.strictObject({
  event: z.string(),
  action: z.optional(z.string()),
  time: SeedTime,
  /** The same for every attempt at one event; one of its own where it is left out. */
  guid: z.optional(z.string().check(z.regex(/^[\w.-]{1,200}$/, "letters, digits, dots, hyphens and underscores"))),
  redelivery: z._default(z.boolean(), false),
  /** The receiver's answer; 0: there was none. */
  status_code: z._default(z.int().check(z.gte(0)), 200),
  response: z.optional(z.string()),
  /** What it was about, of a webhook that is no repository's. */
  repository: z.optional(z.string()),
  payload: z.optional(z.record(z.string(), z.unknown())),
});
type SeedDelivery = z.output<typeof SeedDelivery>;

const fields = {
  url: z.url(),
  content_type: z._default(z.enum(["json", "form"]), "form"),
  secret: z.optional(z.string()),
  insecure_ssl: z._default(z.boolean(), false),
  active: z._default(z.boolean(), true),
  deliveries: z._default(z.array(SeedDelivery), []),
};

/** An app's webhook: it gets what the app subscribes to. */
export const SeedAppHook = z.strictObject(fields);
type SeedAppHook = z.output<typeof SeedAppHook>;

const SeedHook = z.strictObject({ ...fields, events: z._default(z.array(z.string()), ["push"]) });
type SeedHook = z.output<typeof SeedHook>;

/** A repository's webhooks. */
export const hooks = section(z.array(SeedHook), (planting, { id }: Repository, list, path) =>
  plantHooks(planting, { kind: "repository", id }, list, path),
);

/** An organization's webhooks. */
export const organizationHooks = section(z.array(SeedHook), (planting, { id }: Account, list, path) =>
  plantHooks(planting, { kind: "organization", id }, list, path),
);

function plantHooks(planting: Planting, owner: HookOwner, list: readonly SeedHook[], path: SeedPath): void {
  for (const [index, hook] of list.entries()) {
    if (hook.events.join() !== "*") checkEvents(owner.kind, hook.events, [...path, index, "events"]);
    plantHook(planting, owner, hook, [...path, index]);
  }
}

/** @throws SeedProblem on an event that this kind of webhook can't have */
export function checkEvents(kind: HookOwner["kind"], events: readonly string[], path: SeedPath): void {
  for (const [index, event] of events.entries()) {
    if (canSubscribe(kind, event)) continue;
    throw new SeedProblem([...path, index], `no webhook of ${KINDS[kind]} can have the event ${JSON.stringify(event)}`);
  }
}

const KINDS = { repository: "a repository", organization: "an organization", app: "an app" };

/** Gives an app its webhook, which gets what the app subscribes to. */
export function plantAppHook(planting: Planting, app: App, hook: SeedAppHook, path: SeedPath): void {
  plantHook(planting, { kind: "app", id: app.id }, { ...hook, events: app.events }, path);
}

function plantHook(
  planting: Planting,
  owner: HookOwner,
  { secret, insecure_ssl, deliveries, ...told }: SeedHook,
  path: SeedPath,
): void {
  // An empty secret is none.
  const settings = { ...told, secret: secret || null, insecure_ssl: insecure_ssl ? "1" : "0" } as const;
  const hook = createHook(planting.db, owner, settings, planting.at(undefined));
  for (const [index, delivery] of deliveries.entries()) {
    plantDelivery(planting, hook, delivery, [...path, "deliveries", index]);
  }
}

function plantDelivery(planting: Planting, hook: Hook, told: SeedDelivery, path: SeedPath): void {
  const { status_code, time, action } = told;
  const about = aboutWhat(planting, hook, told, path);
  const payload = told.payload ?? (action === undefined ? {} : { action });
  planting.deliveries.push({
    hook,
    message: {
      ...{ guid: told.guid ?? randomUUID(), event: eventOf(told.event, path), action: action ?? null },
      ...{ redelivery: told.redelivery, payload, ...about },
    },
    delivered_at: Date.parse(planting.at(time)),
    status_code,
    response_body: status_code === 0 ? null : (told.response ?? ""),
    path,
  });
}

/**
 * Keeps the records of what webhooks are said to have been sent, in the order of the seed.
 * @throws SeedProblem on what can't have been sent
 */
export function recordPlanted({ db, dialect, deliveries }: Planting): void {
  for (const planted of deliveries) recordDelivery(db, recordOf(dialect, planted));
}

function recordOf(dialect: Dialect, { hook, message, status_code, path, ...told }: PlantedDelivery) {
  const { headers, body } = written(dialect, hook, message, path);
  const signatures = hook.secret === null ? {} : signaturesOf(body, hook.secret);
  return {
    ...{ ...message, ...told, hook_id: hook.id, duration: 0.1, url: hook.url, status_code },
    status: status_code === 0 ? PROBLEMS.connection : describeAnswer(status_code),
    ...{ request_headers: { ...headers, ...signatures }, request_body: body, response_headers: {} },
  };
}

function written(dialect: Dialect, hook: Hook, message: PlantedDelivery["message"], path: SeedPath) {
  const { event, action, payload } = message;
  try {
    return writeRequest(dialect, hook, { ...message, content: { json: wirePayload(dialect, event, action, payload) } });
  } catch (error) {
    throw new SeedProblem(path, error instanceof Error ? error.message : String(error));
  }
}

function eventOf(event: string, path: SeedPath): EventName {
  if (isEventName(event)) return event;
  throw new SeedProblem([...path, "event"], `there is no event ${JSON.stringify(event)}`);
}

/** What a delivery was about: a repository, and of an app's webhook where the app is installed for it. */
function aboutWhat(
  planting: Planting,
  { owner }: Hook,
  { repository: name }: SeedDelivery,
  path: SeedPath,
): Pick<PlantedDelivery["message"], "repository_id" | "installation_id"> {
  if (owner.kind === "repository") return { repository_id: owner.id, installation_id: null };
  if (name === undefined) return { repository_id: null, installation_id: null };
  const repository = planting.repository(name, [...path, "repository"]);
  const installation = owner.kind === "app" ? findInstallation(planting.db, owner.id, repository.owner_id) : undefined;
  if (owner.kind === "app" && !installation) {
    throw new SeedProblem([...path, "repository"], `the app is not installed for ${name}`);
  }
  return { repository_id: repository.id, installation_id: installation?.id ?? null };
}
