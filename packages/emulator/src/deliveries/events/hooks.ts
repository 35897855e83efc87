import { wireEvent } from "@forgehand/core/dialects";
import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { type HookScope, renderHook } from "../../objects/hook.ts";
import type { Account } from "../../state/accounts.ts";
import type { Hook } from "../../state/hooks.ts";
import { commonPayload, organizationPayload } from "./common-payload.ts";

export const ZEN = "Say what you do, do what you say.";

const targetPayload = (context: EmulatorContext, hookPlace: HookScope, sender: Account) =>
  hookPlace.kind === "repository"
    ? commonPayload(context, hookPlace.repository, sender)
    : organizationPayload(context, hookPlace.organization, sender);

/** Creates the event for a new hook and for requested pings. */
export function pingEvent(context: EmulatorContext, hookPlace: HookScope, hook: Hook, sender: Account): WebhookEvent {
  const payload = {
    zen: ZEN,
    hook_id: hook.id,
    hook: renderHook(context, hookPlace, hook),
    ...targetPayload(context, hookPlace, sender),
  };
  return { name: "ping", action: null, payload };
}

/** Creates the event for a deleted hook (`meta`). */
export function metaEvent(context: EmulatorContext, hookPlace: HookScope, hook: Hook, sender: Account): WebhookEvent {
  const action = "deleted";
  const rendered = renderHook(context, hookPlace, hook);
  // The contract leaves this event open, so the vendor's names must be written here.
  const events = hook.events.map((event) => wireEvent(context.dialect, event));
  const about = { action, hook_id: hook.id, hook: { ...rendered, events } };
  return { name: "meta", action, payload: { ...about, ...targetPayload(context, hookPlace, sender) } };
}
