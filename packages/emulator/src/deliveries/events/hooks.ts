import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { type HookScope, renderHook } from "../../objects/hook.ts";
import type { Account } from "../../state/accounts.ts";
import type { Hook } from "../../state/hooks.ts";
import { commonPayload, organizationPayload } from "./common-payload.ts";

export const ZEN = "Say what you do, do what you say.";

const targetPayload = (context: EmulatorContext, hookScope: HookScope, sender: Account) =>
  hookScope.kind === "repository"
    ? commonPayload(context, hookScope.repository, sender)
    : organizationPayload(context, hookScope.organization, sender);

/** Creates the event for a new hook and for requested pings. */
export function pingEvent(context: EmulatorContext, hookScope: HookScope, hook: Hook, sender: Account): WebhookEvent {
  const payload = {
    zen: ZEN,
    hook_id: hook.id,
    hook: renderHook(context, hookScope, hook),
    ...targetPayload(context, hookScope, sender),
  };
  return { name: "ping", action: null, payload };
}

/** Creates the event for a deleted hook (`meta`). */
export function metaEvent(context: EmulatorContext, hookScope: HookScope, hook: Hook, sender: Account): WebhookEvent {
  const action = "deleted";
  const eventFields = { action, hook_id: hook.id, hook: renderHook(context, hookScope, hook) };
  return { name: "meta", action, payload: { ...eventFields, ...targetPayload(context, hookScope, sender) } };
}
