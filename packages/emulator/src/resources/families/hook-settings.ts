import type { HookKind } from "@forgehand/core/contract";
import { type Dialect, wireEvent } from "@forgehand/core/dialects";
import { canSubscribe } from "../../deliveries/subscriptions.ts";
import { type Complaint, Refusal } from "../../http/refusal.ts";
import * as state from "../../state/hooks.ts";
import type { World } from "../../world.ts";

// What webhooks may be told to be (public description).

/** How a webhook may be described. */
export interface Config {
  readonly url?: string | undefined;
  readonly content_type?: "json" | "form" | undefined;
  readonly secret?: string | undefined;
  readonly insecure_ssl?: string | number | undefined;
}

/** What may be said of a new webhook. */
export interface Creation {
  readonly config: Config;
  readonly events: readonly string[];
  readonly active: boolean;
}

const complaint = (message: string, field?: string): Complaint => ({
  ...{ resource: "Hook", code: "custom", message },
  ...(field === undefined ? {} : { field }),
});

/** What is asked for as it is kept. @param own the hook that is changed @throws Refusal 422 with all that is wrong */
export function checkedSettings(
  { db, dialect }: World,
  owner: state.HookOwner,
  { config, active, name = "web", ...asked }: Creation & { readonly name?: string | undefined },
  own: state.Hook | undefined,
): state.HookSettings {
  const others = state.everyHookOf(db, owner).filter(({ id }) => id !== own?.id);
  const wanted = {
    url: config.url?.trim() ?? "",
    content_type: config.content_type ?? "form",
    // An empty secret is none.
    secret: config.secret || null,
    events: [...new Set(asked.events)],
    active,
  };
  const insecure = ["0", "1"] as const;
  const insecure_ssl = insecure.find((word) => word === String(config.insecure_ssl ?? "0"));
  const complaints = [
    ...(name === "web" ? [] : [complaint('name must be "web"', "name")]),
    ...urlComplaints(wanted.url),
    ...(insecure_ssl === undefined ? [complaint("insecure_ssl must be 0 or 1", "config.insecure_ssl")] : []),
    ...eventComplaints(dialect, owner.kind, wanted.events),
    ...existingComplaints(owner.kind, others, wanted, own),
    ...limitComplaints(dialect, others, wanted.events, own),
  ];
  if (insecure_ssl === undefined || complaints.length > 0) throw new Refusal(422, "Validation Failed", complaints);
  return { ...wanted, insecure_ssl };
}

function urlComplaints(url: string): Complaint[] {
  if (url === "") return [complaint("Config must contain URL for webhooks", "config.url")];
  const protocol = URL.parse(url)?.protocol;
  if (protocol === "https:" || protocol === "http:") return [];
  return [complaint("url must be an http or https address", "config.url")];
}

function eventComplaints(dialect: Dialect, kind: HookKind, events: readonly string[]): Complaint[] {
  const refused = events
    .filter((event) => event !== "*" && !canSubscribe(kind, event))
    .map((event) => wireEvent(dialect, event));
  return [
    ...(refused.length > 0
      ? [complaint(`These events are not allowed for this hook: ${refused.join(", ")}`, "events")]
      : []),
    ...(events.length > 1 && events.includes("*")
      ? [complaint("* stands for every event, and so for itself", "events")]
      : []),
  ];
}

/** Two webhooks of one place may not do the same. */
function existingComplaints(
  kind: HookKind,
  others: readonly state.Hook[],
  { url, events }: Pick<state.HookSettings, "url" | "events">,
  own: state.Hook | undefined,
): Complaint[] {
  const isSame = (hook: state.Hook) =>
    hook.url === url && hook.events.length === events.length && events.every((event) => hook.events.includes(event));
  // What a hook is it may stay.
  if ((own && isSame(own)) || !others.some(isSame)) return [];
  return [complaint(`Hook already exists on this ${kind}`)];
}

/** So many webhooks of one place may listen to an event (public documents). */
const MOST_HOOKS = 20;

function limitComplaints(
  dialect: Dialect,
  others: readonly state.Hook[],
  events: readonly string[],
  own: state.Hook | undefined,
): Complaint[] {
  const listens = (hook: state.Hook, event: string) => hook.events.includes(event) || hook.events.includes("*");
  // Whoever listens to everything listens to what the others do.
  const counted = events.includes("*") ? new Set(["*", ...others.flatMap((hook) => hook.events)]) : new Set(events);
  return [...counted]
    .filter((event) => !(own && listens(own, event)))
    .filter((event) => others.filter((hook) => listens(hook, event)).length >= MOST_HOOKS)
    .map((event) => {
      const name = wireEvent(dialect, event);
      return complaint(`The "${name}" event cannot have more than ${MOST_HOOKS} hooks`, "events");
    });
}
