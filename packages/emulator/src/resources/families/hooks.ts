import { metaEvent, pingEvent } from "../../deliveries/events/hooks.ts";
import { type Call, senderIn } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import type { HookPlace } from "../../objects/hook.ts";
import type { Account } from "../../state/accounts.ts";
import type { Part } from "../../state/database.ts";
import * as state from "../../state/hooks.ts";
import { timestamp } from "../../timestamp.ts";
import { type Config, type Creation, checkedSettings } from "./hook-settings.ts";

// Webhooks of repositories and of organizations (public description).

/** What may be said to change one. */
interface Change {
  readonly hook_id: number;
  readonly name?: string | undefined;
  readonly config?: Config | undefined;
  readonly events?: readonly string[] | undefined;
  readonly add_events?: readonly string[] | undefined;
  readonly remove_events?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
}

export function listHooks(call: Call, place: HookPlace): Part<state.Hook> {
  return state.hooksOf(call.world.db, ownerAt(place), call.window, oauthAppAt(call, place));
}

/** @throws Refusal 404 */
export function findHook(call: Call, place: HookPlace, id: number): state.Hook {
  const hook = state.findHook(call.world.db, ownerAt(place), id);
  const oauthApp = oauthAppAt(call, place);
  if (!hook || (oauthApp !== undefined && hook.oauth_app !== oauthApp)) throw notFound();
  return hook;
}

/** Creates a webhook, and sends it a first ping. @throws Refusal 422 */
export function createHook(call: Call, place: HookPlace, { config, events, active }: Creation): state.Hook {
  const { world } = call;
  const owner = ownerAt(place);
  const settings = checkedSettings(world, owner, { config, events, active }, undefined);
  const hook = state.createHook(world.db, owner, settings, timestamp(world.now()), oauthAppOf(call));
  if (hook.active) ping(call, place, hook);
  return hook;
}

/** Changes a webhook; a `config` replaces the old one whole, its secret too. @throws Refusal 404, 422 */
export function changeHook(call: Call, place: HookPlace, change: Change): state.Hook {
  const { world } = call;
  const hook = findHook(call, place, change.hook_id);
  const kept = (change.events ?? hook.events).filter((event) => !change.remove_events?.includes(event));
  const settings = checkedSettings(
    world,
    hook.owner,
    {
      config: change.config ?? configOf(hook),
      events: [...kept, ...(change.add_events ?? [])],
      active: change.active ?? hook.active,
      name: change.name,
    },
    hook,
  );
  return state.updateHook(world.db, hook, settings, timestamp(world.now()));
}

/** Deletes a webhook with the records of its deliveries; one that listens to `meta` is told. @throws Refusal 404 */
export function removeHook(call: Call, place: HookPlace, id: number): undefined {
  const { world } = call;
  const hook = findHook(call, place, id);
  const last = metaEvent(world, place, hook, senderAt(call, place));
  state.deleteHook(world.db, hook);
  world.deliveries.giveUp(hook.id);
  if (hook.active && (hook.events.includes("meta") || hook.events.includes("*"))) world.deliveries.emitTo(hook, last);
}

/** Sends a webhook a ping, also one that is switched off. @throws Refusal 404 */
export function pingHook(call: Call, place: HookPlace, id: number): undefined {
  ping(call, place, findHook(call, place, id));
}

function ping(call: Call, place: HookPlace, hook: state.Hook): void {
  call.world.deliveries.emitTo(hook, pingEvent(call.world, place, hook, senderAt(call, place)));
}

function ownerAt(place: HookPlace): state.HookOwner {
  const { id } = place.kind === "repository" ? place.repository : place.organization;
  return { kind: place.kind, id };
}

function senderAt(call: Call, place: HookPlace): Account {
  if (place.kind === "repository") return senderIn({ ...call, repository: place.repository });
  return call.caller.user ?? place.organization;
}

/** The OAuth app that calls, 0 where its token names none; null: none calls. */
function oauthAppOf({ caller: { token } }: Call): number | null {
  return token?.kind === "oauth" ? (token.app_id ?? 0) : null;
}

/**
 * Whose webhooks a caller may see: an OAuth app sees those of an organization that it made, and nobody else does (public
 * description). Undefined where all are shown.
 */
function oauthAppAt(call: Call, place: HookPlace): number | null | undefined {
  return place.kind === "organization" ? oauthAppOf(call) : undefined;
}

function configOf({ url, content_type, secret, insecure_ssl }: state.Hook): Config {
  return { url, content_type, secret: secret ?? undefined, insecure_ssl };
}
