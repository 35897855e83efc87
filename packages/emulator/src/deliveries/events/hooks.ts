import { wireEvent } from "@forgehand/core/dialects";
import { type HookPlace, renderHook } from "../../objects/hook.ts";
import type { Account } from "../../state/accounts.ts";
import type { Hook } from "../../state/hooks.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload, organizationPayload } from "./payload.ts";

/** What a ping says. */
export const ZEN = "Say what you do, do what you say.";

const payloadAt = (world: World, place: HookPlace, sender: Account) =>
  place.kind === "repository"
    ? commonPayload(world, place.repository, sender)
    : organizationPayload(world, place.organization, sender);

/** Sent to a new hook, and whenever it is asked for. */
export function pingEvent(world: World, place: HookPlace, hook: Hook, sender: Account): Event {
  const payload = {
    zen: ZEN,
    hook_id: hook.id,
    hook: renderHook(world, place, hook),
    ...payloadAt(world, place, sender),
  };
  return { name: "ping", action: null, payload };
}

/** Sent to a hook that was deleted (public description: `meta`). */
export function metaEvent(world: World, place: HookPlace, hook: Hook, sender: Account): Event {
  const action = "deleted";
  const rendered = renderHook(world, place, hook);
  // What the contract leaves open goes out as it is written here, the vendor's names too.
  const events = hook.events.map((event) => wireEvent(world.dialect, event));
  const told = { action, hook_id: hook.id, hook: { ...rendered, events } };
  return { name: "meta", action, payload: { ...told, ...payloadAt(world, place, sender) } };
}
