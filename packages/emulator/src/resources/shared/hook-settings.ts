import type { HookKind } from "@forgehand/core/contract";
import { type Dialect, wireEvent } from "@forgehand/core/dialects";
import { canSubscribe } from "../../deliveries/subscriptions.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { HookHosts } from "../../hosts/hook-hosts.ts";
import { isPrivateHost } from "../../hosts/private-addresses.ts";
import { type FieldError, HttpError } from "../../http-error.ts";
import * as state from "../../state/hooks.ts";

// Validation of webhook settings.

/** Configuration of a webhook in a request. */
export interface HookConfigInput {
  readonly url?: string | undefined;
  readonly content_type?: "json" | "form" | undefined;
  readonly secret?: string | undefined;
  readonly insecure_ssl?: string | number | undefined;
}

/** Settings of a new webhook in a request. */
export interface HookInput {
  readonly config: HookConfigInput;
  readonly events: readonly string[];
  readonly active: boolean;
}

const fieldError = (message: string, field?: string): FieldError => ({
  resource: "Hook",
  code: "custom",
  message,
  ...(field === undefined ? {} : { field }),
});

/**
 * Validates a request and returns the settings to store.
 * @param currentHook the hook that is updated
 * @throws HttpError 422 with all errors
 */
export function checkHookSettings(
  { db, dialect, hookHosts }: EmulatorContext,
  owner: state.HookOwner,
  { config, active, name = "web", ...input }: HookInput & { readonly name?: string | undefined },
  currentHook: state.Hook | undefined,
): state.HookSettings {
  const others = state.hooksOf(db, owner).filter(({ id }) => id !== currentHook?.id);
  const settings = {
    url: config.url?.trim() ?? "",
    content_type: config.content_type ?? "form",
    // An empty secret means no secret.
    secret: config.secret || null,
    events: [...new Set(input.events)],
    active,
  };
  const insecureSslValues = ["0", "1"] as const;
  const insecure_ssl = insecureSslValues.find((value) => value === String(config.insecure_ssl ?? "0"));
  const fieldErrors = [
    ...(name === "web" ? [] : [fieldError('name must be "web"', "name")]),
    // An unchanged URL of a seed or a state file stays valid.
    ...(settings.url === currentHook?.url ? [] : urlErrors(settings.url, hookHosts)),
    ...(insecure_ssl === undefined ? [fieldError("insecure_ssl must be 0 or 1", "config.insecure_ssl")] : []),
    ...eventErrors(dialect, owner.kind, settings.events),
    ...duplicateErrors(owner.kind, others, settings, currentHook),
    ...limitErrors(dialect, others, settings.events, currentHook),
  ];
  if (insecure_ssl === undefined || fieldErrors.length > 0) throw new HttpError(422, "Validation Failed", fieldErrors);
  return { ...settings, insecure_ssl };
}

function urlErrors(text: string, hookHosts: HookHosts): FieldError[] {
  if (text === "") return [fieldError("Config must contain URL for webhooks", "config.url")];
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    return [fieldError("url must be an http or https address", "config.url")];
  }
  if (!isPrivateHost(url) || hookHosts.isAllowed(url)) return [];
  // Starts with GitHub's own message, whose error has no field.
  const problem = `url is not supported because it isn't reachable over the public Internet (${url.hostname})`;
  return [fieldError(`${problem}. To allow it, start the emulator with --allow-hook-host ${url.host}.`)];
}

function eventErrors(dialect: Dialect, kind: HookKind, events: readonly string[]): FieldError[] {
  const disallowed = events
    .filter((event) => event !== "*" && !canSubscribe(kind, event))
    .map((event) => wireEvent(dialect, event));
  return [
    ...(disallowed.length > 0
      ? [fieldError(`These events are not allowed for this hook: ${disallowed.join(", ")}`, "events")]
      : []),
    ...(events.length > 1 && events.includes("*")
      ? [fieldError("events must not list other events in addition to *", "events")]
      : []),
  ];
}

/** Two webhooks of one owner must not have the same URL and events. */
function duplicateErrors(
  kind: HookKind,
  others: readonly state.Hook[],
  { url, events }: Pick<state.HookSettings, "url" | "events">,
  currentHook: state.Hook | undefined,
): FieldError[] {
  const isSame = (hook: state.Hook) =>
    hook.url === url && hook.events.length === events.length && events.every((event) => hook.events.includes(event));
  // A hook can keep its own URL and events.
  if ((currentHook && isSame(currentHook)) || !others.some(isSame)) return [];
  return [fieldError(`Hook already exists on this ${kind}`)];
}

/** Maximum number of webhooks per owner and event (GitHub's documentation). */
const MAX_HOOKS_PER_EVENT = 20;

function limitErrors(
  dialect: Dialect,
  others: readonly state.Hook[],
  events: readonly string[],
  currentHook: state.Hook | undefined,
): FieldError[] {
  const isSubscribed = (hook: state.Hook, event: string) => hook.events.includes(event) || hook.events.includes("*");
  // A webhook for all events counts for each event of the others.
  const limitedEvents = events.includes("*")
    ? new Set(["*", ...others.flatMap((hook) => hook.events)])
    : new Set(events);
  return [...limitedEvents]
    .filter((event) => !(currentHook && isSubscribed(currentHook, event)))
    .filter((event) => others.filter((hook) => isSubscribed(hook, event)).length >= MAX_HOOKS_PER_EVENT)
    .map((event) => {
      const name = wireEvent(dialect, event);
      return fieldError(`The "${name}" event cannot have more than ${MAX_HOOKS_PER_EVENT} hooks`, "events");
    });
}
