import { metaEvent, pingEvent } from "../../deliveries/events/hooks.ts";
import { pushEvent } from "../../deliveries/events/push.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { readCommit } from "../../git/commit.ts";
import { type ApiCall, type RepositoryCall, requireActor } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import type { HookScope } from "../../objects/hook.ts";
import type { RowPage } from "../../state/database.ts";
import { findRef } from "../../state/git-store.ts";
import * as state from "../../state/hooks.ts";
import { timestamp } from "../../timestamp.ts";
import { checkHookSettings, type HookConfigInput, type HookInput } from "./hook-settings.ts";

// Webhooks of repositories and organizations.

/** Changes to a webhook in a request. */
interface HookChange {
  readonly hook_id: number;
  readonly name?: string | undefined;
  readonly config?: HookConfigInput | undefined;
  readonly events?: readonly string[] | undefined;
  readonly add_events?: readonly string[] | undefined;
  readonly remove_events?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
}

export function listHooks(call: ApiCall, scope: HookScope): RowPage<state.Hook> {
  const match = { ...state.ownedBy(hookOwner(scope)), oauth_app: visibleOauthApp(call, scope) };
  return state.hooks.page(call.context.db, match, "id", call.page);
}

/** @throws HttpError 404 */
export function findHook(call: ApiCall, scope: HookScope, id: number): state.Hook {
  const hook = state.hooks.find(call.context.db, { ...state.ownedBy(hookOwner(scope)), id });
  const oauthApp = visibleOauthApp(call, scope);
  if (!hook || (oauthApp !== undefined && hook.oauth_app !== oauthApp)) throw notFound();
  return hook;
}

/**
 * Creates a webhook and sends it a ping.
 * @throws HttpError 422
 */
export function createHook(call: ApiCall, scope: HookScope, { config, events, active }: HookInput): state.Hook {
  const { context } = call;
  const owner = hookOwner(scope);
  const settings = checkHookSettings(context, owner, { config, events, active }, undefined);
  const now = timestamp(context.now());
  const hook = state.hooks.insert(context.db, {
    ...settings,
    ...state.ownedBy(owner),
    oauth_app: callingOauthApp(call),
    created_at: now,
    updated_at: now,
  });
  if (hook.active) ping(call, scope, hook);
  return hook;
}

/**
 * Updates a webhook. A `config` replaces the whole previous one, including the secret.
 * @throws HttpError 404, 422
 */
export function changeHook(call: ApiCall, scope: HookScope, change: HookChange): state.Hook {
  const { context } = call;
  const hook = findHook(call, scope, change.hook_id);
  const remaining = (change.events ?? hook.events).filter((event) => !change.remove_events?.includes(event));
  const settings = checkHookSettings(
    context,
    state.ownerOf(hook),
    {
      config: change.config ?? configOf(hook),
      events: [...remaining, ...(change.add_events ?? [])],
      active: change.active ?? hook.active,
      name: change.name,
    },
    hook,
  );
  return updateHook(context, hook, settings);
}

/**
 * Updates fields of a webhook's configuration. Omitted fields keep their values, including the secret.
 * @throws HttpError 422
 */
export function changeHookConfig(context: EmulatorContext, hook: state.Hook, config: HookConfigInput): state.Hook {
  const { events, active } = hook;
  const settings = checkHookSettings(
    context,
    state.ownerOf(hook),
    { config: { ...configOf(hook), ...config }, events, active },
    hook,
  );
  return updateHook(context, hook, settings);
}

function updateHook({ db, now }: EmulatorContext, hook: state.Hook, settings: state.HookSettings): state.Hook {
  const changes = { ...settings, updated_at: timestamp(now()) };
  state.hooks.update(db, { id: hook.id }, changes);
  return { ...hook, ...changes };
}

/**
 * Deletes a webhook with its deliveries, and sends the `meta` event if it is subscribed.
 * @throws HttpError 404
 */
export function removeHook(call: ApiCall, scope: HookScope, id: number): undefined {
  const { context } = call;
  const hook = findHook(call, scope, id);
  const finalEvent = metaEvent(context, scope, hook, requireActor(call));
  state.hooks.delete(context.db, { id: hook.id });
  context.deliveries.cancel(hook.id);
  if (hook.active && (hook.events.includes("meta") || hook.events.includes("*")))
    context.deliveries.emitToHook(hook, finalEvent);
}

/**
 * Sends a ping, also to an inactive webhook.
 * @throws HttpError 404
 */
export function pingHook(call: ApiCall, scope: HookScope, id: number): undefined {
  ping(call, scope, findHook(call, scope, id));
}

/**
 * Sends a push of the default branch's last commit to a webhook that is subscribed to pushes.
 * @throws HttpError 404
 */
export function testHook(call: RepositoryCall, id: number): undefined {
  const { context, repository } = call;
  const hook = findHook(call, { kind: "repository", repository }, id);
  if (!hook.active || !(hook.events.includes("push") || hook.events.includes("*"))) return;
  const store = { db: context.db, repositoryId: repository.id };
  const ref = `refs/heads/${repository.default_branch}`;
  const after = findRef(store, ref);
  if (after === undefined) return;
  const [before] = readCommit(store, after).parents;
  context.deliveries.emitToHook(hook, pushEvent(context, repository, requireActor(call), { ref, before, after }));
}

function ping(call: ApiCall, scope: HookScope, hook: state.Hook): void {
  call.context.deliveries.emitToHook(hook, pingEvent(call.context, scope, hook, requireActor(call)));
}

function hookOwner(scope: HookScope): state.HookOwner {
  const { id } = scope.kind === "repository" ? scope.repository : scope.organization;
  return { kind: scope.kind, id };
}

/** Returns the id of the calling OAuth app, 0 if its token has no app, or null if the caller is not an OAuth app. */
function callingOauthApp({ caller: { token } }: ApiCall): number | null {
  return token?.kind === "oauth" ? (token.app_id ?? 0) : null;
}

/**
 * Returns the filter for an organization's webhooks: an OAuth app sees only those that it created, and other callers
 * don't see those of OAuth apps. Returns undefined for a repository, which shows all of its webhooks.
 */
function visibleOauthApp(call: ApiCall, scope: HookScope): number | null | undefined {
  return scope.kind === "organization" ? callingOauthApp(call) : undefined;
}

function configOf({ url, content_type, secret, insecure_ssl }: state.Hook): HookConfigInput {
  return { url, content_type, secret: secret ?? undefined, insecure_ssl };
}
